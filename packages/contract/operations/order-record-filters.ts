import { Type } from "typebox";
import { listParameters } from "../query.ts";
import { id } from "../schemas/common.ts";
import { sinceId } from "./product-filters.ts";

/** Path parameters of an order, for the records that belong to it. */
export const orderParams = Type.Object({ order_id: id });
/** Path parameters of a record that belongs to an order. */
export const orderRecordParams = Type.Object({ order_id: id, id });

const dateFilter = { kind: "date", timezone: "offset" } as const;

/** Date filters of records that belong to orders. */
export const orderRecordDateFilters = {
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

/** Filters for the records that belong to one order. */
export const orderRecordFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  ...orderRecordDateFilters,
} as const;

/** Query parameters for a list of the records that belong to one order. */
export const orderRecordListParameters = {
  ...listParameters,
  ...orderRecordFilters,
  sort: { kind: "sort", by: ["id", "created_at", "updated_at"], default: "id.asc" },
} as const;
