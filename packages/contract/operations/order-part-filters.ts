import { Type } from "typebox";
import { listParameters } from "../query.ts";
import { id } from "../schemas/common.ts";
import { sinceId } from "./product-filters.ts";

/** The path of what belongs to an order, and of one of it. */
export const ofOrder = Type.Object({ order_id: id });
export const ofOrderPart = Type.Object({ order_id: id, id });

const dated = { kind: "date", reading: "offset" } as const;

/** By when what belongs to orders was changed or made. */
export const orderPartDates = {
  updated_at_min: { ...dated, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...dated, edge: "max", description: "Changed at or before." },
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
} as const;

/** By what lists of what belongs to one order are filtered. */
export const orderPartFilters = { ids: listParameters.ids, since_id: sinceId, ...orderPartDates } as const;

/** The query of such a list. */
export const orderPartList = {
  ...listParameters,
  ...orderPartFilters,
  sort: { kind: "sort", by: ["id", "created_at", "updated_at"], default: "id.asc" },
} as const;
