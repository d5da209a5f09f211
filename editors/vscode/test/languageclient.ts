/** The client library, as far as the extension uses it; refuses what the library refuses. */

import type { Checked, Score } from "../src/logic";

/** What the servers do, and the clients that were made. */
export const world = { startable: true, score: null as Score | null, checked: {} as Checked<unknown>, clients: [] as LanguageClient[] };

export class LanguageClient {
  state: "initial" | "running" | "failed" | "stopped" = "initial";
  readonly requests: unknown[][] = [];
  readonly notifications: unknown[][] = [];

  constructor(
    readonly id: string,
    readonly name: string,
    readonly server: { command: string; args: string[]; options: { cwd?: string } },
    readonly options: { documentSelector: unknown; initializationOptions: unknown },
  ) {
    world.clients.push(this);
  }

  async start(): Promise<void> {
    this.state = world.startable ? "running" : "failed";
    if (!world.startable) throw new Error(`spawn ${this.server.command} ENOENT`);
  }

  isRunning(): boolean {
    return this.state === "running";
  }

  async dispose(): Promise<void> {
    if (this.state === "failed") throw new Error("Client is not running and can't be stopped.");
    this.state = "stopped";
  }

  readonly protocol2CodeConverter = { asDiagnostics: async (found: unknown[]) => found };

  async sendRequest(...given: unknown[]): Promise<unknown> {
    this.requests.push(given);
    return given[0] === "textlint-pt/score" ? world.score : world.checked;
  }

  async sendNotification(...given: unknown[]): Promise<void> {
    this.notifications.push(given);
  }
}
