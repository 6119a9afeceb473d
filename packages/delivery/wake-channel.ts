import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnavailable, type Listening, type Log } from "@souk/database";
import { createPoller } from "./poller.ts";

/**
 * The callbacks for messages of other processes: lanes with new deliveries, and events to be numbered.
 */
export interface WakeHandlers {
  /** Handle lanes with new deliveries; without ids, any lane may have some. */
  lanes(ids: readonly number[] | undefined): void;
  events(): void;
}

export interface WakeChannel {
  notifyLanes(ids: readonly number[]): void;
  notifyEvents(): void;
  /** Close the channel: nothing more is sent or received. */
  close(): Promise<void>;
}

interface Message {
  from?: unknown;
  lanes?: unknown;
  events?: unknown;
}

const channel = "souk_wake";
const minIntervalMs = 20;
// PostgreSQL limits the payload of NOTIFY to 8,000 bytes.
const maxIds = 400;

/**
 * Open the channel that notifies the other processes of this database, so that they do not wait for their next poll.
 * Messages are hints and can be lost.
 *
 * NOTIFY takes a lock that all committing transactions of the server share, so it is sent at most every 20 ms, and
 * never inside a transaction that does anything else.
 *
 * @param owner the unique name of this process, which ignores its own messages
 */
export async function openWakeChannel(
  { database, owner, log }: { database: Database; owner: string; log: Log },
  handlers: WakeHandlers,
): Promise<WakeChannel> {
  const lanes = new Set<number>();
  let events = false;
  const poller = createPoller({
    random: () => 0.5,
    onError: (error) => {
      if (!isUnavailable(error))
        log.warn({ err: error }, "Other processes could not be notified of new deliveries.");
    },
    work: async () => {
      const listedIds = lanes.size > maxIds ? [] : [...lanes];
      const message: Message = { from: owner, events, ...(lanes.size > 0 ? { lanes: listedIds } : {}) };
      events = false;
      lanes.clear();
      await database.query("select pg_notify($1, $2)", [channel, JSON.stringify(message)]);
      await sleep(minIntervalMs);
    },
  });
  const listening: Listening = await database.listen(channel, (payload) =>
    handleMessage(payload, owner, handlers),
  );
  return {
    notifyLanes: (ids) => {
      if (ids.length === 0) return;
      for (const id of ids) lanes.add(id);
      poller.request();
    },
    notifyEvents: () => {
      events = true;
      poller.request();
    },
    close: async () => {
      await listening.stop();
      await poller.stop();
    },
  };
}

function handleMessage(payload: string | undefined, owner: string, handlers: WakeHandlers): void {
  // No payload: the connection was lost for a while, so messages may have been missed.
  const message = payload === undefined ? { lanes: [], events: true } : readMessage(payload);
  if (message.from === owner) return;
  if (message.events === true) handlers.events();
  if (!Array.isArray(message.lanes)) return;
  const listedIds: unknown[] = message.lanes;
  const ids = listedIds.filter((id) => typeof id === "number");
  handlers.lanes(ids.length > 0 ? ids : undefined);
}

// Every user of the database can send on this channel: an invalid message must not end the process.
function readMessage(payload: string): Message {
  try {
    const message: unknown = JSON.parse(payload);
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}
