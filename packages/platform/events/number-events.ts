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
import { draftOf } from "./delivery-draft.ts";
import { moveToLog, type NumberedEvent, peekInbox, subscribersOf, type Wanting } from "./event-store.ts";
import type { StubRenderer } from "./facts.ts";
import { type InboxEvent, mergeStubs } from "./merge-stubs.ts";
import { renderStubs } from "./render-stubs.ts";

/** What numbering stands on. */
export interface NumberingParts {
  database: Database;
  /** The store by its id, for the documents rendered; null when there is none. */
  storeOf(run: Queryable, storeId: number): Promise<Store | null>;
  rendererOf(topic: string): StubRenderer | null;
  clock: DatabaseClock;
  log: Log;
  failpoint: Failpoint;
}

/** What one transaction has done with a store's inbox. `busy`: another process is at it. */
export type Numbered =
  | { kind: "busy" }
  /** `looked_ms`: how long it took to look into the inbox, past what others have taken out of it. */
  | { kind: "empty"; looked_ms: number }
  | {
      kind: "numbered";
      looked_ms: number;
      /** The greatest id taken out of the inbox. */
      last_id: number;
      count: number;
      /** How long the first of them had waited. */
      waited_ms: number;
      /** There may be more. */
      more: boolean;
      lanes: WokenLane[];
    };

const mostEvents = 500;
// A transaction that fans out to many subscriptions takes fewer events, so that it stays short.
const mostDeliveries = 5_000;

/**
 * Numbers the next events of a store and fans them out, in one short transaction.
 *
 * @param after ids up to this one are not looked at; 0 looks at all
 */
export function numberEvents(parts: NumberingParts, storeId: number, after: number): Promise<Numbered> {
  return parts.database.transaction((tx) => number(tx, parts, storeId, after), { repeatable: true });
}

async function number(
  tx: Transaction,
  parts: NumberingParts,
  storeId: number,
  after: number,
): Promise<Numbered> {
  const head = await lockEventHead(tx, storeId, false);
  if (head === null) return { kind: "busy" };
  const begunAt = performance.now();
  const peeked = await peekInbox(tx, parts.clock, storeId, { after, most: mostEvents });
  const looked_ms = performance.now() - begunAt;
  if (!peeked) return { kind: "empty", looked_ms };
  await parts.failpoint("sequencer.after-take");
  const topics = [...new Set(peeked.events.map(({ topic }) => topic))];
  const subscribers = Map.groupBy(await subscribersOf(tx, storeId, topics), ({ topic }) => topic);
  const taken = asManyAsFit(peeked.events, subscribers);
  const events = mergeStubs(taken);
  const payloads = await renderWanted(tx, parts, storeId, { events, subscribers });
  const numbered = events.map((event, index): NumberedEvent => {
    const wanted = subscribers.has(event.topic);
    return { id: event.id, sequence: head + 1 + index, wanted, rendered: payloads.get(event.id) ?? null };
  });
  const { at } = peeked;
  await moveToLog(tx, storeId, { at, ids: taken.map(({ id }) => id), numbered });
  await moveEventHead(tx, storeId, head + events.length);
  const drafts = events.flatMap((event, index) =>
    event.stub && !payloads.has(event.id)
      ? []
      : (subscribers.get(event.topic) ?? [])
          .filter(({ in_history }) => !in_history)
          .map((wanting) => draftOf(wanting, storeId, head + 1 + index)),
  );
  const lanes = await fanOut(tx, drafts, at);
  await parts.failpoint("sequencer.before-commit");
  return {
    kind: "numbered",
    looked_ms,
    last_id: taken.at(-1)?.id ?? after,
    count: events.length,
    waited_ms: at.getTime() - (taken[0]?.occurred_at ?? at).getTime(),
    more: taken.length < peeked.events.length || peeked.events.length === mostEvents,
    lanes,
  };
}

function asManyAsFit(events: InboxEvent[], subscribers: ReadonlyMap<string, Wanting[]>): InboxEvent[] {
  let deliveries = 0;
  const over = events.findIndex(({ topic }, index) => {
    deliveries += subscribers.get(topic)?.length ?? 0;
    return deliveries > mostDeliveries && index > 0;
  });
  return over === -1 ? events : events.slice(0, over);
}

async function renderWanted(
  tx: Transaction,
  parts: NumberingParts,
  storeId: number,
  { events, subscribers }: { events: InboxEvent[]; subscribers: ReadonlyMap<string, Wanting[]> },
): Promise<Map<number, string>> {
  const stubs = events.filter(({ stub, topic }) => stub && subscribers.has(topic));
  if (stubs.length === 0) return new Map();
  const store = await parts.storeOf(tx, storeId);
  return store ? renderStubs(tx, store, stubs, parts) : new Map();
}
