import { unescapeFormula } from "../../exports/index.ts";
import type { CsvRow } from "../csv/read-csv.ts";

/** Reads the cell of a column. Returns undefined if the file has no such column. */
export type CellReader<Column extends string> = (column: Column) => string | undefined;

/** Create the function that reads a row's cells by the names of their columns. */
export function createCellReader<Column extends string>(
  { columns }: { columns: ReadonlyMap<Column, number> },
  { cells }: CsvRow,
): CellReader<Column> {
  return (column) => {
    const index = columns.get(column);
    return index === undefined ? undefined : unescapeFormula(cells[index] ?? "");
  };
}
