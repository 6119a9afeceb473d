import type { operations, QueryValues } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../../infrastructure/listing/conditions.ts";
import { countRows, readList } from "../../../infrastructure/listing/read-list.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildLocationJson } from "./location-json.ts";

type Filters = QueryValues<(typeof operations.countLocations)["query"]>;

function buildConditions(storeId: number, query: Filters): Conditions {
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(query.since_id, (id) => `r.id >= ${id}`);
  conditions.filter(query.code, (code) => `lower(r.code) = lower(${code})`);
  conditions.filter(query.is_active, (active) => `r.is_active = ${active}`);
  conditions.filter(query.is_primary, (primary) => `r.is_primary = ${primary}`);
  conditions.filter(query.updated_at_min, (time) => `r.updated_at >= ${time}`);
  conditions.filter(query.updated_at_max, (time) => `r.updated_at <= ${time}`);
  conditions.filter(query.created_at_min, (time) => `r.created_at >= ${time}`);
  conditions.filter(query.created_at_max, (time) => `r.created_at <= ${time}`);
  return conditions;
}

/** Return a page of the store's locations. Exactly one location of a store is primary (INV-9). */
export function listLocations(db: Queryable, call: Call<typeof operations.listLocations>): Promise<JsonText> {
  const conditions = buildConditions(call.store.id, call.query);
  const json = buildLocationJson(conditions.bind(call.store.timezone));
  return readList(db, { plural: "locations", table: "locations", json, conditions }, call.query);
}

/** Count the store's locations. */
export function countLocations(
  db: Queryable,
  call: Call<typeof operations.countLocations>,
): Promise<{ count: number }> {
  const conditions = buildConditions(call.store.id, call.query);
  return countRows(db, { plural: "locations", table: "locations", conditions });
}
