/** What the extension decides without VS Code: tested by node's test runner. */

/** What `textlint-pt/score` answers. */
export interface Score {
  uri: string;
  version: number | null;
  /** from 0 to 1; null where no score is given, for `reason` */
  total: number | null;
  band: string | null;
  reason: string | null;
  losses: { dimension: string; title: string; loss: number }[];
  findings: number;
}

export interface Shown {
  text: string;
  tooltip: string;
}

const points = (share: number, locale: string): string =>
  (100 * share).toLocaleString(locale, { maximumFractionDigits: 0 });

/** The status bar for a score; null: nothing to show. */
export function shown(score: Score | null, locale: string): Shown | null {
  if (!score) return null;
  const lines = score.losses.map(({ title, loss }) => `${title}: −${points(loss, locale)}`);
  if (score.total === null) {
    return { text: "$(checklist) –", tooltip: score.reason ?? "textlint-pt" };
  }
  const band = score.band ? ` (${score.band})` : "";
  return {
    text: `$(checklist) ${points(score.total, locale)}`,
    tooltip: [`textlint-pt: ${points(score.total, locale)}${band}`, ...lines].join("\n"),
  };
}

export interface Options {
  settings: Record<string, unknown>;
  references: Record<string, string>;
  maxSize: number;
}

/** What of the extension's settings is the server's. */
export function serverOptions(get: (key: string) => unknown): Options {
  return {
    settings: (get("settings") as Options["settings"] | undefined) ?? {},
    references: (get("references") as Options["references"] | undefined) ?? {},
    maxSize: (get("maxSize") as number | undefined) ?? 1_000_000,
  };
}

/** The program and its arguments; paths that begin with a dot start at the workspace. */
export function serverCommand(
  given: readonly string[],
  folder: string | undefined,
  join: (...parts: string[]) => string,
): { command: string; args: string[] } {
  const [program = "textlint-pt", ...args] = given;
  const command = program.startsWith(".") && folder ? join(folder, program) : program;
  return { command, args: args.length || given.length ? args : ["lsp"] };
}

/** The documents that are checked. */
export const selector = (languages: readonly string[]): { scheme: string; language: string }[] =>
  languages.flatMap((language) =>
    ["file", "untitled"].map((scheme) => ({ scheme, language })),
  );

/** Asks for the newest state only: an answer that a later question overtook is dropped. */
export class Latest<T> {
  private asked = 0;

  async ask(question: () => Promise<T>, use: (answer: T) => void): Promise<void> {
    const mine = ++this.asked;
    const answer = await question();
    if (mine === this.asked) use(answer);
  }
}
