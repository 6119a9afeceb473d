import type { CellReader } from "./cell-reader.ts";
import { forColumn, type ReadCell } from "./read-cells.ts";
import type { ReportError } from "./row-error.ts";

/** The functions that read a row's cells, by the names of the columns. */
export type ColumnReaders<Fields> = {
  [Column in keyof Fields]-?: ReadCell<NonNullable<Fields[Column]> | null>;
};

/** Read the columns of a row whose names are those of fields. Fields without a value or with an invalid value are left out. */
export function readColumns<Fields>(
  readCell: CellReader<Extract<keyof Fields, string>>,
  readers: ColumnReaders<Fields>,
  reportError: ReportError,
): Partial<Fields> {
  const fields: Record<string, unknown> = {};
  for (const [column, read] of Object.entries<ReadCell<unknown>>(readers)) {
    const cell = readCell(column as Extract<keyof Fields, string>);
    const value = cell === undefined ? undefined : read(cell, forColumn(reportError, column));
    if (value !== undefined) fields[column] = value;
  }
  return fields as Partial<Fields>;
}
