import { DatabaseUnavailable, type Log, type Transaction } from "@souk/database";
import type { Store } from "../routing/call.ts";
import type { StubRenderer } from "./facts.ts";
import type { InboxEvent } from "./merge-stubs.ts";

/**
 * Renders the records of stubs, each record once a topic.
 *
 * A record that is gone, or that cannot be rendered, has no payload: its event stays in the log without one and nobody is
 * sent it, for a store's log must not stand still over one record.
 *
 * @param rendererOf the renderer of a topic
 * @returns the payloads by the events' ids
 */
export async function renderStubs(
  tx: Transaction,
  store: Store,
  stubs: readonly InboxEvent[],
  { rendererOf, log }: { rendererOf(topic: string): StubRenderer | null; log: Log },
): Promise<Map<number, string>> {
  const payloads = new Map<number, string>();
  for (const [topic, events] of Map.groupBy(stubs, ({ topic }) => topic)) {
    const renderer = rendererOf(topic);
    if (!renderer) {
      log.error({ topic }, "No renderer is registered for the stubs of a topic.");
      continue;
    }
    const ids = [...new Set(events.flatMap(({ resource_id }) => resource_id ?? []))];
    const texts = await renderEach(tx, ids, async (some) => renderer(tx, store, some), log);
    for (const { id, resource_id } of events) {
      const text = resource_id === null ? undefined : texts.get(resource_id);
      if (text !== undefined) payloads.set(id, text);
    }
  }
  return payloads;
}

type RenderSome = (ids: number[]) => Promise<ReadonlyMap<number, string>>;

/** All at once; when that fails one by one, so that only the record that fails is left out. */
async function renderEach(tx: Transaction, ids: number[], render: RenderSome, log: Log) {
  const together = await inSavepoint(tx, () => render(ids), log);
  if (together || ids.length === 1) return together ?? new Map<number, string>();
  const texts = new Map<number, string>();
  for (const id of ids) {
    const one = await inSavepoint(tx, () => render([id]), log);
    for (const [key, text] of one ?? []) texts.set(key, text);
  }
  return texts;
}

async function inSavepoint<T>(tx: Transaction, work: () => Promise<T>, log: Log): Promise<T | undefined> {
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
