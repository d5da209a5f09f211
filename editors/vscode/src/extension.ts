import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import {
  type Command,
  Latest,
  type Score,
  selector,
  serverCommand,
  serverOptions,
  shown,
  type System,
} from "./logic";

const NAME = "textlint-pt";
const START = "Start";
const NEVER = "Never here";
let client: LanguageClient | undefined;
/** how often the server was to be started: an answer that comes too late starts none */
let starts = 0;

const system: System = {
  get path() {
    return (process.env.PATH ?? "").split(delimiter);
  },
  endings: process.platform === "win32" ? [".exe", ".com"] : [""],
  isAbsolute,
  join,
  relative,
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  real(path) {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  },
};

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 50);
  status.name = NAME;
  status.command = `${NAME}.show-score`;
  const latest = new Latest<Score | null>();

  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !client?.isRunning()) {
      status.hide();
      return;
    }
    const textDocument = { uri: document.uri.toString() };
    void latest
      .ask(
        async () => (await client?.sendRequest<Score | null>(`${NAME}/score`, { textDocument })) ?? null,
        (score) => {
          const said = shown(score, vscode.env.language);
          if (!said) {
            status.hide();
            return;
          }
          status.text = said.text;
          status.tooltip = said.tooltip;
          status.show();
        },
      )
      .catch(() => status.hide());
  };

  const restart = async (again = false): Promise<void> => {
    const mine = ++starts;
    await stop();
    update();
    const given = vscode.workspace.getConfiguration(NAME).get<string[]>("command", []);
    const run = serverCommand(given, folders(), system);
    const way = `${NAME}: pip install textlint-pt, or set "${NAME}.command"`;
    if (!run) {
      void vscode.window.showErrorMessage(`${way} (${given[0] ?? NAME}: not found)`);
      return;
    }
    if (run.asks && !(await mayRun(run, context.workspaceState, again))) return;
    if (mine !== starts) return;
    client = clientOf(run);
    try {
      await client.start();
    } catch (error) {
      void vscode.window.showErrorMessage(`${way} (${String(error)})`);
    }
    update();
  };

  context.subscriptions.push(
    status,
    vscode.commands.registerCommand(`${NAME}.restart`, () => restart(true)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart()),
    vscode.commands.registerCommand(`${NAME}.show-score`, () => {
      const about = status.tooltip;
      void vscode.window.showInformationMessage(typeof about === "string" ? about : NAME);
    }),
    vscode.commands.registerCommand(`${NAME}.fix-all`, () =>
      vscode.commands.executeCommand("editor.action.codeAction", {
        kind: `source.fixAll.${NAME}`,
        apply: "first",
      }),
    ),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.languages.onDidChangeDiagnostics(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${NAME}.command`) || event.affectsConfiguration(`${NAME}.languages`)) {
        void restart();
      } else if (event.affectsConfiguration(NAME)) {
        void client?.sendNotification("workspace/didChangeConfiguration", {
          settings: { [NAME]: options() },
        });
      }
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await stop();
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** Whether code of the workspace may run, which is asked once, and `again` where it was refused. */
async function mayRun(run: Command, answers: vscode.Memento, again: boolean): Promise<boolean> {
  const line = [run.command, ...run.args].join(" ");
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(`${NAME}: not started in a restricted workspace: ${line}`);
    return false;
  }
  const before = answers.get<boolean>(line);
  if (before || (before === false && !again)) return before;
  const question = `${NAME}: start this, which may run code of the workspace? ${line}`;
  const answer = await vscode.window.showWarningMessage(question, START, NEVER);
  if (answer) await answers.update(line, answer === START);
  return answer === START;
}

/** A client that could not be started cannot be stopped either, and says so by throwing. */
async function stop(): Promise<void> {
  await client?.dispose().catch(() => undefined);
  client = undefined;
}

function options(): ReturnType<typeof serverOptions> {
  const settings = vscode.workspace.getConfiguration(NAME);
  return serverOptions((key) => settings.get(key));
}

function clientOf({ command, args }: Command): LanguageClient {
  const settings = vscode.workspace.getConfiguration(NAME);
  const clientOptions: LanguageClientOptions = {
    documentSelector: selector(settings.get<string[]>("languages", [])),
    initializationOptions: options(),
  };
  return new LanguageClient(NAME, NAME, { command, args, options: { cwd: folders()[0] } }, clientOptions);
}
