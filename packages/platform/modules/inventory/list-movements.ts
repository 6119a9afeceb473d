import type { operations, QueryValues } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { ledgerTotalSql } from "./ledger-total.ts";
import { buildMovementJson } from "./movement-json.ts";

const table = "inventory_movements";

/** Build the SQL conditions for these filters of movements. */
export function buildMovementConditions(
  storeId: number,
  query: QueryValues<(typeof operations.countInventoryMovements)["query"]>,
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
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

const buildListSource = (conditions: Conditions) => ({
  plural: table,
  table,
  conditions,
  total: conditions.isFiltered ? undefined : ledgerTotalSql,
});

/**
 * Return a page of the store's ledger, newest first by default. Pages by cursor are sorted by time, so a movement's position never
 * changes.
 */
export function listMovements(
  db: Queryable,
  call: Call<typeof operations.listInventoryMovements>,
): Promise<JsonText> {
  const conditions = buildMovementConditions(call.store.id, call.query);
  const json = buildMovementJson(conditions.bind(call.store.timezone));
  return readCursorList(db, { ...buildListSource(conditions), json, cursorKey: "created_at" }, call.query);
}

/** Count the movements that the filters match. */
export function countMovements(
  db: Queryable,
  call: Call<typeof operations.countInventoryMovements>,
): Promise<{ count: number }> {
  return countRows(db, buildListSource(buildMovementConditions(call.store.id, call.query)));
}
