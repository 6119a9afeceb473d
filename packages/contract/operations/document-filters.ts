import { listParameters } from "../query.ts";

const dateFilter = { kind: "date", timezone: "offset" } as const;

/** Filters shared by the lists of purchase orders and transfers. */
export const documentFilters = {
  ids: listParameters.ids,
  variant_ids: {
    kind: "ids",
    description: "Returns records with a line item of one of these variants. Comma-separated ids.",
  },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
  expected_at_min: { ...dateFilter, bound: "min", description: "Expected at or after this date." },
  expected_at_max: { ...dateFilter, bound: "max", description: "Expected at or before this date." },
} as const;

/** Sort parameter of purchase order and transfer lists. With `.asc`, records without a value come last. */
export const documentSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "expected_at"],
  default: "id.asc",
} as const;
