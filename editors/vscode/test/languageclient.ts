/** The client library, as far as the extension uses it; refuses what the library refuses. */

import type { Score } from "../src/logic";

/** What the servers do, and the clients that were made. */
export const world = { startable: true, score: null as Score | null, clients: [] as LanguageClient[] };

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

  async sendRequest(...given: unknown[]): Promise<Score | null> {
    this.requests.push(given);
    return world.score;
  }

  async sendNotification(...given: unknown[]): Promise<void> {
    this.notifications.push(given);
  }
}
