import type { ReactNode } from "react";

/** One column of a table of records of type R. */
export interface Column<R> {
  id: string;
  header: string;
  cell: (record: R) => ReactNode;
  align?: "start" | "end";
  /** Its name in the list's `sort`; the header becomes a button. */
  sort?: string;
}

/** A list's order as the API takes it: `title.asc`. */
export type Sort = string;

/** The order after the header of a column was pressed: upwards first, then the other way. */
export function nextSort(current: Sort | undefined, by: string): Sort {
  return current === `${by}.asc` ? `${by}.desc` : `${by}.asc`;
}

/** How a column stands in the present order, as aria-sort says it. */
export function sortState(current: Sort | undefined, by: string): "ascending" | "descending" | "none" {
  if (current === `${by}.asc`) return "ascending";
  return current === `${by}.desc` ? "descending" : "none";
}
