/** As much of VS Code as the extension touches, so that its logic can be tested under node. */

export type Listener<T> = (event: T) => void;

export class Emitter<T> {
  private readonly listeners = new Set<Listener<T>>();

  dispose(): void {}

  readonly event = (listener: Listener<T>): { dispose: () => void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** What tests set and look at. */
export const editor = {
  settings: {} as Record<string, unknown>,
  /** the settings that the workspace makes */
  byWorkspace: [] as string[],
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  executed: [] as unknown[][],
  errors: [] as string[],
  /** buttons of the message that was shown last, and what was said of progress */
  offered: [] as string[],
  progress: [] as string[],
  /** texts of files that VS Code itself cannot show, and what was found in them */
  provider: undefined as { provideTextDocumentContent: (uri: Uri) => string } | undefined,
  found: new Map<string, unknown>(),
  openedText: new Emitter<unknown>(),
  closed: new Emitter<unknown>(),
  shown: [] as string[],
  messages: [] as string[],
  /** what was asked, and what is answered */
  questions: [] as string[],
  answer: undefined as string | undefined,
  /** the file that is chosen, and what the editor's own commands give */
  chosen: "",
  opened: [] as string[],
  actions: [] as unknown[],
  applied: [] as unknown[],
  trust: new Emitter<void>(),
  bar: { name: "", command: "", text: "", tooltip: "", shown: false, show() { this.shown = true; }, hide() { this.shown = false; }, dispose() {} },
  activeEditor: new Emitter<unknown>(),
  diagnostics: new Emitter<unknown>(),
  configuration: new Emitter<{ affectsConfiguration: (section: string) => boolean }>(),
  /** Change settings as the user does. */
  set(values: Record<string, unknown>): void {
    Object.assign(editor.settings, values);
    const changed = Object.keys(values).map((key) => `textlint-pt.${key}`);
    editor.configuration.fire({
      affectsConfiguration: (section) => changed.some((key) => key === section || key.startsWith(`${section}.`)),
    });
  },
};

export { Emitter as EventEmitter };
export class Uri {
  constructor(readonly uri: string) {}
  static parse = (uri: string) => new Uri(uri);
  static joinPath = (uri: { fsPath: string }, ...parts: string[]) => ({ fsPath: [uri.fsPath, ...parts].join("/") });
  with = ({ scheme }: { scheme: string }) => new Uri(this.uri.replace(/^\w+/, scheme));
  toString = () => this.uri;
}
export const ProgressLocation = { Window: 10, Notification: 15 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ConfigurationTarget = { Global: 1 };
export class CancellationTokenSource {
  token = {};
}
export class Range {
  constructor(...readonly_: number[]) {
    void readonly_;
  }
}
export const l10n = {
  t: (text: string, ...fields: unknown[]) => text.replace(/\{(\d)\}/g, (_, number) => String(fields[number])),
};
export const env = { language: "pt", openExternal: async (uri: Uri) => void editor.opened.push(uri.toString()) };
export const window = {
  activeTextEditor: undefined as { document: { uri: { toString: () => string }; languageId?: string; lineCount?: number } } | undefined,
  createStatusBarItem: () => editor.bar,
  createOutputChannel: () => ({ appendLine() {}, show() {}, dispose() {} }),
  showErrorMessage: async (message: string, ...offered: string[]) => {
    editor.errors.push(message);
    editor.offered = offered;
    return offered.find((one) => one === editor.answer);
  },
  showOpenDialog: async () => [{ fsPath: editor.chosen }],
  showWarningMessage: async (message: string) => {
    editor.questions.push(message);
    return editor.answer;
  },
  withProgress: async (_: unknown, task: (shown: unknown, cancelled: unknown) => Promise<unknown>) =>
    task(
      { report: ({ message }: { message: string }) => editor.progress.push(message) },
      { onCancellationRequested() {} },
    ),
  showTextDocument: async (uri: Uri) =>
    void editor.shown.push(editor.provider?.provideTextDocumentContent(uri) ?? uri.toString()),
  showInformationMessage: async (message: string) => void editor.messages.push(message),
  onDidChangeActiveTextEditor: editor.activeEditor.event,
};
export const languages = {
  onDidChangeDiagnostics: editor.diagnostics.event,
  match: (selector: { language: string }[], document: { languageId?: string }) =>
    Number(selector.some(({ language }) => language === document.languageId)),
  createDiagnosticCollection: () => ({
    set: (uri: Uri, found: unknown) => editor.found.set(uri.toString(), found),
    delete: (uri: Uri) => editor.found.delete(uri.toString()),
    dispose() {},
  }),
};
export const commands = {
  registerCommand(name: string, run: (...given: unknown[]) => unknown) {
    if (editor.commands.has(name)) throw new Error(`command '${name}' already exists`);
    editor.commands.set(name, run);
    return { dispose: () => editor.commands.delete(name) };
  },
  executeCommand: async (...given: unknown[]) => {
    editor.executed.push(given);
    return editor.actions;
  },
};
export const workspace = {
  isTrusted: true,
  textDocuments: [] as { languageId: string }[],
  onDidOpenTextDocument: editor.openedText.event,
  onDidGrantWorkspaceTrust: editor.trust.event,
  workspaceFolders: [{ uri: { fsPath: "/home/a" } }],
  registerTextDocumentContentProvider: (_: string, provider: (typeof editor)["provider"]) => {
    editor.provider = provider;
    return { dispose() {} };
  },
  onDidCloseTextDocument: editor.closed.event,
  applyEdit: async (edit: unknown) => void editor.applied.push(edit),
  getConfiguration: () => ({
    get: (key: string, otherwise?: unknown) => editor.settings[key] ?? otherwise,
    inspect: (key: string) => ({
      [editor.byWorkspace.includes(key) ? "workspaceValue" : "globalValue"]: editor.settings[key],
    }),
    update: async (key: string, value: unknown) => editor.set({ [key]: value }),
  }),
  onDidChangeConfiguration: editor.configuration.event,
};
