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
export const env = { language: "pt" };
export const window = {
  activeTextEditor: undefined as { document: { uri: { toString: () => string } } } | undefined,
  createStatusBarItem: () => editor.bar,
  showErrorMessage: async (message: string) => void editor.errors.push(message),
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
  executeCommand: async (...given: unknown[]) => void editor.executed.push(given),
};
export const workspace = {
  isTrusted: true,
  onDidGrantWorkspaceTrust: editor.trust.event,
  workspaceFolders: [{ uri: { fsPath: "/home/a" } }],
  getConfiguration: () => ({ get: (key: string, otherwise?: unknown) => editor.settings[key] ?? otherwise }),
  onDidChangeConfiguration: editor.configuration.event,
};
