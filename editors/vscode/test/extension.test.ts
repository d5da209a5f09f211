import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { activate, deactivate } from "../src/extension";
import type { Score } from "../src/logic";
import { world } from "./languageclient";
import { editor, Uri, window, workspace } from "./vscode";

const SCORE: Score = {
  uri: "file:///home/a/a.md", version: 1, total: 0.834, place: "melhor do que 6 em 10 contos", reason: null, findings: 2,
  losses: [{ dimension: "redundancy", title: "redundância", loss: 0.166 }],
};
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const answers = new Map<string, boolean>();
/** where the extension may write, and where it stands */
const [STORAGE, EXTENSION] = [mkdtempSync(join(tmpdir(), "storage-")), mkdtempSync(join(tmpdir(), "extension-"))];
const context = {
  globalStorageUri: { fsPath: STORAGE },
  extensionUri: { fsPath: EXTENSION },
  subscriptions: [] as { dispose: () => unknown }[],
  workspaceState: {
    get: (key: string) => answers.get(key),
    update: async (key: string, value: boolean) => void answers.set(key, value),
  },
};
const programs = mkdtempSync(join(tmpdir(), "textlint-pt-"));
const PROGRAM = join(programs, "textlint-pt");
/** the workspace, with programs of its own */
const FOLDER = mkdtempSync(join(tmpdir(), "workspace-"));
mkdirSync(join(FOLDER, ".venv", "bin"), { recursive: true });
for (const program of [PROGRAM, join(FOLDER, "x"), join(FOLDER, ".venv/bin/textlint-pt")]) {
  writeFileSync(program, "");
  chmodSync(program, 0o755);
}
workspace.workspaceFolders = [{ uri: { fsPath: FOLDER } }];
process.env.PATH = programs;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
/** Wait for what other programs have to do first; what is asserted next says whether it came. */
const until = async (condition: () => unknown): Promise<void> => {
  for (let tries = 0; tries < 1000 && !condition(); tries++) await new Promise((go) => setTimeout(go, 10));
  await settled();
};
const newest = () => world.clients.at(-1)!;

beforeEach(() => {
  editor.settings = { command: ["textlint-pt", "lsp"], languages: ["markdown"], settings: { preset: "story" } };
  window.activeTextEditor = { document: { uri: { toString: () => SCORE.uri }, languageId: "markdown" } };
  Object.assign(world, { startable: true, score: SCORE, clients: [] });
  editor.errors.length = editor.messages.length = editor.executed.length = 0;
  editor.questions.length = editor.opened.length = editor.applied.length = 0;
  editor.progress.length = editor.byWorkspace.length = editor.shown.length = 0;
  editor.answer = undefined;
  workspace.isTrusted = true;
  workspace.textDocuments = [{ languageId: "markdown" }];
  answers.clear();
});

afterEach(async () => {
  await deactivate();
  for (const one of context.subscriptions.splice(0)) one.dispose();
  editor.bar.hide();
});

const activated = async (): Promise<void> => {
  await activate(context as never);
  await settled();
};

test("activation starts the server in the workspace, for the kinds of text that are set", async () => {
  await activated();
  const { server, options } = newest();
  assert.deepEqual(server, { command: PROGRAM, args: ["lsp"], options: { cwd: FOLDER } });
  assert.deepEqual(options.documentSelector, [
    { scheme: "file", language: "markdown" },
    { scheme: "untitled", language: "markdown" },
  ]);
  assert.deepEqual(options.initializationOptions, {
    settings: { preset: "story" }, references: {}, maxSize: 1_000_000, offerUndo: true, trusted: true,
  });
});

test("no server starts before a text that is checked is opened", async () => {
  workspace.textDocuments = [{ languageId: "chat" }];
  await activated();
  editor.trust.fire();
  editor.set({ languages: ["markdown", "plaintext"] });
  await settled();
  assert.equal(world.clients.length, 0);
  workspace.textDocuments.push({ languageId: "plaintext" });
  editor.openedText.fire({});
  editor.openedText.fire({});
  await settled();
  assert.equal(world.clients.length, 1);
});

test("every command of the manifest is there, and activation knows every kind of text", async () => {
  await activated();
  const promised = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  assert.deepEqual([...editor.commands.keys()].sort(), promised.sort());
  const kinds = manifest.contributes.configuration.properties["textlint-pt.languages"].default;
  assert.deepEqual(manifest.activationEvents, kinds.map((kind: string) => `onLanguage:${kind}`));
});

