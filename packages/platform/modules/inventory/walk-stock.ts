import type { operations, QueryValues } from "@souk/contract";
import {
  measureRows,
  type RecordWalk,
  readNextRows,
  toWalkBatch,
  type WalkScope,
} from "../../infrastructure/listing/record-walk.ts";
import { buildLevelJson } from "./level-json.ts";
import { buildLevelConditions } from "./list-levels.ts";
import { buildMovementConditions } from "./list-movements.ts";
import { buildMovementJson } from "./movement-json.ts";

type LevelFilters = QueryValues<(typeof operations.countInventoryLevels)["query"]>;
type MovementFilters = QueryValues<(typeof operations.countInventoryMovements)["query"]>;

/** Reads all levels of a store that the filters match, in batches. Unlike a list, it requires no filter (INV-6). */
export const levelWalk: RecordWalk<LevelFilters> = {
  measure: (db, walked) => measureRows(db, buildLevelRows(walked), "id"),
  next: async (db, walked, step) => {
    const rows = buildLevelRows(walked);
    const json = buildLevelJson("r", rows.conditions.bind(walked.store.timezone));
    return toWalkBatch(await readNextRows(db, rows, { order: "id", json, step }));
  },
};

function buildLevelRows({ store, filters }: WalkScope<LevelFilters>) {
  const conditions = buildLevelConditions(store.id, filters);
  return { name: "levels", table: "inventory_levels", conditions };
}

/** Reads all movements of a store that the filters match, in batches, oldest first. */
export const movementWalk: RecordWalk<MovementFilters> = {
  measure: (db, walked) => measureRows(db, buildMovementRows(walked), "created_at"),
  next: async (db, walked, step) => {
    const rows = buildMovementRows(walked);
    const json = buildMovementJson(rows.conditions.bind(walked.store.timezone));
    return toWalkBatch(await readNextRows(db, rows, { order: "created_at", json, step }));
  },
};

function buildMovementRows({ store, filters }: WalkScope<MovementFilters>) {
  return {
    name: "movements",
    table: "inventory_movements",
    conditions: buildMovementConditions(store.id, filters),
  };
}
