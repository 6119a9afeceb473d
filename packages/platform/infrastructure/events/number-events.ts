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
  loadSubscribers,
  moveToLog,
  type NumberedEvent,
  peekInbox,
  type TopicSubscriber,
} from "./event-store.ts";
import { type InboxEvent, mergeStubs } from "./merge-stubs.ts";
import { renderStubs } from "./render-stubs.ts";
import type { SnapshotRenderers } from "./snapshot-renderers.ts";

/** The dependencies of numbering. */
export interface NumberingDeps {
  database: Database;
  /** Return the store by its id, for rendering documents; null when there is none. */
  findStore(db: Queryable, storeId: number): Promise<Store | null>;
  renderers: SnapshotRenderers;
  clock: DatabaseClock;
  log: Log;
  failpoint: Failpoint;
}

/** The result of one transaction on a store's inbox. `busy`: another process has it locked. */
export type Numbered =
  | { kind: "busy" }
  /** `looked_ms`: how long reading the inbox took, past the rows that others have removed from it. */
  | { kind: "empty"; looked_ms: number }
  | {
      kind: "numbered";
      looked_ms: number;
      /** The greatest id removed from the inbox. */
      last_id: number;
      count: number;
      /** How long the first of these events had waited. */
      waited_ms: number;
      /** Whether there may be more. */
      more: boolean;
      lanes: WokenLane[];
    };

const maxEvents = 500;
// A transaction that fans out to many subscriptions takes fewer events, so that it stays short.
const maxDeliveries = 5_000;

/**
 * Number the next events of a store and fan them out, in one short transaction.
 *
 * @param after ids up to this one are skipped; 0 skips none
 */
export function numberEvents(deps: NumberingDeps, storeId: number, after: number): Promise<Numbered> {
  return deps.database.transaction((tx) => number(tx, deps, storeId, after), { repeatable: true });
}

async function number(
  tx: Transaction,
  deps: NumberingDeps,
  storeId: number,
  after: number,
): Promise<Numbered> {
  const head = await lockEventHead(tx, storeId, false);
  if (head === null) return { kind: "busy" };
  const begunAt = performance.now();
  const peeked = await peekInbox(tx, deps.clock, storeId, { after, limit: maxEvents });
  const looked_ms = performance.now() - begunAt;
  if (!peeked) return { kind: "empty", looked_ms };
  await deps.failpoint("sequencer.after-take");
  const topics = [...new Set(peeked.events.map(({ topic }) => topic))];
  const subscribers = Map.groupBy(await loadSubscribers(tx, storeId, topics), ({ topic }) => topic);
  const taken = asManyAsFit(peeked.events, subscribers);
  const events = mergeStubs(taken);
  const payloads = await renderSubscribed(tx, deps, storeId, { events, subscribers });
  const numbered = events.map((event, index): NumberedEvent => {
    const hasSubscribers = subscribers.has(event.topic);
    return {
      id: event.id,
      sequence: head + 1 + index,
      hasSubscribers,
      rendered: payloads.get(event.id) ?? null,
    };
  });
  const { at } = peeked;
  await moveToLog(tx, storeId, { at, ids: taken.map(({ id }) => id), numbered });
  await moveEventHead(tx, storeId, head + events.length);
  // guard: history-before-new with `in_history !== undefined` for `!in_history`: history.test.ts before anything new
  const drafts = events.flatMap((event, index) =>
    event.stub && !payloads.has(event.id)
      ? []
      : (subscribers.get(event.topic) ?? [])
          .filter(({ in_history }) => !in_history)
          .map((wanting) => buildDeliveryDraft(wanting, storeId, head + 1 + index)),
  );
  const lanes = await fanOut(tx, drafts, at);
  await deps.failpoint("sequencer.before-commit");
  return {
    kind: "numbered",
    looked_ms,
    last_id: taken.at(-1)?.id ?? after,
    count: events.length,
    waited_ms: at.getTime() - (taken[0]?.occurred_at ?? at).getTime(),
    more: taken.length < peeked.events.length || peeked.events.length === maxEvents,
    lanes,
  };
}

function asManyAsFit(
  events: InboxEvent[],
  subscribers: ReadonlyMap<string, TopicSubscriber[]>,
): InboxEvent[] {
  let deliveries = 0;
  const over = events.findIndex(({ topic }, index) => {
    deliveries += subscribers.get(topic)?.length ?? 0;
    return deliveries > maxDeliveries && index > 0;
  });
  return over === -1 ? events : events.slice(0, over);
}

async function renderSubscribed(
  tx: Transaction,
  deps: NumberingDeps,
  storeId: number,
  { events, subscribers }: { events: InboxEvent[]; subscribers: ReadonlyMap<string, TopicSubscriber[]> },
): Promise<Map<number, string>> {
  const stubs = events.filter(({ stub, topic }) => stub && subscribers.has(topic));
  if (stubs.length === 0) return new Map();
  const store = await deps.findStore(tx, storeId);
  return store ? renderStubs(tx, store, stubs, deps) : new Map();
}
