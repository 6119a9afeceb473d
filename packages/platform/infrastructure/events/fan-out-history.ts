import type { Transaction } from "@souk/database";
import { fanOut, lockEventHead, type WokenLane } from "@souk/delivery";
import { buildDeliveryDraft } from "./delivery-draft.ts";
import {
  holdHistory,
  type InHistory,
  keepRendered,
  type LockedHistory,
  moveHistory,
  type PastEvent,
  readPast,
} from "./history-store.ts";
import { mergeStubs } from "./merge-stubs.ts";
import type { NumberingDeps } from "./number-events.ts";
import { renderStubs } from "./render-stubs.ts";
import { findRenderer } from "./snapshot-renderers.ts";

/** The result of one transaction on a subscription's history. */
export interface HistoryStep {
  lanes: WokenLane[];
  /** Whether there is more to do at once. */
  more: boolean;
}

const limits = { events: 500, examined: 10_000 };

/**
 * Make the next deliveries of a subscription's history, in one short transaction.
 *
 * Until the history is over the sequencer sends the subscription nothing, so that history comes before
 * anything new; the last step runs while the end of the log is locked, so that the sequencer continues
 * exactly where it ends.
 */
export function fanOutHistory(deps: NumberingDeps, place: InHistory): Promise<HistoryStep> {
  return deps.database.transaction((tx) => step(tx, deps, place), { repeatable: true });
}

async function step(
  tx: Transaction,
  deps: NumberingDeps,
  { subscription_id, store_id, left }: InHistory,
): Promise<HistoryStep> {
  // guard: history-joined-under-lock with `left < 0` for `left <= limits.events`: history.test.ts before anything new
  const head = left <= limits.events ? await lockEventHead(tx, store_id, true) : null;
  const locked = await holdHistory(tx, subscription_id);
  if (!locked) return { lanes: [], more: false };
  const after = locked.history_after;
  const examined = Math.min(locked.last_sequence, after + limits.examined);
  const question = { store_id, topic: locked.topic, after, up_to: examined, limit: limits.events };
  const past = await readPast(tx, deps.clock, question);
  const lanes = await send(tx, deps, { store_id, locked, past });
  const last = past.length === limits.events ? past.at(-1) : undefined;
  const upTo = last?.sequence ?? Math.max(after, examined);
  // guard: history-joined-under-lock with `upTo >= locked.last_sequence` for `head !== null && upTo >= head`
  const isOver = head !== null && upTo >= head;
  await moveHistory(tx, subscription_id, isOver ? null : upTo);
  await deps.failpoint("history.before-commit");
  return { lanes, more: !isOver };
}

async function send(
  tx: Transaction,
  deps: NumberingDeps,
  { store_id, locked, past }: { store_id: number; locked: LockedHistory; past: PastEvent[] },
): Promise<WokenLane[]> {
  const [first] = past;
  if (!first) return [];
  // An event that no subscription wanted has no payload: its record is sent as it is now, once for equal ones.
  const events = mergeStubs(past);
  const rendered = await renderEmpty(tx, deps, store_id, events);
  const sent = events.filter(({ id, stub }) => !stub || rendered.has(id));
  const drafts = sent.map((event) => ({
    ...buildDeliveryDraft(locked, store_id, event.sequence),
    event_created_at: event.created_at,
  }));
  return fanOut(tx, drafts, first.now);
}

async function renderEmpty(
  tx: Transaction,
  deps: NumberingDeps,
  storeId: number,
  events: readonly PastEvent[],
): Promise<ReadonlySet<number>> {
  const empty = events.filter(({ stub, topic }) => stub && findRenderer(deps.renderers, topic) !== null);
  const store = empty.length === 0 ? null : await deps.findStore(tx, storeId);
  if (!store) return new Set();
  const texts = await renderStubs(tx, store, empty, deps);
  const made = empty.flatMap(({ id, sequence, created_at }) => {
    const text = texts.get(id);
    return text === undefined ? [] : { sequence, created_at, text };
  });
  await keepRendered(tx, storeId, made);
  return new Set(texts.keys());
}
