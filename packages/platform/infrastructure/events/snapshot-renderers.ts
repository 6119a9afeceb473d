import type { TopicName } from "@souk/contract";
import type { Queryable, Statement } from "@souk/database";
import type { Store } from "../routing/call.ts";

/**
 * A function that renders the records of stub events, which were published without a payload. It returns the JSON text of each
 * record by its id. A record that no longer exists has no entry.
 */
export type SnapshotRenderer = (
  db: Queryable,
  store: Store,
  ids: number[],
) => Promise<ReadonlyMap<number, string>>;

/**
 * The renderers of a module's topics. A topic whose events are never stubs needs a renderer only for replaying past
 * events.
 */
export type SnapshotRenderers = Partial<Record<TopicName, SnapshotRenderer>>;

/** Find the renderer of a topic by its name; null if no module has one. */
export function findRenderer(renderers: SnapshotRenderers, topic: string): SnapshotRenderer | null {
  return (Object.hasOwn(renderers, topic) && renderers[topic as TopicName]) || null;
}

/**
 * Create a renderer that reads the current records.
 * @param statement selects `id` and `text` (the record as JSON); its parameters are the store, the ids and the time zone
 */
export function createStatementRenderer(statement: Statement): SnapshotRenderer {
  return async (db, store, ids) => {
    const rows = await db.many<{ id: number; text: string }>(statement, [store.id, ids, store.timezone]);
    return new Map(rows.map(({ id, text }) => [id, text]));
  };
}

/** Render the payloads of deleted records, which contain only the id. */
export const renderIds: SnapshotRenderer = async (_db, _store, ids) =>
  new Map(ids.map((id) => [id, JSON.stringify({ id })]));
