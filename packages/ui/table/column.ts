import type { ReactNode } from "react";

/** One column of a table of records of type R. */
export interface Column<R> {
  id: string;
  header: string;
  cell: (record: R) => ReactNode;
  align?: "start" | "end";
  /** The column's name in the `sort` parameter. If it is set, the header is a button. */
  sort?: string;
}

/** The order of a list as an API parameter, such as `title.asc`. */
export type Sort = string;

/** Return the order after a click on a column's header. The first click sorts in ascending order, and the next reverses the order. */
export function getNextSort(current: Sort | undefined, column: string): Sort {
  return current === `${column}.asc` ? `${column}.desc` : `${column}.asc`;
}

/** Return a column's sort state as a value of `aria-sort`. */
export function getSortState(current: Sort | undefined, column: string): "ascending" | "descending" | "none" {
  if (current === `${column}.asc`) return "ascending";
  return current === `${column}.desc` ? "descending" : "none";
}
