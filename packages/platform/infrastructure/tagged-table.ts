import { maxTags } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import type { EventSource } from "./events/publish.ts";
import { buildAnyIds } from "./listing/any-ids.ts";
import type { Cause } from "./routing/actor.ts";
import type { Store } from "./routing/call.ts";

// The number of records from which a tag is removed in one transaction. A concurrent change of a record waits only for one batch.
const batchSize = 1_000;

/** A table with a column `tags`. */
export interface TaggedTable {
  table: string;
  /** Further SQL assignments for a changed row `r`, with a trailing comma. */
  moreAssignments?: string;
  /** Publish an event for each record that changed. */
  publish(tx: Transaction, call: EventSource, ids: readonly number[]): Promise<void>;
}

interface TagChange {
  store: Store;
  cause: Cause;
  /** The tag's name. */
  name: string;
}

function buildStatements({ table, moreAssignments = "" }: TaggedTable) {
  return {
    lock: defineStatement(
      `${table}_tags_lock`,
      `
        select id, tags @> array[$3::text] as has_tag, cardinality(tags) as tag_count from ${table}
        where store_id = $1 and id = ${buildAnyIds("$2")} order by id for no key update`,
    ),
    add: defineStatement(
      `${table}_tags_add`,
      `
        update ${table} r set tags = r.tags || $3::text, ${moreAssignments} updated_at = ${monotonicUpdatedAt("r.updated_at")}
        where r.store_id = $1 and r.id = ${buildAnyIds("$2")}`,
    ),
    remove: defineStatement(
      `${table}_tags_remove`,
      `
        with tagged as materialized (
          select id from ${table} where store_id = $1 and id > $2 and tags @> array[$3::text]
          order by id limit $4 for no key update),
        changed as (
          update ${table} r set tags = array_remove(r.tags, $3::text), ${moreAssignments} updated_at = ${monotonicUpdatedAt("r.updated_at")}
          from tagged where r.store_id = $1 and r.id = tagged.id
          returning r.id)
        select id from changed order by id`,
    ),
  };
}

/** Create the functions that add a tag to records of a table or remove a tag from them. */
export function createTagFunctions(table: TaggedTable) {
  const { lock, add, remove } = buildStatements(table);
  return {
    /**
     * Add a tag to records. If some of the ids do not exist (`unknownIds`), or some of the records have the maximum number of tags
     * (`fullIds`), no record is changed.
     */
    async addTag(tx: Transaction, { store, cause, name, ids }: TagChange & { ids: readonly number[] }) {
      const rows = await tx.many<{ id: number; has_tag: boolean; tag_count: number }>(lock, [
        store.id,
        ids,
        name,
      ]);
      const existingIds = new Set(rows.map(({ id }) => id));
      const untaggedRows = rows.filter(({ has_tag }) => !has_tag);
      const unknownIds = ids.filter((id) => !existingIds.has(id));
      const fullIds = untaggedRows.filter(({ tag_count }) => tag_count >= maxTags).map(({ id }) => id);
      if (unknownIds.length > 0 || fullIds.length > 0) return { unknownIds, fullIds, changedCount: 0 };
      const changedIds = untaggedRows.map(({ id }) => id);
      await tx.query(add, [store.id, changedIds, name]);
      await table.publish(tx, { ...cause, store }, changedIds);
      return { unknownIds, fullIds, changedCount: changedIds.length };
    },

    /**
     * Remove a tag from the next batch of records that have it, in the order of their ids.
     * @param after the last id of the previous batch; 0 at the start
     * @returns the last id of this batch; null if it was the last batch
     */
    async removeTag(
      tx: Transaction,
      { store, cause, name, after }: TagChange & { after: number },
    ): Promise<number | null> {
      const rows = await tx.many<{ id: number }>(remove, [store.id, after, name, batchSize]);
      const ids = rows.map(({ id }) => id);
      await table.publish(tx, { ...cause, store }, ids);
      return ids.length === batchSize ? (ids.at(-1) ?? null) : null;
    },
  };
}