test("the status bar has the score of the text that is seen", async () => {
  await activated();
  assert.deepEqual(newest().requests, [["textlint-pt/score", { textDocument: { uri: SCORE.uri } }]]);
  assert.equal(editor.bar.shown, true);
  assert.equal(editor.bar.text, "$(checklist) 83");
  world.score = { ...SCORE, total: 0.5 };
  editor.diagnostics.fire({});
  await settled();
  assert.equal(editor.bar.text, "$(checklist) 50");
  await editor.commands.get(editor.bar.command)!();
  assert.deepEqual(editor.messages, ["textlint-pt: 50; melhor do que 6 em 10 contos; redundância: −17"]);
  window.activeTextEditor = undefined;
  editor.activeEditor.fire(undefined);
  assert.equal(editor.bar.shown, false);
});

test("nothing is shown for a text that was not checked", async () => {
  world.score = null;
  await activated();
  assert.equal(editor.bar.shown, false);
  await editor.commands.get("textlint-pt.show-score")!();
  window.activeTextEditor!.document.languageId = "python";
  await editor.commands.get("textlint-pt.show-score")!();
  assert.deepEqual(editor.messages, [
    "The text is still being checked.", "There is no score: no text that is checked is open.",
  ]);
});

test("settings go to the server that runs", async () => {
  await activated();
  editor.set({ settings: { preset: "docs" } });
  assert.deepEqual(newest().notifications, [[
    "workspace/didChangeConfiguration",
    { settings: { "textlint-pt": { settings: { preset: "docs" }, references: {}, maxSize: 1_000_000, offerUndo: true, trusted: true } } },
  ]]);
  assert.equal(world.clients.length, 1);
});

test("what a server that cannot be started says is left to the library, which shows it", async () => {
  world.startable = false;
  await activated();
  assert.deepEqual(editor.errors, []);
  assert.equal(editor.bar.shown, false);
});

test("a program that is named and not there can be chosen anew", async () => {
  editor.settings.command = ["/nowhere/textlint-pt", "lsp"];
  editor.answer = "Choose…";
  editor.chosen = PROGRAM;
  await activated();
  await until(() => editor.errors.length);
  assert.match(editor.errors[0]!, /\/nowhere\/textlint-pt, which the setting/);
  assert.deepEqual(editor.offered, ["Choose…", "Help"]);
  assert.deepEqual(newest().server, { command: PROGRAM, args: ["lsp"], options: { cwd: FOLDER } });
  assert.equal(newest().state, "running");
});

/** As many programs of the system as are wanted, for one test. */
const withPrograms = async (scripts: Record<string, string>, act: () => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "path-"));
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  process.env.PATH = folder;
  delete editor.settings.command;
  try {
    await act();
  } finally {
    process.env.PATH = programs;
  }
};
const WHEEL = join(EXTENSION, "dist", "textlint_pt-0.1.0-py3-none-any.whl");
/** A Python that makes environments whose pip installs a textlint-pt. */
const PYTHON = `case "$3" in
venv) mkdir -p "$5/bin"; cp "$0" "$5/bin/python" ;;
pip) echo "Collecting numpy"; echo > "$(dirname "$0")/textlint-pt"; chmod +x "$(dirname "$0")/textlint-pt" ;;
esac`.replaceAll("mkdir", "/bin/mkdir").replaceAll("cp ", "/bin/cp ").replaceAll("dirname", "/usr/bin/dirname").replaceAll("chmod", "/bin/chmod");

const bringWheel = (content: string): void => {
  mkdirSync(join(EXTENSION, "dist"), { recursive: true });
  writeFileSync(WHEEL, content);
};

test("one message installs textlint-pt where there is none, and the server starts", async () => {
  bringWheel("wheel");
  await withPrograms({ python3: PYTHON }, async () => {
    editor.answer = "Install";
    await activated();
    await until(() => editor.errors.length);
    await until(() => world.clients.length);
    assert.equal(editor.errors.length, 1);
    assert.deepEqual(editor.offered, ["Install", "Choose…", "Help"]);
    assert.deepEqual(editor.progress, ["numpy"]);
    assert.ok(newest().server.command.startsWith(STORAGE));
    assert.equal(newest().state, "running");
  });
});

