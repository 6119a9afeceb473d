import { fieldError, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildLevelJson } from "./level-json.ts";

interface LevelFilters {
  variant_ids: number[] | undefined;
  location_ids: number[] | undefined;
  ids: number[] | undefined;
}

// INV-6: variant_ids or location_ids is required.
function buildConditions(storeId: number, query: LevelFilters): Conditions {
  if (query.variant_ids === undefined && query.location_ids === undefined) {
    const message = "Send variant_ids, location_ids or both.";
    const names = ["variant_ids", "location_ids"];
    throwApiError("invalid", { fields: names.map((name) => fieldError(name, "required", {}, message)) });
  }
  return buildLevelConditions(storeId, query);
}

/** Build the SQL conditions for these filters of levels. */
export function buildLevelConditions(storeId: number, query: LevelFilters): Conditions {
  // guard store-predicate-of-levels: with `$1::bigint is not null` instead of `r.store_id = $1`, list-levels.test.ts fails at `another store`
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.variant_ids, (ids) => `r.variant_id = any(${ids})`);
  // With an equality condition on one location, the index by location returns levels sorted by id, so a page reads only its own rows.
  const [firstId, ...otherIds] = query.location_ids ?? [];
  if (firstId !== undefined && otherIds.length === 0)
    conditions.filter(firstId, (id) => `r.location_id = ${id}`);
  else conditions.filter(query.location_ids, (ids) => `r.location_id = any(${ids})`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  return conditions;
}

const levelCountOfLocationSql = `(
  select coalesce(sum(delta), 0)::bigint from resource_counts
  where store_id = $1 and resource = 'levels at ' || $2::bigint)`;

/** Build the source of the list. The number of all levels of one location is in `resource_counts`. */
function buildListSource(storeId: number, query: LevelFilters) {
  const conditions = buildConditions(storeId, query);
  const hasOneLocation = query.location_ids?.length === 1;
  const total =
    hasOneLocation && query.variant_ids === undefined && query.ids === undefined
      ? levelCountOfLocationSql
      : undefined;
  return { plural: "inventory_levels", table: "inventory_levels", conditions, total };
}

/**
 * Return a page of the levels of these variants, at these locations, or both (INV-1).
 * @throws ApiError `invalid` if both filters are absent (INV-6)
 */
export async function listLevels(
  db: Queryable,
  call: Call<typeof operations.listInventoryLevels>,
): Promise<JsonText> {
  const source = buildListSource(call.store.id, call.query);
  const json = buildLevelJson("r", source.conditions.bind(call.store.timezone));
  return readCursorList(db, { ...source, json }, call.query);
}

/** Count the levels that the filters match. @throws ApiError `invalid` if variant_ids and location_ids are absent (INV-6) */
export async function countLevels(
  db: Queryable,
  call: Call<typeof operations.countInventoryLevels>,
): Promise<{ count: number }> {
  return countRows(db, buildListSource(call.store.id, call.query));
}
