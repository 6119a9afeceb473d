import { throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadOrders } from "../orders/index.ts";
import { buildReturnText } from "./return-text.ts";

const referencesStatement = defineStatement(
  "order_return_references",
  `select id, order_id from order_returns where store_id = $1 and id = ${buildAnyIds("$2")}`,
);

/** The id of a return and the id of its order. */
interface ReturnReference {
  id: number;
  order_id: number;
}

/** Load the id of the order that a return belongs to. A return never moves to another order. @throws ApiError `not_found` */
export async function loadReturnOrderId(db: Queryable, store: Store, id: number): Promise<number> {
  const row = await db.maybeOne<ReturnReference>(referencesStatement, [store.id, [id]]);
  return row?.order_id ?? throwApiError("not_found");
}

/** Load returns as JSON texts, by id, from the ids of the returns and their orders. Returns of deleted orders are left out. */
async function loadReturnTexts(
  db: Queryable,
  store: Store,
  references: readonly ReturnReference[],
): Promise<Map<number, string>> {
  const orders = await loadOrders(db, store, [...new Set(references.map(({ order_id }) => order_id))]);
  const ordersById = new Map(orders.map((order) => [order.order.id, order]));
  const texts = new Map<number, string>();
  for (const { id, order_id } of references) {
    const order = ordersById.get(order_id);
    if (order) texts.set(id, buildReturnText(store, order, id));
  }
  return texts;
}

/** Load returns as JSON texts, by id. Ids without a return are left out. */
export async function loadReturnTextsByIds(
  db: Queryable,
  store: Store,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.many<ReturnReference>(referencesStatement, [store.id, [...ids]]);
  return loadReturnTexts(db, store, rows);
}
