import type { operations, QueryOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { ledgerTotal } from "./ledger-total.ts";
import { movementJson } from "./movement-json.ts";

const table = "inventory_movements";

/** What a list of movements is read by. */
export function movementConditions(
  storeId: number,
  query: QueryOf<(typeof operations.countInventoryMovements)["query"]>,
): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.variant_ids, (ids) => `r.variant_id = any(${ids})`);
  conditions.filter(query.location_ids, (ids) => `r.location_id = any(${ids})`);
  conditions.filter(query.field, (field) => `r.field = ${field}`);
  conditions.filter(query.reason, (reason) => `r.reason = ${reason}`);
  conditions.filter(query.order_ids, (ids) => `r.order_id = any(${ids})`);
  conditions.filter(query.purchase_order_ids, (ids) => `r.purchase_order_id = any(${ids})`);
  conditions.filter(query.transfer_ids, (ids) => `r.transfer_id = any(${ids})`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

const sourceOf = (conditions: Conditions) => ({
  plural: table,
  table,
  conditions,
  total: conditions.filtered ? undefined : ledgerTotal,
});

/** The store's ledger, the newest first. A walk by cursor goes by time: a movement's place in it never changes. */
export function listMovements(
  run: Queryable,
  call: Call<typeof operations.listInventoryMovements>,
): Promise<JsonText> {
  const conditions = movementConditions(call.store.id, call.query);
  const json = movementJson(conditions.bind(call.store.timezone));
  return readCursorList(run, { ...sourceOf(conditions), json, walkedBy: "created_at" }, call.query);
}

/** Counts the same movements. */
export function countMovements(
  run: Queryable,
  call: Call<typeof operations.countInventoryMovements>,
): Promise<{ count: number }> {
  return countRows(run, sourceOf(movementConditions(call.store.id, call.query)));
}
