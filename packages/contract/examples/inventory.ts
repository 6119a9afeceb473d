import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const timestamps = {
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

const level = {
  id: 3,
  variant_id: 2,
  location_id: 1,
  inventory_quantity: 12,
  committed_inventory_quantity: 2,
  incoming_inventory_quantity: 0,
  reserved_inventory_quantity: 0,
  ...timestamps,
};

export const listLevelsExample: Example = {
  query: { variant_ids: "2,3", location_ids: "1" },
  response: buildCursorListResponse("inventory_levels", level),
};

export const countLevelsExample: Example = { query: { location_ids: "1" }, response: { count: 2 } };

export const setLevelExample: Example = {
  body: { variant_id: 2, location_id: 1, quantity: 12, reason: "stocktake" },
  response: { inventory_level: level },
};

export const adjustLevelExample: Example = {
  body: { variant_id: 2, location_id: 1, adjustment_quantity: -1, reference: "POS-1042" },
  response: { inventory_level: { ...level, inventory_quantity: 11 } },
};

export const reserveLevelExample: Example = {
  body: { variant_id: 2, location_id: 1, reserved_quantity: 3, reason: "window display" },
  response: { inventory_level: { ...level, inventory_quantity: 11, reserved_inventory_quantity: 3 } },
};

export const changeLevelsExample: Example = {
  body: {
    inventory_levels: [
      { variant_id: 2, location_id: 1, adjustment_quantity: -2, reference: "POS-1043" },
      { variant_id: 3, location_id: 1, quantity: 30, reason: "stocktake" },
    ],
  },
  response: {
    inventory_levels: [
      { ...level, inventory_quantity: 9, reserved_inventory_quantity: 3 },
      { ...level, id: 5, variant_id: 3, inventory_quantity: 30 },
    ],
  },
};

const movement = {
  id: 41,
  variant_id: 2,
  location_id: 1,
  field: "inventory_quantity",
  change: -1,
  resulting_quantity: 11,
  reason: "adjust",
  reference: "POS-1042",
  actor: { kind: "app", id: "inventory-sync", name: "Inventory Sync" },
  order_id: null,
  purchase_order_id: null,
  transfer_id: null,
  created_at: "2026-11-20T16:46:38.000+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

export const listMovementsExample: Example = {
  query: { variant_ids: "2", field: "inventory_quantity", created_at_min: "2026-11-20T00:00:00+08:00" },
  response: buildCursorListResponse("inventory_movements", movement),
};

export const countMovementsExample: Example = { query: { location_ids: "1" }, response: { count: 2 } };
