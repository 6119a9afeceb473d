import type { TopicName } from "@souk/contract";
import type { Queryable, Statement } from "@souk/database";
import type { Store } from "../routing/call.ts";

/** Render the records of a topic's stubs as JSON text, by id; a record that is gone has no entry. */
export type SnapshotRenderer = (
  db: Queryable,
  store: Store,
  ids: number[],
) => Promise<ReadonlyMap<number, string>>;

/**
 * The renderers of a module's topics. A topic whose events always carry their own snapshot needs a renderer
 * only for history.
 */
export type SnapshotRenderers = Partial<Record<TopicName, SnapshotRenderer>>;

/** Find the renderer of a topic by its name; null when no module renders it. */
export function findRenderer(renderers: SnapshotRenderers, topic: string): SnapshotRenderer | null {
  return (Object.hasOwn(renderers, topic) && renderers[topic as TopicName]) || null;
}

/**
 * Create a renderer that reads records as they are now.
 * @param statement selects `id` and `text`, the record as JSON, of the store $1, the ids $2 and the time zone $3
 */
export function createStatementRenderer(statement: Statement): SnapshotRenderer {
  return async (db, store, ids) => {
    const rows = await db.many<{ id: number; text: string }>(statement, [store.id, ids, store.timezone]);
    return new Map(rows.map(({ id, text }) => [id, text]));
  };
}

/** Render what is left of deleted records: their ids. */
export const renderIds: SnapshotRenderer = async (_db, _store, ids) =>
  new Map(ids.map((id) => [id, JSON.stringify({ id })]));
