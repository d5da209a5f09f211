import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { Latest, type Score, selector, serverCommand, serverOptions, shown } from "../src/logic";

const SCORE: Score = {
  uri: "file:///a.md",
  version: 3,
  total: 0.834,
  band: "alta",
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
    tooltip: "textlint-pt: 83 (alta)\nredundância: −12\nfoco: −5",
  });
});

test("where no score is given the reason stands", () => {
  const none = { ...SCORE, total: null, band: null, reason: "texto vazio", losses: [] };
  assert.deepEqual(shown(none, "pt"), { text: "$(checklist) –", tooltip: "texto vazio" });
  assert.equal(shown(null, "pt"), null);
});

test("settings of the server and no others are sent", () => {
  const given: Record<string, unknown> = { settings: { preset: "story" }, command: ["x"] };
  assert.deepEqual(serverOptions((key) => given[key]), {
    settings: { preset: "story" },
    references: {},
    maxSize: 1_000_000,
  });
});

test("a command beside the workspace", () => {
  const join = posix.join;
  assert.deepEqual(serverCommand([".venv/bin/textlint-pt", "lsp"], "/home/a", join), {
    command: "/home/a/.venv/bin/textlint-pt",
    args: ["lsp"],
  });
  assert.deepEqual(serverCommand(["textlint-pt", "lsp"], "/home/a", join).command, "textlint-pt");
  assert.deepEqual(serverCommand([], undefined, join), { command: "textlint-pt", args: ["lsp"] });
});

test("saved and unsaved documents are checked", () => {
  assert.deepEqual(selector(["markdown"]), [
    { scheme: "file", language: "markdown" },
    { scheme: "untitled", language: "markdown" },
  ]);
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
