import { maxTags } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { changeOrder } from "./change-order.ts";
import type { OrdersDeps } from "./orders-deps.ts";
import { findOrdersWithTag } from "./orders-with-tag.ts";

// The number of orders that one transaction locks, changes and publishes.
const batchSize = 100;
// The number of orders that are scanned for a batch before the index is used. If one order in 200 has the tag, the scan fills a batch.
const scanLimit = 20_000;

interface TagChange {
  store: Store;
  cause: Cause;
  /** The name of the tag. */
  name: string;
}

const lockStatement = defineStatement(
  "orders_tags_lock",
  `
    select id, tags @> array[$3::text] as has_tag, cardinality(tags) as tag_count from orders
    where store_id = $1 and id = ${buildAnyIds("$2")} order by id for no key update`,
);

function addTagTo(tags: readonly string[], name: string): readonly string[] {
  return tags.includes(name) ? tags : [...tags, name];
}

function removeTagFrom(tags: readonly string[], name: string): readonly string[] {
  return tags.filter((tag) => tag !== name);
}

/** Create the functions that add tags to orders or remove them. They publish an event for each changed order. */
export function createOrderTags(deps: OrdersDeps) {
  async function changeTags(
    tx: Transaction,
    tagging: TagChange & { ids: readonly number[] },
    replaceTags: typeof addTagTo,
  ) {
    const { store, cause, name, ids } = tagging;
    for (const order_id of ids)
      await changeOrder(deps, tx, { ...cause, store, order_id }, ({ before }) => {
        const order = { ...before.order, tags: replaceTags(before.order.tags, name) };
        return { after: { ...before, order }, reason: "order tagged", context: "order/update" };
      });
  }
  return {
    /**
     * Add a tag to all of these orders, or to none if an order is unknown or has the maximum number of tags.
     * Return the ids of the unknown orders, the ids of the full orders, which have that maximum, and the number of changed orders.
     */
    async addTag(tx: Transaction, tagging: TagChange & { ids: readonly number[] }) {
      const values = [tagging.store.id, [...tagging.ids], tagging.name];
      const rows = await tx.many<{ id: number; has_tag: boolean; tag_count: number }>(lockStatement, values);
      const existingIds = new Set(rows.map(({ id }) => id));
      const untaggedRows = rows.filter(({ has_tag }) => !has_tag);
      const unknownIds = tagging.ids.filter((id) => !existingIds.has(id));
      const fullIds = untaggedRows.filter(({ tag_count }) => tag_count >= maxTags).map(({ id }) => id);
      if (unknownIds.length > 0 || fullIds.length > 0) return { unknownIds, fullIds, changedCount: 0 };
      const ids = untaggedRows.map(({ id }) => id);
      await changeTags(tx, { ...tagging, ids }, addTagTo);
      return { unknownIds, fullIds, changedCount: ids.length };
    },

    /**
     * Remove a tag from the next batch of orders that have it, sorted by id.
     * @param removal the tag, and the last id of the previous batch or 0 for the first batch
     * @returns the last id of this batch, or null if it was the last batch
     */
    async removeTag(tx: Transaction, removal: TagChange & { after: number }): Promise<number | null> {
      const orderIds = await findOrdersWithTag(tx, removal.store, {
        ...removal,
        max: batchSize,
        scanLimit,
      });
      // Orders that were deleted meanwhile are not locked or changed.
      const rows = await tx.many<{ id: number }>(lockStatement, [removal.store.id, orderIds, removal.name]);
      await changeTags(tx, { ...removal, ids: rows.map(({ id }) => id) }, removeTagFrom);
      return orderIds.length === batchSize ? (orderIds.at(-1) ?? null) : null;
    },
  };
}
