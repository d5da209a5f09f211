import { join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { Latest, type Score, selector, serverCommand, serverOptions, shown } from "./logic";

const NAME = "textlint-pt";
let client: LanguageClient | undefined;

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

  const restart = async (): Promise<void> => {
    await stop();
    client = started();
    try {
      await client.start();
    } catch (error) {
      const way = `${NAME}: pip install textlint-pt, or set "${NAME}.command"`;
      void vscode.window.showErrorMessage(`${way} (${String(error)})`);
    }
    update();
  };

  context.subscriptions.push(
    status,
    vscode.commands.registerCommand(`${NAME}.restart`, restart),
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

/** A client that could not be started cannot be stopped either, and says so by throwing. */
async function stop(): Promise<void> {
  await client?.dispose().catch(() => undefined);
  client = undefined;
}

function options(): ReturnType<typeof serverOptions> {
  const settings = vscode.workspace.getConfiguration(NAME);
  return serverOptions((key) => settings.get(key));
}

function started(): LanguageClient {
  const settings = vscode.workspace.getConfiguration(NAME);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const run = serverCommand(settings.get<string[]>("command", []), folder, join);
  const clientOptions: LanguageClientOptions = {
    documentSelector: selector(settings.get<string[]>("languages", [])),
    initializationOptions: options(),
  };
  return new LanguageClient(NAME, NAME, { ...run, options: { cwd: folder } }, clientOptions);
}
