import type { Sort } from "@souk/contract";

/** What rows are ordered by, as SQL, with the id as tie breaker. */
export function orderOf({ field, direction }: Pick<Sort, "field" | "direction">): string {
  return field === "id" ? `r.id ${direction}` : `r.${field} ${direction}, r.id ${direction}`;
}

/** The same order from its other end. */
export function reversed(sort: Sort): Sort {
  return { ...sort, direction: sort.direction === "asc" ? "desc" : "asc" };
}
