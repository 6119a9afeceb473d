import { throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadOrders } from "../orders/index.ts";
import { buildReturnText } from "./return-text.ts";

const statement = defineStatement(
  "order_returns_place",
  `select id, order_id from order_returns where store_id = $1 and id = ${anyIds("$2")}`,
);

/** A return's id with the id of its order. */
export interface ReturnReference {
  id: number;
  order_id: number;
}

/** Load the id of the order that a return belongs to; it never changes. @throws ApiError not_found */
export async function loadReturnOrderId(db: Queryable, store: Store, id: number): Promise<number> {
  const row = await db.maybeOne<ReturnReference>(statement, [store.id, [id]]);
  return row?.order_id ?? throwApiError("not_found");
}

/** Load returns with known orders as JSON text, by id; returns of deleted orders are missing. */
export async function loadReturnTexts(
  db: Queryable,
  store: Store,
  references: readonly ReturnReference[],
): Promise<Map<number, string>> {
  const orders = await loadOrders(db, store, [...new Set(references.map(({ order_id }) => order_id))]);
  const byId = new Map(orders.map((order) => [order.order.id, order]));
  const texts = new Map<number, string>();
  for (const { id, order_id } of references) {
    const order = byId.get(order_id);
    if (order) texts.set(id, buildReturnText(store, order, id));
  }
  return texts;
}

/** Load returns as JSON text, by id; deleted returns are missing. */
export async function findReturns(
  db: Queryable,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.many<ReturnReference>(statement, [store.id, [...ids]]);
  return loadReturnTexts(db, store, rows);
}
