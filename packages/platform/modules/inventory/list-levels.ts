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
  const conditions = createConditions("r.store_id = $1", [storeId]);
  conditions.filter(query.variant_ids, (ids) => `r.variant_id = any(${ids})`);
  conditions.filter(query.location_ids, (ids) => `r.location_id = any(${ids})`);
  conditions.filter(query.ids, (ids) => `r.id = any(${ids})`);
  return conditions;
}

/** Levels of the named variants, at the named locations, or both (INV-1). @throws Refusal invalid with neither (INV-6) */
export async function listLevels(
  run: Queryable,
  call: Call<typeof operations.listInventoryLevels>,
): Promise<JsonText> {
  const conditions = conditionsOf(call.store.id, call.query);
  const json = levelJson("r", conditions.bind(call.store.timezone));
  return readCursorList(
    run,
    { plural: "inventory_levels", table: "inventory_levels", json, conditions },
    call.query,
  );
}

/** Counts the same levels. @throws Refusal invalid with neither filter (INV-6) */
export async function countLevels(
  run: Queryable,
  call: Call<typeof operations.countInventoryLevels>,
): Promise<{ count: number }> {
  const conditions = conditionsOf(call.store.id, call.query);
  return countRows(run, { plural: "inventory_levels", table: "inventory_levels", conditions });
}
