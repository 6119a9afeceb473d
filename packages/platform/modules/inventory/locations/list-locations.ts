import type { operations, QueryOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../listing/conditions.ts";
import { countRows, readList } from "../../../listing/read-list.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { locationJson } from "./location-json.ts";

type Filters = QueryOf<(typeof operations.countLocations)["query"]>;

function conditionsOf(storeId: number, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.code, (code) => `lower(r.code) = lower(${code})`);
  conditions.filter(query.is_active, (active) => `r.is_active = ${active}`);
  conditions.filter(query.is_primary, (primary) => `r.is_primary = ${primary}`);
  conditions.filter(query.updated_at_min, (at) => `r.updated_at >= ${at}`);
  conditions.filter(query.updated_at_max, (at) => `r.updated_at <= ${at}`);
  conditions.filter(query.created_at_min, (at) => `r.created_at >= ${at}`);
  conditions.filter(query.created_at_max, (at) => `r.created_at <= ${at}`);
  return conditions;
}

/** The store's locations; exactly one has is_primary true (INV-9). */
export function listLocations(
  run: Queryable,
  call: Call<typeof operations.listLocations>,
): Promise<JsonText> {
  const conditions = conditionsOf(call.store.id, call.query);
  const json = locationJson(conditions.bind(call.store.timezone));
  return readList(run, { plural: "locations", table: "locations", json, conditions }, call.query);
}

/** Counts the store's locations. */
export function countLocations(
  run: Queryable,
  call: Call<typeof operations.countLocations>,
): Promise<{ count: number }> {
  const conditions = conditionsOf(call.store.id, call.query);
  return countRows(run, { plural: "locations", table: "locations", conditions });
}
