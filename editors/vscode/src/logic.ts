/** What the extension decides without VS Code: tested by node's test runner. */

/** What `textlint-pt/score` answers. */
export interface Score {
  uri: string;
  version: number | null;
  /** from 0 to 1; null where no score is given, for `reason` */
  total: number | null;
  place: string | null;
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
  const place = score.place ? [score.place] : [];
  return {
    text: `$(checklist) ${points(score.total, locale)}`,
    tooltip: [`textlint-pt: ${points(score.total, locale)}`, ...place, ...lines].join("\n"),
  };
}

export interface Options {
  settings: Record<string, unknown>;
  references: Record<string, string>;
  maxSize: number;
  offerUndo: true;
  trusted: boolean;
}

/** What of the extension's settings is the server's. */
export function serverOptions(get: (key: string) => unknown, trusted: boolean): Options {
  return {
    settings: (get("settings") as Options["settings"] | undefined) ?? {},
    references: (get("references") as Options["references"] | undefined) ?? {},
    maxSize: (get("maxSize") as number | undefined) ?? 1_000_000,
    offerUndo: true,
    trusted,
  };
}

/** What is being installed, of a line of pip; undefined: nothing worth to be shown. */
export const installing = (line: string): string | undefined =>
  /^(?:Collecting|Processing|Installing collected packages:) +(?:\S*[/\\])?([A-Za-z]\w*(?:[.-](?!\d)\w+)*)/.exec(line)?.[1];

/** What `textlint-pt/check` answers. */
export interface Checked<Diagnostic> {
  text?: string;
  diagnostics?: Diagnostic[];
  problem?: string;
}

/** Whether the server asks for a page about a rule. */
export const isPage = (uri: string): boolean => /\/rules\/[A-Z]{3}\d{3}\.md$/.test(uri);

/** What is asked of the system where a program is looked for. */
export interface System {
  /** folders of programs, in order */
  path: readonly string[];
  /** what names of programs may end in */
  endings: readonly string[];
  isAbsolute: (path: string) => boolean;
  join: (...parts: string[]) => string;
  relative: (from: string, to: string) => string;
  isProgram: (path: string) => boolean;
  /** where links lead */
  real: (path: string) => string;
}

export interface Command {
  command: string;
  args: string[];
  /** whether code of the workspace may run: by its program, or by what the arguments say */
  asks: boolean;
}

/** The program and its arguments; null where there is none.
 *
 * A path that is not absolute starts at the workspace. A name is looked for in the folders of
 * programs and nowhere else: Windows would look in the workspace first. */
export function serverCommand(
  given: readonly string[],
  folders: readonly string[],
  system: System,
): Command | null {
  const [program, ...args] = given.length ? given : ["textlint-pt", "lsp"];
  const command = program && found(program, folders[0], system);
  if (!command) return null;
  const within = [command, system.real(command)].some((path) =>
    folders.some((folder) => isWithin(path, folder, system) || isWithin(path, system.real(folder), system)),
  );
  return { command, args, asks: within || args.join(" ") !== "lsp" };
}

/** The path of a program; undefined where a name is in no folder of programs. */
export function found(program: string, folder: string | undefined, system: System): string | undefined {
  if (system.isAbsolute(program)) return program;
  if (/[/\\]/.test(program)) return folder && system.join(folder, program);
  return system.path
    .filter(system.isAbsolute)
    .flatMap((place) => system.endings.map((ending) => system.join(place, program + ending)))
    .find(system.isProgram);
}

function isWithin(path: string, folder: string, system: System): boolean {
  const way = system.relative(folder, path);
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !system.isAbsolute(way);
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
