import type { Database, Log, Queryable, Transaction } from "@souk/database";
import {
  type DatabaseClock,
  type Failpoint,
  fanOut,
  lockEventHead,
  moveEventHead,
  type WokenLane,
} from "@souk/delivery";
import type { Store } from "../routing/call.ts";
import { buildDeliveryDraft } from "./delivery-draft.ts";
import {
  lockSubscribers,
  moveToLog,
  type NumberedEvent,
  peekInbox,
  type TopicSubscriber,
} from "./event-store.ts";
import { type InboxEvent, mergeDuplicateEvents } from "./merge-duplicate-events.ts";
import { renderPayloads } from "./render-payloads.ts";
import type { SnapshotRenderers } from "./snapshot-renderers.ts";

/** Dependencies of numbering events. */
export interface NumberingDeps {
  database: Database;
  /** Find a store by its id, for rendering snapshots; null if it does not exist. */
  findStore(db: Queryable, storeId: number): Promise<Store | null>;
  renderers: SnapshotRenderers;
  clock: DatabaseClock;
  log: Log;
  failpoint: Failpoint;
}

/** The result of one transaction on a store's inbox. `busy` means that another process has locked it. */
export type NumberingResult =
  | { kind: "busy" }
  /** `read_ms` is how long reading the inbox took, including dead rows of removed events. */
  | { kind: "empty"; read_ms: number }
  | {
      kind: "numbered";
      read_ms: number;
      /** The greatest id removed from the inbox. */
      last_id: number;
      count: number;
      /** How long the first of the numbered events had been in the inbox. */
      oldest_wait_ms: number;
      /** Whether the inbox may have more events. */
      hasMore: boolean;
      lanes: WokenLane[];
    };

// The maximum number of events that one transaction numbers.
const maxEvents = 500;
// The maximum number of deliveries that one transaction creates. With many subscribers, a transaction numbers fewer events, but always the first.
const maxDeliveries = 5_000;

/**
 * Number the next events of a store and create their deliveries, in one short transaction.
 *
 * @param after only events with greater ids are read; 0 reads all
 */
export function numberEvents(deps: NumberingDeps, storeId: number, after: number): Promise<NumberingResult> {
  return deps.database.transaction((tx) => numberInTransaction(tx, deps, storeId, after), {
    retryable: true,
  });
}

async function numberInTransaction(
  tx: Transaction,
  deps: NumberingDeps,
  storeId: number,
  after: number,
): Promise<NumberingResult> {
  const lastSequence = await lockEventHead(tx, storeId, { wait: false });
  if (lastSequence === null) return { kind: "busy" };
  const startedAt = performance.now();
  const batch = await peekInbox(tx, deps.clock, storeId, { after, limit: maxEvents });
  const read_ms = performance.now() - startedAt;
  if (!batch) return { kind: "empty", read_ms };
  await deps.failpoint("sequencer.after-take");
  const topics = [...new Set(batch.events.map(({ topic }) => topic))];
  const subscribers = Map.groupBy(await lockSubscribers(tx, storeId, topics), ({ topic }) => topic);
  const batchEvents = takeWithinDeliveryLimit(batch.events, subscribers);
  const events = mergeDuplicateEvents(batchEvents);
  const payloads = await renderSubscribedEvents(tx, deps, storeId, { events, subscribers });
  const numberedEvents = events.map((event, index): NumberedEvent => {
    const hasSubscribers = subscribers.has(event.topic);
    return {
      id: event.id,
      sequence: lastSequence + 1 + index,
      hasSubscribers,
      renderedPayload: payloads.get(event.id) ?? null,
    };
  });
  const { numberedAt } = batch;
  await moveToLog(tx, storeId, { numberedAt, ids: batchEvents.map(({ id }) => id), numberedEvents });
  await moveEventHead(tx, storeId, lastSequence + events.length);
  // guard history-before-new: with `in_history !== undefined` instead of `!in_history`, history.test.ts fails at `and before new ones`
  const drafts = events.flatMap((event, index) =>
    event.needs_payload && !payloads.has(event.id)
      ? []
      : (subscribers.get(event.topic) ?? [])
          .filter(({ in_history }) => !in_history)
          .map((subscriber) => buildDeliveryDraft(subscriber, storeId, lastSequence + 1 + index)),
  );
  const lanes = await fanOut(tx, drafts, numberedAt);
  await deps.failpoint("sequencer.before-commit");
  return {
    kind: "numbered",
    read_ms,
    last_id: batchEvents.at(-1)?.id ?? after,
    count: events.length,
    oldest_wait_ms: numberedAt.getTime() - (batchEvents[0]?.occurred_at ?? numberedAt).getTime(),
    hasMore: batchEvents.length < batch.events.length || batch.events.length === maxEvents,
    lanes,
  };
}

function takeWithinDeliveryLimit(
  events: InboxEvent[],
  subscribers: ReadonlyMap<string, TopicSubscriber[]>,
): InboxEvent[] {
  let deliveryCount = 0;
  for (const [index, { topic }] of events.entries()) {
    deliveryCount += subscribers.get(topic)?.length ?? 0;
    // The first event is always taken, however many subscribers it has.
    if (deliveryCount > maxDeliveries && index > 0) return events.slice(0, index);
  }
  return events;
}

async function renderSubscribedEvents(
  tx: Transaction,
  deps: NumberingDeps,
  storeId: number,
  { events, subscribers }: { events: InboxEvent[]; subscribers: ReadonlyMap<string, TopicSubscriber[]> },
): Promise<Map<number, string>> {
  const eventsToRender = events.filter(({ needs_payload, topic }) => needs_payload && subscribers.has(topic));
  if (eventsToRender.length === 0) return new Map();
  const store = await deps.findStore(tx, storeId);
  return store ? renderPayloads(tx, store, eventsToRender, deps) : new Map();
}
