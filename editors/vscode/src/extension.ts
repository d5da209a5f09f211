import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ShowDocumentResult } from "vscode-languageclient/node";
import {
  type Command,
  isPage,
  Latest,
  type Score,
  selector,
  serverCommand,
  serverOptions,
  shown,
  type System,
} from "./logic";

const NAME = "textlint-pt";
const HELP = "https://textlint-pt.github.io/textlint-pt/pt/editor-vscode.html";
const say = vscode.l10n.t;
const NEVER_CANCELLED = new vscode.CancellationTokenSource().token;
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
    if (!run || !system.isProgram(run.command)) {
      void missing(given[0] ?? NAME);
      return;
    }
    if (run.asks && !(await mayRun(run, context.workspaceState, again))) return;
    if (mine !== starts) return;
    client = clientOf(run);
    await client.start().catch(() => undefined); // the library has shown why
    update();
  };

  context.subscriptions.push(
    status,
    vscode.commands.registerCommand(`${NAME}.restart`, () => restart(true)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart()),
    vscode.commands.registerCommand(`${NAME}.show-score`, () => {
      const about = client?.isRunning() ? status.tooltip : undefined;
      const none = say("There is no score: no text that is checked is open.");
      void vscode.window.showInformationMessage(typeof about === "string" ? about : none);
    }),
    vscode.commands.registerCommand(`${NAME}.fix-all`, fixAll),
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

/** One message for whoever has no textlint-pt yet: a program can be chosen, and help is a click away. */
async function missing(program: string): Promise<void> {
  const [choose, help] = [say("Choose…"), say("Help")];
  const text =
    "textlint-pt is not installed, or not found ({0}). It corrects Portuguese as you write; it is a program of its own.";
  const answer = await vscode.window.showErrorMessage(say(text, program), choose, help);
  if (answer === help) await vscode.env.openExternal(vscode.Uri.parse(HELP));
  if (answer !== choose) return;
  const [chosen] = (await vscode.window.showOpenDialog({ title: choose })) ?? [];
  if (!chosen) return;
  const settings = vscode.workspace.getConfiguration(NAME);
  await settings.update("command", [chosen.fsPath, "lsp"], vscode.ConfigurationTarget.Global);
}

/** Correct what is safe in the text that is seen, and say how much that was. */
async function fixAll(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const kind = `source.fixAll.${NAME}`;
  const offered = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    whole,
    kind,
  );
  const edits = (offered ?? []).flatMap(({ edit }) => (edit ? [edit] : []));
  for (const edit of edits) await vscode.workspace.applyEdit(edit);
  const count = edits.flatMap((edit) => edit.entries()).reduce((sum, [, parts]) => sum + parts.length, 0);
  const said = count === 0 ? say("Nothing can be corrected safely.") : say("{0} corrections", count);
  void vscode.window.showInformationMessage(count === 1 ? say("1 correction") : said);
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** Whether code of the workspace may run, which is asked once, and `again` where it was refused. */
async function mayRun(run: Command, answers: vscode.Memento, again: boolean): Promise<boolean> {
  const line = [run.command, ...run.args].join(" ");
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(say("Not started in a restricted workspace: {0}", line));
    return false;
  }
  const before = answers.get<boolean>(line);
  if (before || (before === false && !again)) return before;
  const question = say("Start this, which may run code of the workspace? {0}", line);
  const [start, never] = [say("Start"), say("Never here")];
  const answer = await vscode.window.showWarningMessage(question, start, never);
  if (answer) await answers.update(line, answer === start);
  return answer === start;
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
    middleware: {
      window: {
        // a page to read, which is neither edited nor checked
        async showDocument(params, next) {
          if (!isPage(params.uri)) return (await next(params, NEVER_CANCELLED)) as ShowDocumentResult;
          await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.parse(params.uri));
          return { success: true };
        },
      },
    },
  };
  return new LanguageClient(NAME, NAME, { command, args, options: { cwd: folders()[0] } }, clientOptions);
}
