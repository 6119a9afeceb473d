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

/** Reads, in batches, the levels of a store that match the filters. Unlike a list of levels, it requires no filter (INV-6). */
export const levelWalk: RecordWalk<LevelFilters> = {
  measure: (db, scope) => measureRows(db, buildLevelSource(scope), "id"),
  next: async (db, scope, step) => {
    const source = buildLevelSource(scope);
    const json = buildLevelJson("r", source.conditions.bind(scope.store.timezone));
    return toWalkBatch(await readNextRows(db, source, { order: "id", json, step }));
  },
};

function buildLevelSource({ store, filters }: WalkScope<LevelFilters>) {
  const conditions = buildLevelConditions(store.id, filters);
  return { name: "levels", table: "inventory_levels", conditions };
}

/** Reads, in batches, the movements of a store that match the filters, oldest first. */
export const movementWalk: RecordWalk<MovementFilters> = {
  measure: (db, scope) => measureRows(db, buildMovementSource(scope), "created_at"),
  next: async (db, scope, step) => {
    const source = buildMovementSource(scope);
    const json = buildMovementJson(source.conditions.bind(scope.store.timezone));
    return toWalkBatch(await readNextRows(db, source, { order: "created_at", json, step }));
  },
};

function buildMovementSource({ store, filters }: WalkScope<MovementFilters>) {
  return {
    name: "movements",
    table: "inventory_movements",
    conditions: buildMovementConditions(store.id, filters),
  };
}
