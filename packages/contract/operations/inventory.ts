import Type from "typebox";
import {
  adjustLevelExample,
  countLevelsExample,
  countLocationsExample,
  getLocationExample,
  listLevelsExample,
  listLocationsExample,
  setLevelExample,
} from "../examples/inventory.ts";
import { operation } from "../operation.ts";
import { cursorListOf, listOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams } from "../schemas/common.ts";
import { inventoryLevel, levelAdjust, levelSet, location } from "../schemas/inventory.ts";

const readLocations = {
  surface: "3.0",
  caller: "token",
  scopes: [["read_shipping", "read_products", "write_locations"]],
} as const;

const sinceId = { kind: "id", description: "Only ids from this one on, itself included (LST-5)." } as const;
const byId = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;

export const listLocations = operation({
  ...readLocations,
  id: "locations.list",
  method: "GET",
  path: "/locations.json",
  params: noParams,
  query: { ...listParameters, since_id: sinceId, sort: byId },
  answer: listOf("locations", location),
  refusals: ["invalid"],
  summary: "List locations",
  badge: "documented",
  clauses: ["INV-9", "LST-1"],
  example: listLocationsExample,
});

export const countLocations = operation({
  ...readLocations,
  id: "locations.count",
  method: "GET",
  path: "/locations/count.json",
  params: noParams,
  query: { ids: listParameters.ids, since_id: sinceId },
  answer: countAnswer,
  refusals: ["invalid"],
  summary: "Count locations",
  badge: "decided",
  clauses: [],
  example: countLocationsExample,
});

export const getLocation = operation({
  ...readLocations,
  id: "locations.get",
  method: "GET",
  path: "/locations/:id.json",
  params: idParam,
  query: { fields: listParameters.fields },
  answer: Type.Object({ location }),
  refusals: ["not_found"],
  summary: "Get a location",
  badge: "decided",
  clauses: ["WHK-14"],
  example: getLocationExample,
});

const levelFilters = {
  variant_ids: { kind: "ids", description: "Levels of these variants." },
  location_ids: { kind: "ids", description: "Levels at these locations." },
} as const;

const readLevels = { surface: "4.0", caller: "token", scopes: [["read_products"]] } as const;

export const listInventoryLevels = operation({
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

export const countInventoryLevels = operation({
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
  method: "PUT",
  params: noParams,
  query: {},
  wrapper: "inventory_level",
  topics: ["inventory_level/inventory_quantity_update", "product/update"],
  badge: "documented",
} as const;

export const setInventoryLevel = operation({
  ...writeLevels,
  id: "inventory_levels.set",
  path: "/inventory_levels/set.json",
  body: levelSet,
  answer: Type.Object({ inventory_level: inventoryLevel }),
  refusals: ["not_found", "invalid", "conflict"],
  summary: "Set the stock of a variant at a location",
  description:
    "For a caller that is the source of truth. A quantity that is already right changes nothing and sends nothing.",
  clauses: ["INV-7"],
  example: setLevelExample,
});

export const adjustInventoryLevel = operation({
  ...writeLevels,
  id: "inventory_levels.adjust",
  path: "/inventory_levels/adjust.json",
  body: levelAdjust,
  answer: Type.Object({ inventory_level: inventoryLevel }),
  refusals: ["not_found", "invalid"],
  summary: "Add to or take from the stock of a variant at a location",
  description: "Safe under concurrent sales. Taking a variant with policy deny below 0 is refused.",
  clauses: ["INV-8"],
  example: adjustLevelExample,
});
