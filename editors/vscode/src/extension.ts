import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import * as vscode from "vscode";
import {
  type Diagnostic,
  LanguageClient,
  type LanguageClientOptions,
  type ShowDocumentResult,
} from "vscode-languageclient/node";
import { Environment, findPython } from "./environment";
import {
  type Checked,
  type Command,
  installing,
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
const PYTHON = "https://www.python.org/downloads/";
/** scheme of the text of a file that VS Code itself cannot show */
const TEXT = "textlint-pt-text";
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
  const log = vscode.window.createOutputChannel(NAME);
  const environment = new Environment(
    context.globalStorageUri.fsPath,
    vscode.Uri.joinPath(context.extensionUri, "dist").fsPath,
  );
  const latest = new Latest<Score | null>();
  let score: ReturnType<typeof shown> = null;

  const show = (answer: Score | null): void => {
    score = shown(answer, vscode.env.language);
    if (!score) {
      status.hide();
      return;
    }
    status.text = score.text;
    status.tooltip = score.tooltip;
    status.show();
  };

  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !client?.isRunning()) {
      show(null);
      return;
    }
    const textDocument = { uri: document.uri.toString() };
    const ask = async () => (await client?.sendRequest<Score | null>(`${NAME}/score`, { textDocument })) ?? null;
    void latest.ask(ask, show).catch(() => show(null));
  };

  const restart = async (again = false): Promise<void> => {
    const mine = ++starts;
    await stop();
    update();
    const run = await command(environment);
    if (!run) {
      void missing(environment, log).then((done) => (done ? restart() : undefined));
      return;
    }
    if (run.asks && !(await mayRun(run, context.workspaceState, again))) return;
    if (mine !== starts) return;
    client = clientOf(run);
    await client.start().catch(() => undefined); // the library has shown why
    update();
  };

  /** Start with the first text that is checked: an editor's own input fields are texts, too. */
  let begun = false;
  const begin = async (): Promise<void> => {
    if (begun || !vscode.workspace.textDocuments.some(isChecked)) return;
    begun = true;
    await restart();
  };

  /** Do what asks the server, which is started where it does not run; that says why it cannot be. */
  const served = <T extends unknown[]>(act: (...given: T) => unknown) => async (...given: T): Promise<void> => {
    if (!client?.isRunning()) await restart(true);
    if (client?.isRunning()) await act(...given);
  };

  const showScore = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    const none = document && isChecked(document)
      ? say("The text is still being checked.")
      : say("There is no score: no text that is checked is open.");
    void vscode.window.showInformationMessage(score?.tooltip.replaceAll("\n", "; ") ?? none);
  };

  const { checkFile, dispose } = files();
  context.subscriptions.push(
    status,
    log,
    { dispose },
    vscode.commands.registerCommand(`${NAME}.restart`, () => restart(true)),
    vscode.workspace.onDidOpenTextDocument(begin),
    vscode.workspace.onDidGrantWorkspaceTrust(() => (begun ? restart() : undefined)),
    vscode.commands.registerCommand(`${NAME}.show-score`, served(showScore)),
    vscode.commands.registerCommand(`${NAME}.fix-all`, served(fixAll)),
    vscode.commands.registerCommand(`${NAME}.check-file`, served(checkFile)),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.languages.onDidChangeDiagnostics(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${NAME}.command`) || event.affectsConfiguration(`${NAME}.languages`)) {
        void (begun ? restart() : begin());
      } else if (event.affectsConfiguration(NAME)) {
        void client?.sendNotification("workspace/didChangeConfiguration", {
          settings: { [NAME]: options() },
        });
      }
    }),
  );
  await begin();
}

export async function deactivate(): Promise<void> {
  await stop();
}

/** What the settings say that starts the server, and whether they are those of a workspace that is trusted. */
function named(): { given?: string[]; byWorkspace: boolean } {
  const said = vscode.workspace.getConfiguration(NAME).inspect<string[]>("command");
  const given = vscode.workspace.isTrusted ? (said?.workspaceFolderValue ?? said?.workspaceValue) : undefined;
  return given ? { given, byWorkspace: true } : { given: said?.globalValue, byWorkspace: false };
}

/** What starts the server: the program that is named, or found, or the extension's own. */
async function command(environment: Environment): Promise<Command | null> {
  const { given, byWorkspace } = named();
  const run = serverCommand(given ?? [], folders(), system);
  if (run && system.isProgram(run.command)) return byWorkspace ? { ...run, asks: true } : run;
  if (given) return null;
  const own = environment.program;
  if (!own || !system.isProgram(own.path)) return null;
  if (own.stale && environment.wheel) {
    const { path } = await findPython(system);
    if (path) await install(environment, path).catch(() => undefined); // the older one goes on
  }
  const program = environment.program?.path;
  return program && system.isProgram(program) ? { command: program, args: ["lsp"], asks: false } : null;
}

/** One message for whoever has no textlint-pt yet: a click installs it. Whether that is to be looked for again. */
async function missing(environment: Environment, log: vscode.OutputChannel): Promise<boolean> {
  const [program] = named().given ?? [];
  const python = await findPython(system);
  const answers = {
    install: say("Install"),
    python: say("Get Python"),
    choose: say("Choose…"),
    help: say("Help"),
  };
  let text = say("textlint-pt corrects Portuguese while you write. Its program is not on this machine yet.");
  let way = environment.wheel ? [python.path ? answers.install : answers.python] : [];
  if (program) {
    text = say("{0}, which the setting textlint-pt.command names, is not there.", program);
    way = [];
  } else if (python.lacksEnsurepip) {
    text += ` ${say("Python lacks what installs it: in Debian and Ubuntu, sudo apt install python3-venv. Then start VS Code again.")}`;
  } else if (!python.path) {
    text += ` ${say("It needs Python 3.11 or newer, which was not found. Install that, then start VS Code again.")}`;
  }
  const offered = [...way, answers.choose, answers.help];
  const answer = await vscode.window.showErrorMessage(text, ...offered); // others go away unanswered
  if (answer === answers.help) await vscode.env.openExternal(vscode.Uri.parse(HELP));
  if (answer === answers.python) await vscode.env.openExternal(vscode.Uri.parse(PYTHON));
  if (answer === answers.choose) await choose();
  if (answer !== answers.install || !python.path) return false;
  try {
    await install(environment, python.path, log);
    return true;
  } catch (error) {
    void failed(error as Error, log);
    return false;
  }
}

async function choose(): Promise<void> {
  const [chosen] = (await vscode.window.showOpenDialog({ title: say("Choose…") })) ?? [];
  if (!chosen) return;
  const settings = vscode.workspace.getConfiguration(NAME);
  await settings.update("command", [chosen.fsPath, "lsp"], vscode.ConfigurationTarget.Global);
}

/** Make the extension's own environment, with what is being done shown. */
async function install(environment: Environment, python: string, log?: vscode.OutputChannel): Promise<void> {
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: say("Installing textlint-pt"),
    cancellable: true,
  };
  await vscode.window.withProgress(progress, async (shown, cancelled) => {
    const ending = new AbortController();
    cancelled.onCancellationRequested(() => ending.abort());
    const said = (line: string): void => {
      log?.appendLine(line);
      const message = installing(line);
      if (message) shown.report({ message });
    };
    await environment.make(python, said, ending.signal);
  });
}

async function failed(error: Error, log: vscode.OutputChannel): Promise<void> {
  if (error.name === "AbortError") return;
  const details = say("Show the log");
  const text = say("textlint-pt could not be installed: {0}", error.message);
  if ((await vscode.window.showErrorMessage(text, details)) === details) log.show();
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

/** Files that VS Code cannot show: their text is, and what was found in it. */
function files(): { checkFile: (file: vscode.Uri) => Promise<void>; dispose: () => void } {
  const texts = new Map<string, string>();
  const found = vscode.languages.createDiagnosticCollection(NAME);
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const parts = [
    found,
    changed,
    vscode.workspace.registerTextDocumentContentProvider(TEXT, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (texts.delete(uri.toString())) found.delete(uri);
    }),
  ];
  const checkFile = async (file: vscode.Uri): Promise<void> => {
    if (!client) return;
    const progress = { location: vscode.ProgressLocation.Window, title: NAME };
    const asked = { uri: file.toString() };
    const { text, diagnostics, problem } = await vscode.window.withProgress(progress, async () =>
      client!.sendRequest<Checked<Diagnostic>>(`${NAME}/check`, asked),
    );
    if (text === undefined) {
      void vscode.window.showWarningMessage(problem ?? "");
      return;
    }
    const place = file.with({ scheme: TEXT });
    texts.set(place.toString(), text);
    changed.fire(place);
    found.set(place, await client.protocol2CodeConverter.asDiagnostics(diagnostics ?? []));
    await vscode.window.showTextDocument(place, { preview: false });
    if (diagnostics?.length) await vscode.commands.executeCommand("workbench.actions.view.problems");
    else void vscode.window.showInformationMessage(say("Nothing was found."));
  };
  return { checkFile, dispose: () => parts.forEach((part) => part.dispose()) };
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
  return serverOptions((key) => settings.get(key), vscode.workspace.isTrusted);
}

const languages = (): string[] => vscode.workspace.getConfiguration(NAME).get<string[]>("languages", []);

const isChecked = (document: vscode.TextDocument): boolean =>
  vscode.languages.match(selector(languages()), document) > 0;

function clientOf({ command, args }: Command): LanguageClient {
  const clientOptions: LanguageClientOptions = {
    documentSelector: selector(languages()),
    initializationOptions: options(),
    middleware: {
      window: {
        // a page to read, which is neither edited nor checked
        async showDocument(params, next) {
          if (!isPage(params.uri)) return (await next(params, NEVER_CANCELLED)) as ShowDocumentResult;
          const page = vscode.Uri.parse(params.uri);
          await vscode.commands.executeCommand("markdown.showPreview", page, undefined, { locked: true });
          return { success: true };
        },
      },
    },
  };
  return new LanguageClient(NAME, NAME, { command, args, options: { cwd: folders()[0] } }, clientOptions);
}
