import { unguarded } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";

/** Reads the cell of a column; undefined when the file has no such column. */
export type CellOf<Column extends string> = (column: Column) => string | undefined;

/** The cells of a row by their columns' names. */
export function cellsOf<Column extends string>(
  { columns }: { columns: ReadonlyMap<Column, number> },
  { cells }: CsvRow,
): CellOf<Column> {
  return (column) => {
    const index = columns.get(column);
    return index === undefined ? undefined : unguarded(cells[index] ?? "");
  };
}
