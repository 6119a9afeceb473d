import type { ReactNode } from "react";

/** One column of a table of records of type R. */
export interface Column<R> {
  id: string;
  header: string;
  cell: (record: R) => ReactNode;
  align?: "start" | "end";
  /** The column's name in the list's `sort`; its header becomes a button. */
  sort?: string;
}

/** A list's order as the API accepts it: `title.asc`. */
export type Sort = string;

/** Return the order after a column's header was pressed: ascending first, then reversed. */
export function nextSort(current: Sort | undefined, by: string): Sort {
  return current === `${by}.asc` ? `${by}.desc` : `${by}.asc`;
}

/** Return a column's state in the current order as a value of aria-sort. */
export function sortState(current: Sort | undefined, by: string): "ascending" | "descending" | "none" {
  if (current === `${by}.asc`) return "ascending";
  return current === `${by}.desc` ? "descending" : "none";
}
