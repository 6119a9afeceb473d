import type { operations, QueryValues } from "@souk/contract";
import {
  measureRows,
  nextRows,
  type RecordWalk,
  toPortion,
  type Walked,
} from "../../infrastructure/listing/record-walk.ts";
import { levelJson } from "./level-json.ts";
import { levelConditions } from "./list-levels.ts";
import { movementConditions } from "./list-movements.ts";
import { movementJson } from "./movement-json.ts";

type LevelFilters = QueryValues<(typeof operations.countInventoryLevels)["query"]>;
type MovementFilters = QueryValues<(typeof operations.countInventoryMovements)["query"]>;

/** The walk over every level of a store that the filters match; no filter is required, unlike in a list (INV-6). */
export const levelWalk: RecordWalk<LevelFilters> = {
  measure: (db, walked) => measureRows(db, levelRows(walked), "id"),
  next: async (db, walked, step) => {
    const rows = levelRows(walked);
    const json = levelJson("r", rows.conditions.bind(walked.store.timezone));
    return toPortion(await nextRows(db, rows, { order: "id", json, step }), step.limit);
  },
};

function levelRows({ store, filters }: Walked<LevelFilters>) {
  const conditions = levelConditions(store.id, filters);
  return { name: "levels", table: "inventory_levels", conditions };
}

/** The walk over a store's ledger, the oldest first. */
export const movementWalk: RecordWalk<MovementFilters> = {
  measure: (db, walked) => measureRows(db, movementRows(walked), "created_at"),
  next: async (db, walked, step) => {
    const rows = movementRows(walked);
    const json = movementJson(rows.conditions.bind(walked.store.timezone));
    return toPortion(await nextRows(db, rows, { order: "created_at", json, step }), step.limit);
  },
};

function movementRows({ store, filters }: Walked<MovementFilters>) {
  return {
    name: "movements",
    table: "inventory_movements",
    conditions: movementConditions(store.id, filters),
  };
}
