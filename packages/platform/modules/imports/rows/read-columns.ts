import type { CellReader } from "./cell-reader.ts";
import { type ReadCell, underColumn } from "./read-cells.ts";
import type { Complain } from "./row-error.ts";

/** The reader of each column's cell, by the column's name. */
export type ColumnReaders<Fields> = {
  [Column in keyof Fields]-?: ReadCell<NonNullable<Fields[Column]> | null>;
};

/** Read the columns of a row that are named like fields; missing values and those with errors are absent. */
export function readColumns<Fields>(
  readCell: CellReader<Extract<keyof Fields, string>>,
  readers: ColumnReaders<Fields>,
  complain: Complain,
): Partial<Fields> {
  const fields: Record<string, unknown> = {};
  for (const [column, read] of Object.entries<ReadCell<unknown>>(readers)) {
    const cell = readCell(column as Extract<keyof Fields, string>);
    const value = cell === undefined ? undefined : read(cell, underColumn(complain, column));
    if (value !== undefined) fields[column] = value;
  }
  return fields as Partial<Fields>;
}
