import { maxTags } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { Publisher } from "./events/publish.ts";
import { anyIds } from "./listing/any-ids.ts";
import type { Cause } from "./routing/actor.ts";
import type { Store } from "./routing/call.ts";

// The number of records locked, changed and published at once: a concurrent change waits no longer.
const batch = 1_000;

/** A table of records with a column `tags`. */
export interface TaggedTable {
  table: string;
  /** Further assignments to a row `r` that changes, as SQL with a trailing comma. */
  also?: string;
  /** Publish an event for each record that changed. */
  publish(tx: Transaction, call: Publisher, ids: readonly number[]): Promise<void>;
}

interface Change {
  store: Store;
  cause: Cause;
  /** The tag's name. */
  name: string;
}

function buildStatements({ table, also = "" }: TaggedTable) {
  return {
    lock: defineStatement(
      `${table}_tags_lock`,
      `
        select id, tags @> array[$3::text] as has, cardinality(tags) as tags from ${table}
        where store_id = $1 and id = ${anyIds("$2")} order by id for no key update`,
    ),
    add: defineStatement(
      `${table}_tags_add`,
      `
        update ${table} r set tags = r.tags || $3::text, ${also} updated_at = ${monotonicUpdatedAt("r.updated_at")}
        where r.store_id = $1 and r.id = ${anyIds("$2")}`,
    ),
    remove: defineStatement(
      `${table}_tags_remove`,
      `
        with bearing as materialized (
          select id from ${table} where store_id = $1 and id > $2 and tags @> array[$3::text]
          order by id limit $4 for no key update),
        changed as (
          update ${table} r set tags = array_remove(r.tags, $3::text), ${also} updated_at = ${monotonicUpdatedAt("r.updated_at")}
          from bearing where r.store_id = $1 and r.id = bearing.id
          returning r.id)
        select id from changed order by id`,
    ),
  };
}

/** Create the functions that add tags to the records of a table and remove them. */
export function createTaggedTable(table: TaggedTable) {
  const { lock, add, remove } = buildStatements(table);
  return {
    /** Add a tag to all of these records, or to none when one is unknown or has its maximum of tags. */
    async give(tx: Transaction, { store, cause, name, ids }: Change & { ids: readonly number[] }) {
      const rows = await tx.many<{ id: number; has: boolean; tags: number }>(lock, [store.id, ids, name]);
      const there = new Set(rows.map(({ id }) => id));
      const without = rows.filter(({ has }) => !has);
      const unknown = ids.filter((id) => !there.has(id));
      const full = without.filter(({ tags }) => tags >= maxTags).map(({ id }) => id);
      if (unknown.length > 0 || full.length > 0) return { unknown, full, changed: 0 };
      const changed = without.map(({ id }) => id);
      await tx.query(add, [store.id, changed, name]);
      await table.publish(tx, { ...cause, store }, changed);
      return { unknown, full, changed: changed.length };
    },

    /**
     * Remove a tag from records that have it, a batch at a time in the order of their ids.
     * @param after the last id of the batch before; 0 to begin
     * @returns the last id of this batch; null when no more can follow
     */
    async takeAway(
      tx: Transaction,
      { store, cause, name, after }: Change & { after: number },
    ): Promise<number | null> {
      const rows = await tx.many<{ id: number }>(remove, [store.id, after, name, batch]);
      const ids = rows.map(({ id }) => id);
      await table.publish(tx, { ...cause, store }, ids);
      return ids.length === batch ? (ids.at(-1) ?? null) : null;
    },
  };
}
