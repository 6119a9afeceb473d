import { fieldError, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { levelJson } from "./level-json.ts";

interface LevelFilters {
  variant_ids: number[] | undefined;
  location_ids: number[] | undefined;
  ids: number[] | undefined;
}

// INV-6: at least one of the two is required.
function buildConditions(storeId: number, query: LevelFilters): Conditions {
  if (query.variant_ids === undefined && query.location_ids === undefined) {
    const sentence = "Send variant_ids, location_ids or both.";
    const names = ["variant_ids", "location_ids"];
    throwApiError("invalid", { fields: names.map((name) => fieldError(name, "required", {}, sentence)) });
  }
  return levelConditions(storeId, query);
}

/** Build the conditions by which levels are read. */
export function levelConditions(storeId: number, query: LevelFilters): Conditions {
  // guard: store-predicate-of-levels with `$1::bigint is not null` for `r.store_id = $1`: list-levels.test.ts another store
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.variant_ids, (ids) => `r.variant_id = any(${ids})`);
  // The levels of one location lie in the order of their ids: a page of a million reads its own rows alone.
  const [one, ...others] = query.location_ids ?? [];
  if (one !== undefined && others.length === 0) conditions.filter(one, (id) => `r.location_id = ${id}`);
  else conditions.filter(query.location_ids, (ids) => `r.location_id = any(${ids})`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  return conditions;
}

const levelsOfOneLocation = `(
  select coalesce(sum(delta), 0)::bigint from resource_counts
  where store_id = $1 and resource = 'levels at ' || $2::bigint)`;

/** Choose the source of the list; all levels of a location are counted when they are opened. */
function buildListSource(storeId: number, query: LevelFilters) {
  const conditions = buildConditions(storeId, query);
  const ofLocation = query.location_ids?.length === 1;
  const total =
    ofLocation && query.variant_ids === undefined && query.ids === undefined
      ? levelsOfOneLocation
      : undefined;
  return { plural: "inventory_levels", table: "inventory_levels", conditions, total };
}

/**
 * List the levels of the named variants, at the named locations, or both (INV-1).
 * @throws ApiError invalid with neither (INV-6)
 */
export async function listLevels(
  db: Queryable,
  call: Call<typeof operations.listInventoryLevels>,
): Promise<JsonText> {
  const source = buildListSource(call.store.id, call.query);
  const json = levelJson("r", source.conditions.bind(call.store.timezone));
  return readCursorList(db, { ...source, json }, call.query);
}

/** Count the levels that the filters match. @throws ApiError invalid with neither filter (INV-6) */
export async function countLevels(
  db: Queryable,
  call: Call<typeof operations.countInventoryLevels>,
): Promise<{ count: number }> {
  return countRows(db, buildListSource(call.store.id, call.query));
}
