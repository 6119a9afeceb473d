import { mostTags } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import { anyOf } from "./listing/any-of.ts";
import type { Cause } from "./routing/actor.ts";
import type { Store } from "./routing/call.ts";

// As many as are locked, changed and told at once: whoever changes one of them waits no longer than that.
const batch = 1_000;

/** A table of records with a column `tags`. */
export interface TaggedTable {
  table: string;
  /** What else is set of a row `r` that changes, as SQL with a comma behind. */
  also?: string;
  /** Tells the records that changed. */
  tell(tx: Transaction, changed: { store: Store; cause: Cause; ids: number[] }): Promise<void>;
}

interface Change {
  store: Store;
  cause: Cause;
  /** The tag. */
  name: string;
}

function statementsOf({ table, also = "" }: TaggedTable) {
  return {
    lock: {
      name: `${table}_tags_lock`,
      text: `
        select id, tags @> array[$3::text] as has, cardinality(tags) as tags from ${table}
        where store_id = $1 and id = ${anyOf("$2")} order by id for no key update`,
    },
    add: {
      name: `${table}_tags_add`,
      text: `
        update ${table} r set tags = r.tags || $3::text, ${also} updated_at = ${laterThan("r.updated_at")}
        where r.store_id = $1 and r.id = ${anyOf("$2")}`,
    },
    remove: {
      name: `${table}_tags_remove`,
      text: `
        with bearing as materialized (
          select id from ${table} where store_id = $1 and id > $2 and tags @> array[$3::text]
          order by id limit $4 for no key update),
        changed as (
          update ${table} r set tags = array_remove(r.tags, $3::text), ${also} updated_at = ${laterThan("r.updated_at")}
          from bearing where r.store_id = $1 and r.id = bearing.id
          returning r.id)
        select id from changed order by id`,
    },
  };
}

/** Gives tags to the records of a table and takes them away, telling each record that changed. */
export function createTaggedTable(of: TaggedTable) {
  const { lock, add, remove } = statementsOf(of);
  return {
    /** Gives a tag to all of them, or to none when one is unknown or full; answers those, and how many are changed. */
    async give(tx: Transaction, { store, cause, name, ids }: Change & { ids: readonly number[] }) {
      const { rows } = await tx.query<{ id: number; has: boolean; tags: number }>(lock, [
        store.id,
        ids,
        name,
      ]);
      const there = new Set(rows.map(({ id }) => id));
      const without = rows.filter(({ has }) => !has);
      const unknown = ids.filter((id) => !there.has(id));
      const full = without.filter(({ tags }) => tags >= mostTags).map(({ id }) => id);
      if (unknown.length > 0 || full.length > 0) return { unknown, full, changed: 0 };
      const changed = without.map(({ id }) => id);
      await tx.query(add, [store.id, changed, name]);
      await of.tell(tx, { store, cause, ids: changed });
      return { unknown, full, changed: changed.length };
    },

    /**
     * Takes a tag from records that have it, some at a time in the order of their ids.
     * @param after the last one of those before; 0 to begin
     * @returns the last one of these; null when no more can follow
     */
    async takeAway(
      tx: Transaction,
      { store, cause, name, after }: Change & { after: number },
    ): Promise<number | null> {
      const { rows } = await tx.query<{ id: number }>(remove, [store.id, after, name, batch]);
      const ids = rows.map(({ id }) => id);
      await of.tell(tx, { store, cause, ids });
      return ids.length === batch ? (ids.at(-1) ?? null) : null;
    },
  };
}
