import { countMovementsExample, listMovementsExample } from "../examples/inventory.ts";
import { operation } from "../operation.ts";
import { momentListOf } from "../paging.ts";
import { listParameters, momentListParameters } from "../query.ts";
import { countAnswer, noParams } from "../schemas/common.ts";
import { inventoryMovement, quantityFields } from "../schemas/inventory.ts";

const readLedger = {
  surface: "4.0",
  caller: "token",
  scopes: [["read_products"]],
  method: "GET",
  params: noParams,
  refusals: ["invalid"],
  badge: "decided",
  clauses: [],
} as const;

const filters = {
  ids: listParameters.ids,
  variant_ids: { kind: "ids", description: "Movements of these variants." },
  location_ids: { kind: "ids", description: "Movements at these locations." },
  field: { kind: "choice", of: quantityFields, description: "Movements of this quantity." },
  reason: { kind: "text", maxLength: 255, description: "Movements with exactly this reason." },
  order_ids: { kind: "ids", description: "Movements that these orders made." },
  purchase_order_ids: { kind: "ids", description: "Movements that these purchase orders made." },
  transfer_ids: { kind: "ids", description: "Movements that these transfers made." },
  created_at_min: { kind: "date", edge: "min", reading: "offset", description: "Made at or after." },
  created_at_max: { kind: "date", edge: "max", reading: "offset", description: "Made at or before." },
} as const;

export const listInventoryMovements = operation({
  ...readLedger,
  id: "inventory_movements.list",
  path: "/inventory_movements.json",
  query: {
    ...momentListParameters,
    ...filters,
    sort: { kind: "sort", by: ["created_at"], default: "created_at.desc" },
  },
  answer: momentListOf("inventory_movements", inventoryMovement),
  summary: "List inventory movements",
  description:
    "The ledger, the newest first: every change of every quantity. Each level is the sum of its movements.",
  example: listMovementsExample,
});

export const countInventoryMovements = operation({
  ...readLedger,
  id: "inventory_movements.count",
  path: "/inventory_movements/count.json",
  query: filters,
  answer: countAnswer,
  summary: "Count inventory movements",
  example: countMovementsExample,
});
