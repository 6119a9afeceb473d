import type { Sort } from "@souk/contract";

/** Build the `order by` terms of a sort, with the id as tie breaker. */
export function buildOrderBy({ field, direction }: Pick<Sort, "field" | "direction">): string {
  return field === "id" ? `r.id ${direction}` : `r.${field} ${direction}, r.id ${direction}`;
}

/** Return the sort with the opposite direction. */
export function reverseSort(sort: Sort): Sort {
  return { ...sort, direction: sort.direction === "asc" ? "desc" : "asc" };
}
