import type { TopicName } from "@souk/contract";
import type { Queryable, Statement } from "@souk/database";
import type { Store } from "../routing/call.ts";

/**
 * A function that renders the records of events that were published without a payload. It returns a map from record ids
 * to JSON texts. A record that no longer exists has no entry.
 */
export type SnapshotRenderer = (
  db: Queryable,
  store: Store,
  ids: number[],
) => Promise<ReadonlyMap<number, string>>;

/**
 * The renderers of a module's topics. If the events of a topic are always published with a payload, its renderer is used
 * only for replaying past events.
 */
export type SnapshotRenderers = Partial<Record<TopicName, SnapshotRenderer>>;

/** Find the renderer of a topic by its name; null if no module has one. */
export function findRenderer(renderers: SnapshotRenderers, topic: string): SnapshotRenderer | null {
  return (Object.hasOwn(renderers, topic) && renderers[topic as TopicName]) || null;
}

/**
 * Create a renderer that reads the current records.
 * @param statement selects `id` and `text` (the record as JSON); its parameters are the store's id, the records' ids and
 *   the store's time zone
 */
export function createStatementRenderer(statement: Statement): SnapshotRenderer {
  return async (db, store, ids) => {
    const rows = await db.many<{ id: number; text: string }>(statement, [store.id, ids, store.timezone]);
    return new Map(rows.map(({ id, text }) => [id, text]));
  };
}

/** Render deleted records: the JSON text of each contains only the record's id. */
export const renderIds: SnapshotRenderer = async (_db, _store, ids) =>
  new Map(ids.map((id) => [id, JSON.stringify({ id })]));
