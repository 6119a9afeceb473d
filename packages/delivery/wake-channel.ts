import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUnreachable, type ListenerHandle, type Log } from "@souk/database";
import { createPoller } from "./poller.ts";

/** The callbacks for messages of other processes. */
export interface WakeHandlers {
  /** Called when lanes have new deliveries. If `ids` is undefined, any lane may have new deliveries. */
  onLanes(ids: readonly number[] | undefined): void;
  /** Called when events wait in an inbox to be numbered. */
  onEvents(): void;
}

export interface WakeChannel {
  /** Tell the other processes that these lanes have new deliveries. */
  notifyLanes(ids: readonly number[]): void;
  /** Tell the other processes that events wait in an inbox to be numbered. */
  notifyEvents(): void;
  /** Close the channel, so that nothing more is sent or received. */
  close(): Promise<void>;
}

interface Message {
  from?: unknown;
  lanes?: unknown;
  events?: unknown;
}

const channel = "souk_wake";
// The minimum time between two messages of this process.
const minIntervalMs = 20;
// The maximum number of lane ids in a message. PostgreSQL limits the payload of NOTIFY to 8,000 bytes.
const maxIds = 400;

/**
 * Open the channel on which the processes that use this database notify each other of new deliveries and events, so that they
 * do not wait for their next poll. Messages are hints and can be lost.
 *
 * NOTIFY takes a lock that all committing transactions of the server need. Therefore each process sends it at most every 20 ms, and
 * never in a transaction that does anything else.
 *
 * @param owner the unique name of this process, which ignores its own messages
 */
export async function openWakeChannel(
  { database, owner, log }: { database: Database; owner: string; log: Log },
  handlers: WakeHandlers,
): Promise<WakeChannel> {
  const laneIds = new Set<number>();
  let hasNewEvents = false;
  const poller = createPoller({
    random: () => 0.5,
    onError: (error) => {
      if (!isUnreachable(error))
        log.warn({ err: error }, "Other processes could not be notified of new deliveries.");
    },
    work: async () => {
      // An empty list means that any lane may have new deliveries.
      const listedIds = laneIds.size > maxIds ? [] : [...laneIds];
      const message: Message = {
        from: owner,
        events: hasNewEvents,
        ...(laneIds.size > 0 ? { lanes: listedIds } : {}),
      };
      hasNewEvents = false;
      laneIds.clear();
      await database.query("select pg_notify($1, $2)", [channel, JSON.stringify(message)]);
      await sleep(minIntervalMs);
    },
  });
  const listenerHandle: ListenerHandle = await database.listen(channel, (payload) =>
    handleMessage(payload, owner, handlers),
  );
  return {
    notifyLanes: (ids) => {
      if (ids.length === 0) return;
      for (const id of ids) laneIds.add(id);
      poller.request();
    },
    notifyEvents: () => {
      hasNewEvents = true;
      poller.request();
    },
    close: async () => {
      await listenerHandle.stop();
      await poller.stop();
    },
  };
}

function handleMessage(payload: string | undefined, owner: string, handlers: WakeHandlers): void {
  // A missing payload means that the connection was lost for a while, so messages may have been missed.
  const message = payload === undefined ? { lanes: [], events: true } : parseMessage(payload);
  if (message.from === owner) return;
  if (message.events === true) handlers.onEvents();
  if (!Array.isArray(message.lanes)) return;
  const listedIds: unknown[] = message.lanes;
  const ids = listedIds.filter((id) => typeof id === "number");
  handlers.onLanes(ids.length > 0 ? ids : undefined);
}

// Every user of the database can send on this channel, so an invalid message must not crash the process.
function parseMessage(payload: string): Message {
  try {
    const message: unknown = JSON.parse(payload);
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}