test("a newer wheel takes the place of what was installed, unasked", async () => {
  bringWheel("a newer wheel");
  await withPrograms({ python3: PYTHON }, async () => {
    const [before] = readdirSync(STORAGE);
    await activated();
    assert.deepEqual(editor.errors, []);
    const [after, ...others] = readdirSync(STORAGE);
    assert.notEqual(after, before);
    assert.deepEqual(others, []);
    assert.ok(newest().server.command.startsWith(join(STORAGE, after!)));
  });
});

test("what fails is said, and nothing is left of it", async () => {
  rmSync(STORAGE, { recursive: true });
  const fails = PYTHON.replace('echo "Collecting numpy"', 'echo "ERROR: No network"; exit 1');
  await withPrograms({ python3: fails }, async () => {
    editor.answer = "Install";
    await activated();
    await until(() => editor.errors.length > 1);
    assert.equal(editor.errors[1], "textlint-pt could not be installed: ERROR: No network");
    assert.deepEqual(readdirSync(STORAGE), []);
    assert.equal(world.clients.length, 0);
  });
});

for (const [python, said] of [
  [{}, /needs Python 3\.11 or newer/],
  [{ python3: "exit 4" }, /needs Python 3\.11 or newer/],
  [{ python3: "exit 3", python: "exit 9" }, /sudo apt install python3-venv/],
] as const) {
  test(`without a Python that installs the way to one is told: ${said.source}`, async () => {
    await withPrograms(python, async () => {
      editor.answer = "Get Python";
      await activated();
      await until(() => editor.errors.length);
      assert.match(editor.errors[0]!, said);
      assert.deepEqual(editor.offered, ["Get Python", "Choose…", "Help"]);
      assert.match(editor.opened[0]!, /python\.org/);
      await editor.commands.get("textlint-pt.show-score")!();
      await until(() => editor.errors.length > 1);
      assert.equal(editor.errors.length, 2); // what asks for the server says why there is none
    });
  });
}

test("a program that the workspace names and that is not there is named", async () => {
  editor.byWorkspace.push("command");
  editor.settings.command = [".venv/bin/gone", "lsp"];
  await activated();
  await until(() => editor.errors.length);
  assert.match(editor.errors[0]!, /^\.venv\/bin\/gone, which the setting/);
  assert.deepEqual(editor.offered, ["Choose…", "Help"]);
});

test("a program that the workspace names is asked about, wherever it is", async () => {
  editor.byWorkspace.push("command");
  await activated();
  assert.equal(editor.questions.length, 1);
  assert.equal(world.clients.length, 0);
});

test("what was found in a file of a word processor is listed, beside its text", async () => {
  await activated();
  const file = { with: ({ scheme }: { scheme: string }) => new Uri(`${scheme}:/a.docx`), toString: () => "file:/a.docx" };
  world.checked = { text: "Um texto.\n", diagnostics: ["one"] };
  const check = editor.commands.get("textlint-pt.check-file")!;
  await check(file);
  assert.deepEqual(newest().requests.at(-1), ["textlint-pt/check", { uri: "file:/a.docx" }]);
  assert.deepEqual(editor.shown, ["Um texto.\n"]);
  assert.deepEqual([...editor.found], [["textlint-pt-text:/a.docx", ["one"]]]);
  assert.deepEqual(editor.executed, [["workbench.actions.view.problems"]]);
  editor.closed.fire({ uri: new Uri("textlint-pt-text:/a.docx") });
  assert.equal(editor.found.size, 0);
  world.checked = { text: "Um texto.\n", diagnostics: [] };
  await check(file);
  world.checked = { problem: "a.docx: damaged" };
  await check(file);
  assert.deepEqual([editor.messages, editor.questions], [["Nothing was found."], ["a.docx: damaged"]]);
});

test("a page about a rule is a preview, another document is opened", async () => {
  await activated();
  const { showDocument } = (newest().options as never as { middleware: { window: {
    showDocument: (params: { uri: string }, next: () => unknown) => Promise<unknown> } } }).middleware.window;
  const page = "file:///home/a/.cache/textlint-pt/rules/GRA103.md";
  assert.deepEqual(await showDocument({ uri: page }, () => assert.fail()), { success: true });
  assert.deepEqual(editor.executed.map(String), [`markdown.showPreview,${page},,[object Object]`]);
  assert.equal(await showDocument({ uri: "file:///home/a/a.md" }, async () => "opened"), "opened");
});

