import type { Transaction } from "@souk/database";
import { fanOut, lockEventHead, type WokenLane } from "@souk/delivery";
import { buildDeliveryDraft } from "./delivery-draft.ts";
import {
  type LockedHistory,
  lockHistory,
  type PastEvent,
  type PendingHistory,
  readPastEvents,
  setHistoryPosition,
  storeRenderedPayloads,
} from "./history-store.ts";
import { mergeDuplicateEvents } from "./merge-duplicate-events.ts";
import type { NumberingDeps } from "./number-events.ts";
import { renderPayloads } from "./render-payloads.ts";
import { findRenderer } from "./snapshot-renderers.ts";

/** The result of one transaction that sends past events to a subscription. */
export interface HistoryStep {
  /** The lanes that got deliveries. */
  lanes: WokenLane[];
  /** Whether the next step should follow immediately. */
  hasMore: boolean;
}

/** How many events one step sends at most, and how many numbers of the log it examines at most. */
const stepLimits = { events: 500, examinedNumbers: 10_000 };

/**
 * Create the next deliveries of past events for a subscription, in one short transaction.
 *
 * Until all past events have deliveries, the sequencer creates none for the subscription, so past events are delivered
 * before new ones. The last step locks the end of the log, so that the sequencer continues exactly after the last past event.
 */
export function fanOutHistory(deps: NumberingDeps, history: PendingHistory): Promise<HistoryStep> {
  return deps.database.transaction((tx) => runStep(tx, deps, history), { retryable: true });
}

async function runStep(
  tx: Transaction,
  deps: NumberingDeps,
  { subscription_id, store_id, remaining }: PendingHistory,
): Promise<HistoryStep> {
  // guard history-joined-under-lock: with `remaining < 0` instead of `remaining <= stepLimits.events`, history.test.ts fails at `past events are sent once each`
  const canBeLastStep = remaining <= stepLimits.events;
  const lastSequence = canBeLastStep ? await lockEventHead(tx, store_id, { wait: true }) : null;
  const lockedHistory = await lockHistory(tx, subscription_id);
  if (!lockedHistory) return { lanes: [], hasMore: false };
  const after = lockedHistory.history_after;
  const lastExaminedNumber = Math.min(lockedHistory.last_sequence, after + stepLimits.examinedNumbers);
  const query = {
    store_id,
    topic: lockedHistory.topic,
    after,
    up_to: lastExaminedNumber,
    limit: stepLimits.events,
  };
  const pastEvents = await readPastEvents(tx, deps.clock, query);
  const lanes = await createDeliveries(tx, deps, { store_id, lockedHistory, pastEvents });
  const lastOfFullBatch = pastEvents.length === stepLimits.events ? pastEvents.at(-1) : undefined;
  const position = lastOfFullBatch?.sequence ?? Math.max(after, lastExaminedNumber);
  // guard history-joined-under-lock, another part: the test fails only if `lastSequence !== null && position >= lastSequence` is replaced with `position >= lockedHistory.last_sequence` too
  const isFinished = lastSequence !== null && position >= lastSequence;
  await setHistoryPosition(tx, subscription_id, isFinished ? null : position);
  await deps.failpoint("history.before-commit");
  return { lanes, hasMore: !isFinished };
}

async function createDeliveries(
  tx: Transaction,
  deps: NumberingDeps,
  {
    store_id,
    lockedHistory,
    pastEvents,
  }: { store_id: number; lockedHistory: LockedHistory; pastEvents: PastEvent[] },
): Promise<WokenLane[]> {
  const [firstEvent] = pastEvents;
  if (!firstEvent) return [];
  // An event that had no subscribers has no payload. The current record is sent instead, and only once even if several
  // events without a payload are about it.
  const events = mergeDuplicateEvents(pastEvents);
  const renderedIds = await renderMissingPayloads(tx, deps, store_id, events);
  const deliverableEvents = events.filter(({ id, needs_payload }) => !needs_payload || renderedIds.has(id));
  const drafts = deliverableEvents.map((event) => ({
    ...buildDeliveryDraft(lockedHistory, store_id, event.sequence),
    event_created_at: event.created_at,
  }));
  return fanOut(tx, drafts, firstEvent.now);
}

/** Render and store the payloads of the events that have none. @returns the ids of the events that now have a payload */
async function renderMissingPayloads(
  tx: Transaction,
  deps: NumberingDeps,
  storeId: number,
  events: readonly PastEvent[],
): Promise<ReadonlySet<number>> {
  const unrenderedEvents = events.filter(
    ({ needs_payload, topic }) => needs_payload && findRenderer(deps.renderers, topic) !== null,
  );
  const store = unrenderedEvents.length === 0 ? null : await deps.findStore(tx, storeId);
  if (!store) return new Set();
  const texts = await renderPayloads(tx, store, unrenderedEvents, deps);
  const renderedPayloads = unrenderedEvents.flatMap(({ id, sequence, created_at }) => {
    const text = texts.get(id);
    return text === undefined ? [] : { sequence, created_at, text };
  });
  await storeRenderedPayloads(tx, storeId, renderedPayloads);
  return new Set(texts.keys());
}
