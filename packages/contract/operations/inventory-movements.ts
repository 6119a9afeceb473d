import { countMovementsExample, listMovementsExample } from "../examples/inventory.ts";
import { defineOperation } from "../operation.ts";
import { createTimeListSchema } from "../paging.ts";
import { listParameters, timeListParameters } from "../query.ts";
import { countResponse, noParams } from "../schemas/common.ts";
import { inventoryMovement, quantityFields } from "../schemas/inventory.ts";

const readOperation = {
  surface: "4.0",
  auth: "token",
  scopes: [["read_products"]],
  rights: [["stock.view"]],
  method: "GET",
  params: noParams,
  errors: ["invalid"],
  definedBy: "souk",
  clauses: [],
} as const;

const filters = {
  ids: listParameters.ids,
  variant_ids: { kind: "ids", description: "Returns movements of these variants. Comma-separated ids." },
  location_ids: { kind: "ids", description: "Returns movements at these locations. Comma-separated ids." },
  field: { kind: "choice", of: quantityFields, description: "Returns movements of this quantity field." },
  reason: { kind: "text", maxLength: 255, description: "Returns movements with exactly this reason." },
  order_ids: { kind: "ids", description: "Returns movements caused by these orders. Comma-separated ids." },
  purchase_order_ids: {
    kind: "ids",
    description: "Returns movements caused by these purchase orders. Comma-separated ids.",
  },
  transfer_ids: {
    kind: "ids",
    description: "Returns movements caused by these transfers. Comma-separated ids.",
  },
  created_at_min: {
    kind: "date",
    bound: "min",
    timezone: "offset",
    description: "Created at or after this date.",
  },
  created_at_max: {
    kind: "date",
    bound: "max",
    timezone: "offset",
    description: "Created at or before this date.",
  },
} as const;

export const listInventoryMovements = defineOperation({
  ...readOperation,
  id: "inventory_movements.list",
  path: "/inventory_movements.json",
  query: {
    ...timeListParameters,
    ...filters,
    sort: { kind: "sort", by: ["created_at"], default: "created_at.desc" },
  },
  response: createTimeListSchema("inventory_movements", inventoryMovement),
  summary: "List inventory movements",
  description:
    "Returns the inventory ledger, newest first. It contains every change of every quantity field, so each " +
    "quantity of a level is the sum of its movements.",
  example: listMovementsExample,
});

export const countInventoryMovements = defineOperation({
  ...readOperation,
  id: "inventory_movements.count",
  path: "/inventory_movements/count.json",
  query: filters,
  response: countResponse,
  summary: "Count inventory movements",
  example: countMovementsExample,
});