test("everything that is shown is there in Portuguese", () => {
  const read = (name: string) => JSON.parse(readFileSync(name, "utf8")) as Record<string, string>;
  const [english, portuguese] = [read("package.nls.json"), read("package.nls.pt-br.json")];
  assert.deepEqual(Object.keys(portuguese), Object.keys(english));
  const named = JSON.stringify(manifest).match(/%[\w.-]+%/g)!.map((name) => name.slice(1, -1));
  assert.deepEqual(named.sort(), Object.keys(english).sort());
  const source = readFileSync("src/extension.ts", "utf8");
  const said = [...source.matchAll(/"([^"\n]+)"/g)].map(([, text]) => text!);
  const translated = Object.keys(read("l10n/bundle.l10n.pt-br.json"));
  for (const text of translated) assert.ok(said.includes(text), text);
  const shown = [...source.matchAll(/\bsay\(\s*"([^"\n]+)"/g)].map(([, text]) => text!);
  assert.ok(shown.length > 15);
  for (const text of shown) assert.ok(translated.includes(text), text);
});

for (const command of [[".venv/bin/textlint-pt", "lsp"], [join(FOLDER, "x"), "lsp"], ["textlint-pt", "-m", "x"]]) {
  test(`what may run code of the workspace is asked once: ${command.join(" ").replace(FOLDER, "")}`, async () => {
    editor.settings.command = command;
    await activated(); // the question is closed without an answer
    assert.equal(editor.questions.length, 1);
    assert.match(editor.questions[0]!, /may run code of the workspace/);
    assert.equal(world.clients.length, 0);
    editor.answer = "Start";
    await editor.commands.get("textlint-pt.restart")!();
    assert.equal(newest().state, "running");
    editor.answer = undefined;
    await editor.commands.get("textlint-pt.restart")!();
    assert.equal(editor.questions.length, 2);
    assert.equal(newest().state, "running");
  });
}

test("a refusal is remembered until the server is asked for", async () => {
  editor.settings.command = [".venv/bin/textlint-pt", "lsp"];
  editor.answer = "Never here";
  await activated();
  editor.trust.fire();
  await settled();
  assert.equal(editor.questions.length, 1);
  editor.answer = "Start";
  await editor.commands.get("textlint-pt.restart")!();
  assert.equal(newest().state, "running");
});

test("a restricted workspace runs no program of its own, and none is asked about", async () => {
  workspace.isTrusted = false;
  editor.answer = "Start";
  editor.settings.command = [".venv/bin/textlint-pt", "lsp"];
  await activated();
  assert.equal(world.clients.length, 0);
  workspace.isTrusted = true;
  editor.trust.fire();
  await settled();
  assert.equal(newest().state, "running");
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, "limited");
  assert.ok(restrictedConfigurations.includes("textlint-pt.command"));
  assert.equal(manifest.contributes.configuration.properties["textlint-pt.command"].scope, "window");
});

test("the program that is installed runs in a restricted workspace, too", async () => {
  workspace.isTrusted = false;
  await activated();
  assert.equal(newest().server.command, PROGRAM);
  assert.equal(editor.questions.length, 0);
  const given = newest().options.initializationOptions as { trusted: boolean };
  assert.equal(given.trusted, false);
});

test("another start ends the server before", async () => {
  await activated();
  const [first] = world.clients;
  await editor.commands.get("textlint-pt.restart")!();
  assert.equal(first!.state, "stopped");
  assert.equal(newest().state, "running");
  await deactivate();
  assert.equal(newest().state, "stopped");
});

test("all that is safe is corrected, and how much is said", async () => {
  await activated();
  const edit = { entries: () => [["file:///home/a/a.md", ["one", "two"]]] };
  for (const [actions, said] of [[[{ edit }], "2 corrections"], [[], "Nothing can be corrected safely."]] as const) {
    editor.actions = [...actions];
    await editor.commands.get("textlint-pt.fix-all")!();
    assert.equal(editor.messages.pop(), said);
  }
  assert.deepEqual(editor.applied, [edit]);
});
