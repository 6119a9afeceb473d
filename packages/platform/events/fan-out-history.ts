import type { Transaction } from "@souk/database";
import { fanOut, lockEventHead, type WokenLane } from "@souk/delivery";
import { draftOf } from "./delivery-draft.ts";
import {
  type HeldHistory,
  holdHistory,
  type InHistory,
  keepRendered,
  moveHistory,
  type PastEvent,
  readPast,
} from "./history-store.ts";
import { mergeStubs } from "./merge-stubs.ts";
import type { NumberingParts } from "./number-events.ts";
import { renderStubs } from "./render-stubs.ts";

/** What one transaction has done for a subscription's history. */
export interface HistoryStep {
  lanes: WokenLane[];
  /** There is more to do at once. */
  more: boolean;
}

const most = { events: 500, examined: 10_000 };

/**
 * Makes the next deliveries of a subscription's history, in one short transaction.
 *
 * Until the history is over the sequencer sends the subscription nothing, so that history comes before anything new; the
 * last step is taken while the end of the log is locked, so that the sequencer goes on exactly where it ends.
 */
export function fanOutHistory(parts: NumberingParts, place: InHistory): Promise<HistoryStep> {
  return parts.database.transaction((tx) => step(tx, parts, place), { repeatable: true });
}

async function step(
  tx: Transaction,
  parts: NumberingParts,
  { subscription_id, store_id, left }: InHistory,
): Promise<HistoryStep> {
  const head = left <= most.events ? await lockEventHead(tx, store_id, true) : null;
  const held = await holdHistory(tx, subscription_id);
  if (!held) return { lanes: [], more: false };
  const after = held.history_after;
  const examined = Math.min(held.last_sequence, after + most.examined);
  const question = { store_id, topic: held.topic, after, up_to: examined, most: most.events };
  const past = await readPast(tx, parts.clock, question);
  const lanes = await send(tx, parts, { store_id, held, past });
  const last = past.length === most.events ? past.at(-1) : undefined;
  const upTo = last?.sequence ?? Math.max(after, examined);
  const isOver = head !== null && upTo >= head;
  await moveHistory(tx, subscription_id, isOver ? null : upTo);
  await parts.failpoint("history.before-commit");
  return { lanes, more: !isOver };
}

async function send(
  tx: Transaction,
  parts: NumberingParts,
  { store_id, held, past }: { store_id: number; held: HeldHistory; past: PastEvent[] },
): Promise<WokenLane[]> {
  const [first] = past;
  if (!first) return [];
  // What nobody wanted as it happened has no payload: it is sent as the record is now, once for all that would be the same.
  const events = mergeStubs(past);
  const rendered = await renderEmpty(tx, parts, store_id, events);
  const sent = events.filter(({ id, stub }) => !stub || rendered.has(id));
  const drafts = sent.map((event) => ({
    ...draftOf(held, store_id, event.sequence),
    event_created_at: event.created_at,
  }));
  return fanOut(tx, drafts, first.now);
}

async function renderEmpty(
  tx: Transaction,
  parts: NumberingParts,
  storeId: number,
  events: readonly PastEvent[],
): Promise<ReadonlySet<number>> {
  const empty = events.filter(({ stub, topic }) => stub && parts.rendererOf(topic) !== null);
  const store = empty.length === 0 ? null : await parts.storeOf(tx, storeId);
  if (!store) return new Set();
  const texts = await renderStubs(tx, store, empty, parts);
  const made = empty.flatMap(({ id, sequence, created_at }) => {
    const text = texts.get(id);
    return text === undefined ? [] : { sequence, created_at, text };
  });
  await keepRendered(tx, storeId, made);
  return new Set(texts.keys());
}
