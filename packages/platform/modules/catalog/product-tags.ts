import { mostTags } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { tellChanged } from "./mark-products.ts";

// As many as are locked, changed and told at once: whoever sells one of them waits no longer than that.
const batch = 1_000;

const lockStatement = {
  name: "product_tags_lock",
  text: `
    select id, tags @> array[$3::text] as has, cardinality(tags) as tags from products
    where store_id = $1 and id = ${anyOf("$2")} order by id for no key update`,
};

const addStatement = {
  name: "product_tags_add",
  text: `
    update products set tags = tags || $3::text, version = version + 1, updated_at = ${laterThan("updated_at")}
    where store_id = $1 and id = ${anyOf("$2")}`,
};

const removeStatement = {
  name: "product_tags_remove",
  text: `
    with bearing as materialized (
      select id from products where store_id = $1 and id > $2 and tags @> array[$3::text]
      order by id limit $4 for no key update),
    changed as (
      update products p set tags = array_remove(p.tags, $3::text), version = p.version + 1,
        updated_at = ${laterThan("p.updated_at")}
      from bearing where p.store_id = $1 and p.id = bearing.id
      returning p.id)
    select id from changed order by id`,
};

/** Gives tags to products and takes them away, telling each product that changed. */
export function createProductTags(facts: FactRegistry) {
  return {
    /** Gives a tag to all of them, or to none when one is unknown or full; answers those, and how many are changed. */
    async give(
      tx: Transaction,
      { store, cause, name, ids }: { store: Store; cause: Cause; name: string; ids: readonly number[] },
    ) {
      const { rows } = await tx.query<{ id: number; has: boolean; tags: number }>(lockStatement, [
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
      await tx.query(addStatement, [store.id, changed, name]);
      await tellChanged(facts, tx, { store, cause, ids: changed });
      return { unknown, full, changed: changed.length };
    },

    /**
     * Takes a tag from products that have it, some at a time in the order of their ids.
     * @param after the last one of those before; 0 to begin
     * @returns the last one of these; null when no more can follow
     */
    async takeAway(
      tx: Transaction,
      { store, cause, name, after }: { store: Store; cause: Cause; name: string; after: number },
    ): Promise<number | null> {
      const { rows } = await tx.query<{ id: number }>(removeStatement, [store.id, after, name, batch]);
      const ids = rows.map(({ id }) => id);
      await tellChanged(facts, tx, { store, cause, ids });
      return ids.length === batch ? (ids.at(-1) ?? null) : null;
    },
  };
}
