import { listParameters } from "../query.ts";

const byOffset = { kind: "date", reading: "offset" } as const;

/** The filters that lists of purchase orders and of transfers share. */
export const documentFilters = {
  ids: listParameters.ids,
  variant_ids: { kind: "ids", description: "Only those with a line of one of these variants." },
  updated_at_min: { ...byOffset, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...byOffset, edge: "max", description: "Changed at or before." },
  created_at_min: { ...byOffset, edge: "min", description: "Made at or after." },
  created_at_max: { ...byOffset, edge: "max", description: "Made at or before." },
  expected_at_min: { ...byOffset, edge: "min", description: "Expected at or after." },
  expected_at_max: { ...byOffset, edge: "max", description: "Expected at or before." },
} as const;

/** How these lists can be sorted; a record that nothing is known of comes last under asc. */
export const documentSort = {
  kind: "sort",
  by: ["id", "updated_at", "created_at", "expected_at"],
  default: "id.asc",
} as const;
