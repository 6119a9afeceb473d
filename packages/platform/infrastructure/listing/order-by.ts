import type { Sort } from "@souk/contract";

/** Build the SQL of a sort order, with the id as tie breaker. */
export function buildOrderBy({ field, direction }: Pick<Sort, "field" | "direction">): string {
  return field === "id" ? `r.id ${direction}` : `r.${field} ${direction}, r.id ${direction}`;
}

/** Return the reverse of a sort order. */
export function reversed(sort: Sort): Sort {
  return { ...sort, direction: sort.direction === "asc" ? "desc" : "asc" };
}
