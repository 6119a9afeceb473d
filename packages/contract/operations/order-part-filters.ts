import { Type } from "typebox";
import { listParameters } from "../query.ts";
import { id } from "../schemas/common.ts";
import { sinceId } from "./product-filters.ts";

/** Path parameters of a record that belongs to an order, without and with its own id. */
export const ofOrder = Type.Object({ order_id: id });
export const ofOrderPart = Type.Object({ order_id: id, id });

const dated = { kind: "date", timezone: "offset" } as const;

/** Date filters of records that belong to orders. */
export const orderPartDates = {
  updated_at_min: { ...dated, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dated, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dated, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dated, bound: "max", description: "Created at or before this date." },
} as const;

/** Filters of the lists of records that belong to one order. */
export const orderPartFilters = { ids: listParameters.ids, since_id: sinceId, ...orderPartDates } as const;

/** Query parameters of the lists of records that belong to one order. */
export const orderPartList = {
  ...listParameters,
  ...orderPartFilters,
  sort: { kind: "sort", by: ["id", "created_at", "updated_at"], default: "id.asc" },
} as const;
