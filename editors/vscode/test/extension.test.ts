import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { activate, deactivate } from "../src/extension";
import type { Score } from "../src/logic";
import { world } from "./languageclient";
import { editor, window, workspace } from "./vscode";

const SCORE: Score = {
  uri: "file:///home/a/a.md", version: 1, total: 0.834, band: "alta", reason: null, findings: 2,
  losses: [{ dimension: "redundancy", title: "redundância", loss: 0.166 }],
};
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const answers = new Map<string, boolean>();
const context = {
  subscriptions: [] as { dispose: () => unknown }[],
  workspaceState: {
    get: (key: string) => answers.get(key),
    update: async (key: string, value: boolean) => void answers.set(key, value),
  },
};
const programs = mkdtempSync(join(tmpdir(), "textlint-pt-"));
const PROGRAM = join(programs, "textlint-pt");
writeFileSync(PROGRAM, "");
chmodSync(PROGRAM, 0o755);
process.env.PATH = programs;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
const newest = () => world.clients.at(-1)!;

beforeEach(() => {
  editor.settings = { command: ["textlint-pt", "lsp"], languages: ["markdown"], settings: { preset: "story" } };
  window.activeTextEditor = { document: { uri: { toString: () => SCORE.uri } } };
  Object.assign(world, { startable: true, score: SCORE, clients: [] });
  editor.errors.length = editor.messages.length = editor.executed.length = 0;
  editor.questions.length = 0;
  editor.answer = undefined;
  workspace.isTrusted = true;
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
  assert.deepEqual(server, { command: PROGRAM, args: ["lsp"], options: { cwd: "/home/a" } });
  assert.deepEqual(options.documentSelector, [
    { scheme: "file", language: "markdown" },
    { scheme: "untitled", language: "markdown" },
  ]);
  assert.deepEqual(options.initializationOptions, {
    settings: { preset: "story" }, references: {}, maxSize: 1_000_000,
  });
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
  editor.commands.get(editor.bar.command)!();
  assert.deepEqual(editor.messages, ["textlint-pt: 50 (alta)\nredundância: −17"]);
  window.activeTextEditor = undefined;
  editor.activeEditor.fire(undefined);
  assert.equal(editor.bar.shown, false);
});

test("nothing is shown for a text that was not checked", async () => {
  world.score = null;
  await activated();
  assert.equal(editor.bar.shown, false);
});

test("settings go to the server that runs", async () => {
  await activated();
  editor.set({ settings: { preset: "docs" } });
  assert.deepEqual(newest().notifications, [[
    "workspace/didChangeConfiguration",
    { settings: { "textlint-pt": { settings: { preset: "docs" }, references: {}, maxSize: 1_000_000 } } },
  ]]);
  assert.equal(world.clients.length, 1);
});

test("a server that cannot be started is said, and another command starts one", async () => {
  world.startable = false;
  await activated();
  assert.equal(editor.errors.length, 1);
  assert.match(editor.errors[0]!, /pip install textlint-pt.*ENOENT/);
  assert.equal(editor.bar.shown, false);
  world.startable = true;
  editor.answer = "Start";
  editor.set({ command: [".venv/bin/textlint-pt", "lsp"] });
  await settled();
  assert.equal(newest().server.command, "/home/a/.venv/bin/textlint-pt");
  assert.equal(newest().state, "running");
  assert.equal(editor.bar.shown, true);
});

test("a program that is nowhere is said, and not looked for in the workspace", async () => {
  editor.settings.command = ["textlint-pt-gone", "lsp"];
  await activated();
  assert.equal(world.clients.length, 0);
  assert.match(editor.errors[0]!, /pip install textlint-pt.*textlint-pt-gone: not found/);
});

for (const command of [[".venv/bin/textlint-pt", "lsp"], ["/home/a/x", "lsp"], ["textlint-pt", "-m", "x"]]) {
  test(`what may run code of the workspace is asked once: ${command.join(" ")}`, async () => {
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
  assert.equal(manifest.contributes.configuration.properties["textlint-pt.command"].scope, "machine");
});

test("the program that is installed runs in a restricted workspace, too", async () => {
  workspace.isTrusted = false;
  await activated();
  assert.equal(newest().server.command, PROGRAM);
  assert.equal(editor.questions.length, 0);
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

test("all that is safe is corrected by the editor's own command", async () => {
  await activated();
  await editor.commands.get("textlint-pt.fix-all")!();
  assert.deepEqual(editor.executed, [
    ["editor.action.codeAction", { kind: "source.fixAll.textlint-pt", apply: "first" }],
  ]);
});
