import type { TopicName } from "@souk/contract";
import { DatabaseUnavailable, type Log, type Transaction } from "@souk/database";
import type { Store } from "../routing/call.ts";
import type { InboxEvent } from "./merge-duplicate-events.ts";
import { wrapSnapshot } from "./publish.ts";
import { findRenderer, type SnapshotRenderers } from "./snapshot-renderers.ts";

/**
 * Render the payloads of events that were published without one. Each record is rendered once per topic.
 *
 * If a record no longer exists or cannot be rendered, its event gets no payload. That event stays in the log and is not
 * sent, so the record does not stop the numbering of the store's other events.
 *
 * @returns the payloads by event id
 */
export async function renderPayloads(
  tx: Transaction,
  store: Store,
  events: readonly InboxEvent[],
  { renderers, log }: { renderers: SnapshotRenderers; log: Log },
): Promise<Map<number, string>> {
  const payloads = new Map<number, string>();
  for (const [topic, eventsOfTopic] of Map.groupBy(events, ({ topic }) => topic)) {
    const renderer = findRenderer(renderers, topic);
    if (!renderer) {
      log.error({ topic }, "No renderer is registered for a topic.");
      continue;
    }
    const ids = [...new Set(eventsOfTopic.flatMap(({ resource_id }) => resource_id ?? []))];
    const texts = await renderAllOrEach(tx, ids, async (recordIds) => renderer(tx, store, recordIds), log);
    for (const { id, resource_id } of eventsOfTopic) {
      const text = resource_id === null ? undefined : texts.get(resource_id);
      if (text !== undefined) payloads.set(id, wrapSnapshot(topic as TopicName, text));
    }
  }
  return payloads;
}

type RenderRecords = (ids: number[]) => Promise<ReadonlyMap<number, string>>;

/** Render all records at once. If that fails, render them one by one, so that only the failing record is left out. */
async function renderAllOrEach(tx: Transaction, ids: number[], render: RenderRecords, log: Log) {
  const allTexts = await runInSavepoint(tx, () => render(ids), log);
  if (allTexts || ids.length === 1) return allTexts ?? new Map<number, string>();
  const texts = new Map<number, string>();
  for (const id of ids) {
    const textById = await runInSavepoint(tx, () => render([id]), log);
    for (const [recordId, text] of textById ?? []) texts.set(recordId, text);
  }
  return texts;
}

async function runInSavepoint<T>(tx: Transaction, work: () => Promise<T>, log: Log): Promise<T | undefined> {
  await tx.query("savepoint rendering");
  try {
    const result = await work();
    await tx.query("release savepoint rendering");
    return result;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    log.error({ err: error }, "A record could not be rendered for its event.");
    await tx.query("rollback to savepoint rendering");
    return undefined;
  }
}
