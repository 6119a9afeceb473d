import { mostTags } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import { changeOrder } from "./change-order.ts";
import type { OrderDesk } from "./order-desk.ts";
import { ordersBearing } from "./orders-bearing.ts";

// As many as are locked, changed and told in one transaction: each writes its document anew.
const batch = 100;
// A batch stands in so many where one order of two hundred bears the tag.
const stretch = 20_000;

interface Change {
  store: Store;
  cause: Cause;
  /** The tag. */
  name: string;
}

const lockStatement = {
  name: "orders_tags_lock",
  text: `
    select id, tags @> array[$3::text] as has, cardinality(tags) as tags from orders
    where store_id = $1 and id = ${anyOf("$2")} order by id for no key update`,
};

/** Gives tags to orders and takes them away, telling each order that changed. */
export function createOrderTags(desk: OrderDesk) {
  async function change(tx: Transaction, of: Change & { ids: readonly number[] }, isGiven: boolean) {
    const { store, cause, name, ids } = of;
    for (const order_id of ids)
      await changeOrder(desk, tx, { ...cause, store, order_id }, ({ before }) => {
        const others = before.order.tags.filter((tag) => tag !== name);
        const tags = !isGiven
          ? others
          : before.order.tags.includes(name)
            ? before.order.tags
            : [...others, name];
        const order = { ...before.order, tags };
        return { after: { ...before, order }, reason: "order tagged", context: "order/update" };
      });
  }
  return {
    /** Gives a tag to all of them, or to none when one is unknown or full; answers those, and how many are changed. */
    async give(tx: Transaction, of: Change & { ids: readonly number[] }) {
      const values = [of.store.id, [...of.ids], of.name];
      const { rows } = await tx.query<{ id: number; has: boolean; tags: number }>(lockStatement, values);
      const there = new Set(rows.map(({ id }) => id));
      const without = rows.filter(({ has }) => !has);
      const unknown = of.ids.filter((id) => !there.has(id));
      const full = without.filter(({ tags }) => tags >= mostTags).map(({ id }) => id);
      if (unknown.length > 0 || full.length > 0) return { unknown, full, changed: 0 };
      const ids = without.map(({ id }) => id);
      await change(tx, { ...of, ids }, true);
      return { unknown, full, changed: ids.length };
    },

    /**
     * Takes a tag from orders that have it, some at a time in the order of their ids.
     * @param after the last one of those before; 0 to begin
     * @returns the last one of these; null when no more can follow
     */
    async takeAway(tx: Transaction, of: Change & { after: number }): Promise<number | null> {
      const found = await ordersBearing(tx, of.store, { ...of, most: batch, stretch });
      // Those that were deleted meanwhile bear nothing.
      const { rows } = await tx.query<{ id: number }>(lockStatement, [of.store.id, found, of.name]);
      await change(tx, { ...of, ids: rows.map(({ id }) => id) }, false);
      return found.length === batch ? (found.at(-1) ?? null) : null;
    },
  };
}
