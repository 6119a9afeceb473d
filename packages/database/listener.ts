import pg from "pg";
import { buildClientConfig, connectTimeoutMs, type PoolOptions } from "./connection-pool.ts";
import type { ListenerHandle } from "./database.ts";
import { isUnreachable, toUnavailable } from "./database-unavailable.ts";

type Handler = (payload: string | undefined) => void;

const maxReconnectWaitMs = 5_000;

/** Listens to all channels on one connection, which is opened at the first use and reopened whenever it breaks. */
export class Listener {
  readonly #options: PoolOptions;
  readonly #random: () => number;
  readonly #handlers = new Map<string, Set<Handler>>();
  #client: pg.Client | undefined;
  #connectAttempt: Promise<void> | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #failureCount = 0;
  #isClosed = false;

  /** @param random a function that returns a fraction from 0 to 1, which spreads the reconnections of many processes over time */
  constructor(options: PoolOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
  }

  async listen(channel: string, handler: Handler): Promise<ListenerHandle> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
    // An unavailable database is not an error here, because the reconnection subscribes to every channel.
    if (this.#client) await subscribe(this.#client, channel).catch(() => undefined);
    else await this.#connectOnce().catch(() => this.#reconnectLater());
    return { stop: () => this.#stop(channel, handlers, handler) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await this.#connectAttempt?.catch(() => undefined);
    await this.#client?.end();
  }

  async #stop(channel: string, handlers: Set<Handler>, handler: Handler): Promise<void> {
    handlers.delete(handler);
    if (handlers.size > 0 || this.#handlers.get(channel) !== handlers) return;
    this.#handlers.delete(channel);
    await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
  }

  #connectOnce(): Promise<void> {
    this.#connectAttempt ??= this.#connect().finally(() => {
      this.#connectAttempt = undefined;
    });
    return this.#connectAttempt;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...buildClientConfig(this.#options),
      connectionTimeoutMillis: connectTimeoutMs,
    });
    client.on("error", () => undefined);
    client.once("end", () => {
      if (this.#client === client) this.#client = undefined;
      this.#reconnectLater();
    });
    client.on("notification", ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload);
    });
    try {
      await client.connect();
      for (const channel of this.#handlers.keys()) await subscribe(client, channel);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    if (this.#failureCount > 0) this.#reportMissedNotifications();
    this.#failureCount = 0;
  }

  // Notifications that were sent while the connection was down are lost. The payload `undefined` reports this to each handler.
  #reportMissedNotifications(): void {
    for (const handlers of this.#handlers.values()) for (const handler of handlers) handler(undefined);
  }

  #reconnectLater(): void {
    if (this.#isClosed || this.#retryTimer) return;
    this.#failureCount++;
    const waitMs = Math.min(maxReconnectWaitMs, 50 * 2 ** this.#failureCount) * (0.5 + this.#random() / 2);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#connectOnce().catch((error: unknown) => {
        if (!isUnreachable(toUnavailable(error)))
          this.#options.log.warn({ err: error }, "The listening database connection failed; retrying.");
        this.#reconnectLater();
      });
    }, waitMs);
  }
}

async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
