/** As much of VS Code as the extension touches, so that its logic can be tested under node. */

export type Listener<T> = (event: T) => void;

export class Emitter<T> {
  private readonly listeners = new Set<Listener<T>>();

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
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  executed: [] as unknown[][],
  errors: [] as string[],
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
export const Uri = { parse: (uri: string) => uri };
export const l10n = {
  t: (text: string, ...fields: unknown[]) => text.replace(/\{(\d)\}/g, (_, number) => String(fields[number])),
};
export const env = { language: "pt", openExternal: async (uri: string) => void editor.opened.push(uri) };
export const window = {
  activeTextEditor: undefined as { document: { uri: { toString: () => string }; lineCount?: number } } | undefined,
  createStatusBarItem: () => editor.bar,
  showErrorMessage: async (message: string) => {
    editor.errors.push(message);
    return editor.answer;
  },
  showOpenDialog: async () => [{ fsPath: editor.chosen }],
  showWarningMessage: async (message: string) => {
    editor.questions.push(message);
    return editor.answer;
  },
  showInformationMessage: async (message: string) => void editor.messages.push(message),
  onDidChangeActiveTextEditor: editor.activeEditor.event,
};
export const languages = { onDidChangeDiagnostics: editor.diagnostics.event };
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
  onDidGrantWorkspaceTrust: editor.trust.event,
  workspaceFolders: [{ uri: { fsPath: "/home/a" } }],
  applyEdit: async (edit: unknown) => void editor.applied.push(edit),
  getConfiguration: () => ({
    get: (key: string, otherwise?: unknown) => editor.settings[key] ?? otherwise,
    update: async (key: string, value: unknown) => editor.set({ [key]: value }),
  }),
  onDidChangeConfiguration: editor.configuration.event,
};
