/** The extension's own textlint-pt: an environment of Python, made from the wheel that it brings. */

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { found, type System } from "./logic";

/** What a Python must have: 0 all, 3 nothing that makes environments, anything else: too old, or none. */
const PROBE = `import sys
if sys.version_info < (3, 11): sys.exit(4)
try: import ensurepip, venv
except ImportError: sys.exit(3)`;
const NAMES = ["python3", "python", "py", ...[14, 13, 12, 11].map((minor) => `python3.${minor}`)];

export interface Python {
  path?: string;
  /** whether there is one that lacks `ensurepip`, which Debian packs apart */
  lacksEnsurepip: boolean;
}

/** The first Python of the system that can make an environment. */
export async function findPython(system: System): Promise<Python> {
  let lacksEnsurepip = false;
  for (const name of NAMES) {
    const path = found(name, undefined, system);
    if (!path) continue;
    const status = await run(path, ["-I", "-c", PROBE]).catch(() => -1);
    if (status === 0) return { path, lacksEnsurepip: false };
    lacksEnsurepip ||= status === 3;
  }
  return { lacksEnsurepip };
}

export class Environment {
  /** `storage`: where the extension may write; `brought`: the folder with the wheel */
  constructor(
    private readonly storage: string,
    private readonly brought: string,
    private readonly windows = process.platform === "win32",
  ) {}

  /** The wheel; undefined where the extension was packed without. */
  get wheel(): string | undefined {
    const name = list(this.brought).find((one) => one.endsWith(".whl"));
    return name && join(this.brought, name);
  }

  /** The program of an environment that was made, of this wheel or, `stale`, of an older one. */
  get program(): { path: string; stale: boolean } | undefined {
    const made = list(this.storage).filter((name) => name.startsWith("textlint_pt-"));
    const name = made.find((one) => one === this.name) ?? made[0];
    if (name === undefined) return undefined;
    return { path: this.script(join(this.storage, name), "textlint-pt"), stale: name !== this.name };
  }

  /** Make it; `said` is told what is being done, in lines of pip. Throws what pip said last. */
  async make(python: string, said: (line: string) => void, signal: AbortSignal): Promise<void> {
    const { wheel, name } = this;
    if (!wheel || !name) throw new Error("there is no wheel in this package");
    const folder = join(this.storage, name);
    mkdirSync(this.storage, { recursive: true });
    let last = "";
    const tell = (line: string): void => {
      if (line.trim() && !/^\[?notice/.test(line)) last = line;
      said(line);
    };
    const does = async (program: string, args: string[]): Promise<void> => {
      const status = await run(program, args, { cwd: this.storage, signal, tell });
      if (status !== 0) throw new Error(last || `${basename(program)}: ${status}`);
    };
    try {
      await does(python, ["-I", "-m", "venv", "--clear", folder]);
      const pip = ["-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check", wheel];
      await does(this.script(folder, "python"), pip);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    for (const other of list(this.storage)) {
      if (other.startsWith("textlint_pt-") && other !== name) {
        rmSync(join(this.storage, other), { recursive: true, force: true });
      }
    }
  }

  /** Changes with the wheel, which may have been built anew under its version. */
  private get name(): string | undefined {
    return this.wheel && `${basename(this.wheel, ".whl")}-${statSync(this.wheel).size}`;
  }

  private script(folder: string, name: string): string {
    return this.windows ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name);
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

interface Surroundings {
  cwd?: string;
  signal?: AbortSignal;
  tell?: (line: string) => void;
}

/** The exit status of a program. */
function run(program: string, args: string[], { cwd, signal, tell }: Surroundings = {}): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, signal, windowsHide: true, stdio: ["ignore", "pipe", "pipe"] });
    let rest = "";
    const read = (data: string): void => {
      const lines = (rest + data).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) tell?.(line);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.on("error", reject).on("close", resolve);
  });
}
