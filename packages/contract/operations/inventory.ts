import { Type } from "typebox";
import {
  adjustLevelExample,
  changeLevelsExample,
  countLevelsExample,
  listLevelsExample,
  reserveLevelExample,
  setLevelExample,
} from "../examples/inventory.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, noParams } from "../schemas/common.ts";
import { inventoryLevel, levelAdjust, levelBatch, levelReserve, levelSet } from "../schemas/inventory.ts";

const byId = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;

const levelFilters = {
  variant_ids: { kind: "ids", description: "Levels of these variants." },
  location_ids: { kind: "ids", description: "Levels at these locations." },
} as const;

const readLevels = { surface: "4.0", caller: "token", scopes: [["read_products"]] } as const;

const listInventoryLevels = operation({
  ...readLevels,
  id: "inventory_levels.list",
  method: "GET",
  path: "/inventory_levels.json",
  params: noParams,
  query: { ...cursorListParameters, ...levelFilters, sort: byId },
  answer: cursorListOf("inventory_levels", inventoryLevel),
  refusals: ["invalid"],
  summary: "List inventory levels",
  description: "At least one of variant_ids and location_ids is required (INV-6).",
  badge: "documented",
  clauses: ["INV-1", "INV-6"],
  example: listLevelsExample,
});

const countInventoryLevels = operation({
  ...readLevels,
  id: "inventory_levels.count",
  method: "GET",
  path: "/inventory_levels/count.json",
  params: noParams,
  query: { ...levelFilters, ids: listParameters.ids },
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count inventory levels",
  badge: "decided",
  clauses: ["INV-6"],
  example: countLevelsExample,
});

const writeLevels = {
  surface: "4.0",
  caller: "token",
  scopes: [["write_products"]],
  params: noParams,
  query: {},
  topics: ["inventory_level/inventory_quantity_update", "product/update"],
  badge: "documented",
} as const;

const setInventoryLevel = operation({
  ...writeLevels,
  id: "inventory_levels.set",
  method: "PUT",
  path: "/inventory_levels/set.json",
  body: levelSet,
  wrapper: "inventory_level",
  answer: Type.Object({ inventory_level: inventoryLevel }),
  refusals: ["not_found", "invalid", "conflict"],
  summary: "Set the stock of a variant at a location",
  description:
    "For a caller that is the source of truth. A quantity that is already right changes nothing and sends nothing. At a " +
    "location that is not active it can only be set lower.",
  clauses: ["INV-7"],
  example: setLevelExample,
});

const adjustInventoryLevel = operation({
  ...writeLevels,
  id: "inventory_levels.adjust",
  method: "PUT",
  path: "/inventory_levels/adjust.json",
  body: levelAdjust,
  wrapper: "inventory_level",
  answer: Type.Object({ inventory_level: inventoryLevel }),
  refusals: ["not_found", "invalid"],
  summary: "Add to or take from the stock of a variant at a location",
  description:
    "Safe under concurrent sales. Taking a variant with policy deny below 0 is refused, and so is adding at a location " +
    "that is not active.",
  clauses: ["INV-8"],
  example: adjustLevelExample,
});

const reserveInventoryLevel = operation({
  ...writeLevels,
  id: "inventory_levels.reserve",
  method: "PUT",
  path: "/inventory_levels/reserve.json",
  body: levelReserve,
  wrapper: "inventory_level",
  topics: [],
  answer: Type.Object({ inventory_level: inventoryLevel }),
  refusals: ["not_found", "invalid"],
  summary: "Hold stock of a variant at a location back from online selling",
  description:
    "Sets the reserved quantity. Online available is inventory_quantity less it, which stay as they are: nothing is sent, " +
    "the ledger has the movement. A quantity that is already right changes nothing.",
  badge: "decided",
  clauses: ["INV-5"],
  example: reserveLevelExample,
});

const changeInventoryLevels = operation({
  ...writeLevels,
  id: "inventory_levels.batch",
  method: "POST",
  path: "/inventory_levels/batch.json",
  body: levelBatch,
  answer: Type.Object({
    inventory_levels: Type.Array(inventoryLevel, {
      description: "Each level that a line names, once, in the order in which the lines first name them.",
    }),
  }),
  refusals: ["invalid", "conflict"],
  summary: "Set and adjust many levels, all or nothing",
  description:
    "Lines of one level are done in their order, each with a movement of its own; the level is told once, with what it " +
    "is in the end, and its product once. Refusals name every line that is wrong, for example " +
    "`inventory_levels.3.adjustment_quantity`. A conflict shows under `current` the levels that were not as expected.",
  badge: "decided",
  clauses: ["INV-7", "INV-8"],
  example: changeLevelsExample,
});

export const inventoryOperations = {
  listInventoryLevels,
  countInventoryLevels,
  setInventoryLevel,
  adjustInventoryLevel,
  reserveInventoryLevel,
  changeInventoryLevels,
} as const;
