import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { levelJson } from "./level-json.ts";

interface LevelFilters {
  variant_ids: number[] | undefined;
  location_ids: number[] | undefined;
  ids: number[] | undefined;
}

// INV-6: at least one of the two is required.
function conditionsOf(storeId: number, query: LevelFilters): Conditions {
  if (query.variant_ids === undefined && query.location_ids === undefined) {
    const message = "is required unless the other of variant_ids and location_ids is sent";
    refuse("invalid", { fields: ["variant_ids", "location_ids"].map((path) => ({ path, message })) });
  }
  return levelConditions(storeId, query);
}

/** What levels are read by. */
export function levelConditions(storeId: number, query: LevelFilters): Conditions {
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

/** What the list reads; all levels of a location are counted as they are opened. */
function sourceOf(storeId: number, query: LevelFilters) {
  const conditions = conditionsOf(storeId, query);
  const ofLocation = query.location_ids?.length === 1;
  const total =
    ofLocation && query.variant_ids === undefined && query.ids === undefined
      ? levelsOfOneLocation
      : undefined;
  return { plural: "inventory_levels", table: "inventory_levels", conditions, total };
}

/** Levels of the named variants, at the named locations, or both (INV-1). @throws Refusal invalid with neither (INV-6) */
export async function listLevels(
  run: Queryable,
  call: Call<typeof operations.listInventoryLevels>,
): Promise<JsonText> {
  const source = sourceOf(call.store.id, call.query);
  const json = levelJson("r", source.conditions.bind(call.store.timezone));
  return readCursorList(run, { ...source, json }, call.query);
}

/** Counts the same levels. @throws Refusal invalid with neither filter (INV-6) */
export async function countLevels(
  run: Queryable,
  call: Call<typeof operations.countInventoryLevels>,
): Promise<{ count: number }> {
  return countRows(run, sourceOf(call.store.id, call.query));
}
