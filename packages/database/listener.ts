import pg from "pg";
import { clientConfig, type PoolOptions } from "./connection-pool.ts";
import type { Listening } from "./database.ts";

type Handler = (payload: string | undefined) => void;

/** One connection of its own for all channels, made when first wanted and made again whenever it breaks. */
export interface Listener {
  listen(channel: string, handler: Handler): Promise<Listening>;
  close(): Promise<void>;
}

const longestWaitMs = 5_000;

/** @param random spreads the reconnections of many processes */
export function createListener(options: PoolOptions, random: () => number): Listener {
  const handlers = new Map<string, Set<Handler>>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...clientConfig(options), connectionTimeoutMillis: 3_000 });
    fresh.on("error", () => undefined);
    fresh.once("end", () => {
      if (client === fresh) client = undefined;
      reconnectLater();
    });
    fresh.on("notification", ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    });
    try {
      await fresh.connect();
      for (const channel of handlers.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    if (failures > 0) for (const set of handlers.values()) for (const handler of set) handler(undefined);
    failures = 0;
  }

  function connectOnce(): Promise<void> {
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  function reconnectLater(): void {
    if (closed || retry) return;
    failures++;
    const wait = Math.min(longestWaitMs, 50 * 2 ** failures) * (0.5 + random() / 2);
    retry = setTimeout(() => {
      retry = undefined;
      connectOnce().catch((error: unknown) => {
        options.log.warn(
          { err: error },
          "The listening database connection could not be made; trying again.",
        );
        reconnectLater();
      });
    }, wait);
  }

  async function listen(channel: string, handler: Handler): Promise<Listening> {
    const set = handlers.get(channel) ?? new Set();
    set.add(handler);
    handlers.set(channel, set);
    // A database that is away is no failure here: the reconnection takes every channel up.
    if (client) await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    else await connectOnce().catch(reconnectLater);
    return {
      stop: async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(channel) !== set) return;
        handlers.delete(channel);
        await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      },
    };
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(retry);
    await connecting?.catch(() => undefined);
    await client?.end();
  }

  return { listen, close };
}
