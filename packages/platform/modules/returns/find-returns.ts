import { refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { loadOrders } from "../orders/index.ts";
import { returnText } from "./return-text.ts";

const statement = {
  name: "order_returns_place",
  text: `select id, order_id from order_returns where store_id = $1 and id = ${anyOf("$2")}`,
};

/** A return and the order that it is of. */
export interface ReturnPlace {
  id: number;
  order_id: number;
}

/** The order that a return is of; it never changes. @throws Refusal not_found */
export async function orderOfReturn(run: Queryable, store: Store, id: number): Promise<number> {
  const { rows } = await run.query<ReturnPlace>(statement, [store.id, [id]]);
  return rows[0]?.order_id ?? refuse("not_found");
}

/** Returns of known orders as JSON, by their ids; those whose order is gone are missing. */
export async function textsOfReturns(
  run: Queryable,
  store: Store,
  places: readonly ReturnPlace[],
): Promise<Map<number, string>> {
  const orders = await loadOrders(run, store, [...new Set(places.map(({ order_id }) => order_id))]);
  const byId = new Map(orders.map((order) => [order.order.id, order]));
  const texts = new Map<number, string>();
  for (const { id, order_id } of places) {
    const order = byId.get(order_id);
    if (order) texts.set(id, returnText(store, order, id));
  }
  return texts;
}

/** Returns as JSON, by their ids; those that are gone are missing. */
export async function findReturns(
  run: Queryable,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await run.query<ReturnPlace>(statement, [store.id, [...ids]]);
  return textsOfReturns(run, store, rows);
}
