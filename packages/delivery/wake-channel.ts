import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isAway, type Listening, type Log } from "@souk/database";
import { createRounds } from "./rounds.ts";

/** What other processes are told: which lanes something has come to, and that events wait to be numbered. */
export interface WakeHandlers {
  /** Any lane when none is named. */
  lanes(ids: readonly number[] | undefined): void;
  events(): void;
}

export interface WakeChannel {
  tellLanes(ids: readonly number[]): void;
  tellEvents(): void;
  /** Sends nothing more and hears nothing more. */
  close(): Promise<void>;
}

interface Message {
  from?: unknown;
  lanes?: unknown;
  events?: unknown;
}

const channel = "souk_wake";
const betweenMs = 20;
// The text of a NOTIFY has at most 8,000 bytes.
const mostIds = 400;

/**
 * Tells the other processes on this database, so that they need not wait for their next look. A hint: it may be lost.
 *
 * NOTIFY takes a lock that all committing transactions of the server share, so it is sent at most every 20 ms, and never
 * inside a transaction that does anything else.
 *
 * @param owner names this process, which does not hear itself
 */
export async function openWakeChannel(
  { database, owner, log }: { database: Database; owner: string; log: Log },
  handlers: WakeHandlers,
): Promise<WakeChannel> {
  const lanes = new Set<number>();
  let events = false;
  const telling = createRounds({
    random: () => 0.5,
    onError: (error) => {
      if (!isAway(error)) log.warn({ err: error }, "Other processes could not be told of new deliveries.");
    },
    work: async () => {
      const named = lanes.size > mostIds ? [] : [...lanes];
      const message: Message = { from: owner, events, ...(lanes.size > 0 ? { lanes: named } : {}) };
      events = false;
      lanes.clear();
      await database.query("select pg_notify($1, $2)", [channel, JSON.stringify(message)]);
      await sleep(betweenMs);
    },
  });
  const listening: Listening = await database.listen(channel, (payload) => hear(payload, owner, handlers));
  return {
    tellLanes: (ids) => {
      if (ids.length === 0) return;
      for (const id of ids) lanes.add(id);
      telling.ask();
    },
    tellEvents: () => {
      events = true;
      telling.ask();
    },
    close: async () => {
      await listening.stop();
      await telling.stop();
    },
  };
}

function hear(payload: string | undefined, owner: string, handlers: WakeHandlers): void {
  // Without a payload the connection was lost for a while: anything may have been missed.
  const message = payload === undefined ? { lanes: [], events: true } : readMessage(payload);
  if (message.from === owner) return;
  if (message.events === true) handlers.events();
  if (!Array.isArray(message.lanes)) return;
  const named: unknown[] = message.lanes;
  const ids = named.filter((id) => typeof id === "number");
  handlers.lanes(ids.length > 0 ? ids : undefined);
}

// Whoever can connect to the database can write here: what is none of ours must not end the process.
function readMessage(payload: string): Message {
  try {
    const message: unknown = JSON.parse(payload);
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}
