import type { CellReader } from "./cell-reader.ts";
import { createColumnReporter, type ReadCell } from "./read-cells.ts";
import type { ReportError } from "./row-error.ts";

/** For each column, by its name, the function that reads the column's cell in a row. */
export type ColumnReaders<Fields> = {
  [Column in keyof Fields]-?: ReadCell<NonNullable<Fields[Column]> | null>;
};

/** Read the fields of a row, each from the column with the field's name. Fields without a value or with an invalid value are left out. */
export function readColumns<Fields>(
  getCell: CellReader<Extract<keyof Fields, string>>,
  readers: ColumnReaders<Fields>,
  reportError: ReportError,
): Partial<Fields> {
  const fields: Record<string, unknown> = {};
  for (const [column, read] of Object.entries<ReadCell<unknown>>(readers)) {
    const cell = getCell(column as Extract<keyof Fields, string>);
    const value = cell === undefined ? undefined : read(cell, createColumnReporter(reportError, column));
    if (value !== undefined) fields[column] = value;
  }
  return fields as Partial<Fields>;
}
