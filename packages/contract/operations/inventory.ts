import { Type } from "typebox";
import {
  adjustLevelExample,
  changeLevelsExample,
  countLevelsExample,
  listLevelsExample,
  reserveLevelExample,
  setLevelExample,
} from "../examples/inventory.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countResponse, noParams } from "../schemas/common.ts";
import { inventoryLevel, levelAdjust, levelBatch, levelReserve, levelSet } from "../schemas/inventory.ts";

const levelSort = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;

const levelFilters = {
  variant_ids: { kind: "ids", description: "Returns levels of these variants. Comma-separated ids." },
  location_ids: { kind: "ids", description: "Returns levels at these locations. Comma-separated ids." },
} as const;

const readLevels = {
  surface: "4.0",
  auth: "token",
  scopes: [["read_products"]],
  rights: [["stock.view"]],
} as const;

const listInventoryLevels = defineOperation({
  ...readLevels,
  id: "inventory_levels.list",
  method: "GET",
  path: "/inventory_levels.json",
  params: noParams,
  query: { ...cursorListParameters, ...levelFilters, sort: levelSort },
  response: createCursorListSchema("inventory_levels", inventoryLevel),
  errors: ["invalid"],
  summary: "List inventory levels",
  description: "Requires `variant_ids`, `location_ids` or both.",
  definedBy: "interface",
  clauses: ["INV-1", "INV-6"],
  example: listLevelsExample,
});

const countInventoryLevels = defineOperation({
  ...readLevels,
  id: "inventory_levels.count",
  method: "GET",
  path: "/inventory_levels/count.json",
  params: noParams,
  query: { ...levelFilters, ids: listParameters.ids },
  response: countResponse,
  errors: ["invalid"],
  summary: "Count inventory levels",
  definedBy: "souk",
  clauses: ["INV-6"],
  example: countLevelsExample,
});

const writeLevels = {
  surface: "4.0",
  auth: "token",
  scopes: [["write_products"]],
  rights: [["stock.set"]],
  params: noParams,
  query: {},
  topics: ["inventory_level/inventory_quantity_update", "product/update"],
  definedBy: "interface",
} as const;

const setInventoryLevel = defineOperation({
  ...writeLevels,
  id: "inventory_levels.set",
  method: "PUT",
  path: "/inventory_levels/set.json",
  body: levelSet,
  wrapper: "inventory_level",
  response: Type.Object({ inventory_level: inventoryLevel }),
  errors: ["not_found", "invalid", "conflict"],
  summary: "Set an inventory level",
  description:
    "Sets `inventory_quantity` exactly. Use it when your system is the source of truth. Setting the " +
    "quantity that the level already has changes nothing and emits no event. At an inactive location, the quantity can only be lowered.",
  clauses: ["INV-7"],
  example: setLevelExample,
});

const adjustInventoryLevel = defineOperation({
  ...writeLevels,
  id: "inventory_levels.adjust",
  method: "PUT",
  path: "/inventory_levels/adjust.json",
  body: levelAdjust,
  wrapper: "inventory_level",
  response: Type.Object({ inventory_level: inventoryLevel }),
  errors: ["not_found", "invalid"],
  summary: "Adjust an inventory level",
  description:
    "Adds `adjustment_quantity` to `inventory_quantity`; this is safe if other requests change the level at the " +
    "same time. An adjustment is rejected if it would take the stock of a variant with inventory_policy `deny` below " +
    "0, or if it is positive and the location is inactive.",
  clauses: ["INV-8"],
  example: adjustLevelExample,
});

const reserveInventoryLevel = defineOperation({
  ...writeLevels,
  id: "inventory_levels.reserve",
  method: "PUT",
  path: "/inventory_levels/reserve.json",
  body: levelReserve,
  wrapper: "inventory_level",
  topics: [],
  response: Type.Object({ inventory_level: inventoryLevel }),
  errors: ["not_found", "invalid"],
  summary: "Reserve inventory",
  description:
    "Sets `reserved_inventory_quantity`, the units that are not sold online. `inventory_quantity` is " +
    "unchanged; the stock available online is `inventory_quantity` minus `reserved_inventory_quantity`. Records " +
    "a movement and emits no event. Setting the quantity that is already reserved changes nothing.",
  definedBy: "souk",
  clauses: ["INV-5"],
  example: reserveLevelExample,
});

const changeInventoryLevels = defineOperation({
  ...writeLevels,
  id: "inventory_levels.batch",
  method: "POST",
  path: "/inventory_levels/batch.json",
  body: levelBatch,
  response: Type.Object({
    inventory_levels: Type.Array(inventoryLevel, {
      description: "The levels in the request, each once, in the order in which they first appear.",
    }),
  }),
  errors: ["invalid", "conflict"],
  summary: "Set and adjust inventory levels in bulk",
  description:
    "Applies every line or none. Lines for the same level are applied in order, each with its own movement; the " +
    "events of the level and of its product are emitted once, with the final state. The error for a rejected " +
    "request lists every invalid line, for example `inventory_levels.3.adjustment_quantity`. If levels do not have " +
    "the expected quantity, the error is a `conflict` with those levels in `current`.",
  definedBy: "souk",
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
