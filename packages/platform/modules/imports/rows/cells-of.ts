import { unguarded } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import type { ColumnName, Sheet } from "./read-heading.ts";

/** Reads the cell of a column; undefined when the file has no such column. */
export type CellOf = (column: ColumnName) => string | undefined;

/** The cells of a row by their columns' names. */
export function cellsOf({ columns }: Sheet, { cells }: CsvRow): CellOf {
  return (column) => {
    const index = columns.get(column);
    return index === undefined ? undefined : unguarded(cells[index] ?? "");
  };
}

/** The handle of a row; empty when it has none. */
export function handleOf(sheet: Sheet, row: CsvRow): string {
  return cellsOf(sheet, row)("handle")?.trim() ?? "";
}
