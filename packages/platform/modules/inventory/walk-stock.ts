import type { operations, QueryOf } from "@souk/contract";
import { measureRows, nextRows, portionOf, type RecordWalk, type Walked } from "../../listing/record-walk.ts";
import { levelJson } from "./level-json.ts";
import { levelConditions } from "./list-levels.ts";
import { movementConditions } from "./list-movements.ts";
import { movementJson } from "./movement-json.ts";

type LevelFilters = QueryOf<(typeof operations.countInventoryLevels)["query"]>;
type MovementFilters = QueryOf<(typeof operations.countInventoryMovements)["query"]>;

/** Every level of a store that the filters let through; none is needed, as a list needs one (INV-6). */
export const levelWalk: RecordWalk<LevelFilters> = {
  measure: (run, walked) => measureRows(run, levelRows(walked), "id"),
  next: async (run, walked, step) => {
    const rows = levelRows(walked);
    const json = levelJson("r", rows.conditions.bind(walked.store.timezone));
    return portionOf(await nextRows(run, rows, { order: "id", json, step }), step.limit);
  },
};

function levelRows({ store, filters }: Walked<LevelFilters>) {
  const conditions = levelConditions(store.id, filters);
  return { name: "levels", table: "inventory_levels", conditions };
}

/** The ledger of a store, the oldest first. */
export const movementWalk: RecordWalk<MovementFilters> = {
  measure: (run, walked) => measureRows(run, movementRows(walked), "created_at"),
  next: async (run, walked, step) => {
    const rows = movementRows(walked);
    const json = movementJson(rows.conditions.bind(walked.store.timezone));
    return portionOf(await nextRows(run, rows, { order: "created_at", json, step }), step.limit);
  },
};

function movementRows({ store, filters }: Walked<MovementFilters>) {
  return {
    name: "movements",
    table: "inventory_movements",
    conditions: movementConditions(store.id, filters),
  };
}
