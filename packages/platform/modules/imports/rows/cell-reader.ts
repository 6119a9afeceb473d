import { unguarded } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";

/** Reads the cell of a column; undefined when the file has no such column. */
export type CellReader<Column extends string> = (column: Column) => string | undefined;

/** Create the reader of a row's cells by their columns' names. */
export function createCellReader<Column extends string>(
  { columns }: { columns: ReadonlyMap<Column, number> },
  { cells }: CsvRow,
): CellReader<Column> {
  return (column) => {
    const index = columns.get(column);
    return index === undefined ? undefined : unguarded(cells[index] ?? "");
  };
}
