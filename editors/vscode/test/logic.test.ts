import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { installing, Latest, type Score, selector, serverCommand, serverOptions, shown, type System } from "../src/logic";

const SCORE: Score = {
  uri: "file:///a.md",
  version: 3,
  total: 0.834,
  place: "melhor do que 6 em 10 contos",
  reason: null,
  losses: [
    { dimension: "redundancy", title: "redundância", loss: 0.12 },
    { dimension: "focus", title: "foco", loss: 0.046 },
  ],
  findings: 2,
};

test("a score is shown in points, with what costs most", () => {
  assert.deepEqual(shown(SCORE, "pt"), {
    text: "$(checklist) 83",
    tooltip: "textlint-pt: 83\nmelhor do que 6 em 10 contos\nredundância: −12\nfoco: −5",
  });
});

test("where no score is given the reason stands", () => {
  const none = { ...SCORE, total: null, place: null, reason: "texto vazio", losses: [] };
  assert.deepEqual(shown(none, "pt"), { text: "$(checklist) –", tooltip: "texto vazio" });
  assert.equal(shown(null, "pt"), null);
});

test("settings of the server and no others are sent", () => {
  const given: Record<string, unknown> = { settings: { preset: "story" }, command: ["x"] };
  assert.deepEqual(serverOptions((key) => given[key], true), {
    settings: { preset: "story" },
    references: {},
    maxSize: 1_000_000,
    offerUndo: true,
    trusted: true,
  });
});

const system: System = {
  ...posix,
  path: ["", ".", "bin", "/home/a/.venv/bin", "/usr/bin"],
  endings: [""],
  isProgram: (path) => ["/usr/bin/textlint-pt", "/home/a/.venv/bin/vale", "bin/textlint-pt"].includes(path),
  real: (path) => (path.startsWith("/link") ? path.replace("/link", "/home/a") : path),
};
const command = (given: string[], folders = ["/home/a", "/srv/b"]) => serverCommand(given, folders, system);

test("a name is a program of the system", () => {
  const installed = { command: "/usr/bin/textlint-pt", args: ["lsp"], asks: false };
  assert.deepEqual(command(["textlint-pt", "lsp"]), installed);
  assert.deepEqual(command([], []), installed);
  assert.equal(command(["gone", "lsp"]), null);
  assert.equal(command(["./textlint-pt", "lsp"], []), null);
});

test("a program of the workspace is asked about, however it is named", () => {
  for (const path of [".venv/bin/x", "./x", "sub/x", "/home/a/x", "/srv/b/../b/x", "/link/x"]) {
    assert.equal(command([path, "lsp"])?.asks, true, path);
  }
  assert.deepEqual(command(["vale", "lsp"]), { command: "/home/a/.venv/bin/vale", args: ["lsp"], asks: true });
  for (const path of ["/opt/x", "/home/ab/x", "/home/a/../x"]) {
    assert.equal(command([path, "lsp"])?.asks, false, path);
  }
});

test("arguments may lead into the workspace", () => {
  assert.equal(command(["/usr/bin/python", "-m", "textlint_pt", "lsp"])?.asks, true);
  assert.equal(command(["/opt/uv", "run", "textlint-pt", "lsp"])?.asks, true);
});

test("saved and unsaved documents are checked", () => {
  assert.deepEqual(selector(["markdown"]), [
    { scheme: "file", language: "markdown" },
    { scheme: "untitled", language: "markdown" },
  ]);
});

test("of what pip says the packages are shown", () => {
  const lines = {
    "Collecting numpy>=1.26 (from textlint-pt==0.1.0)": "numpy",
    "  Downloading numpy-2.1.0-cp312-win_amd64.whl (12 MB)": undefined,
    "Processing c:\\ext\\dist\\textlint_pt-0.1.0-py3-none-any.whl": "textlint_pt",
    "Processing /ext/dist/textlint_pt-0.1.0-py3-none-any.whl": "textlint_pt",
    "Installing collected packages: dawg2, numpy": "dawg2",
    "[notice] A new release of pip is available": undefined,
  };
  for (const [line, shown] of Object.entries(lines)) assert.equal(installing(line), shown, line);
});

test("an answer that a later question overtook is dropped", async () => {
  const latest = new Latest<string>();
  const used: string[] = [];
  let finish: (text: string) => void = () => {};
  const slow = latest.ask(() => new Promise((resolve) => (finish = resolve)), (text) => used.push(text));
  await latest.ask(() => Promise.resolve("new"), (text) => used.push(text));
  finish("old");
  await slow;
  assert.deepEqual(used, ["new"]);
});
