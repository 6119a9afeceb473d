import type { CellOf } from "./cells-of.ts";
import { type ReadCell, underColumn } from "./read-cells.ts";
import type { Complain } from "./row-error.ts";

/** How the cell of each column is read, by the column's name. */
export type ColumnReaders<Fields> = {
  [Column in keyof Fields]-?: ReadCell<NonNullable<Fields[Column]> | null>;
};

/** What a row says in columns that are named like fields; what it does not say, or is complained of, is not there. */
export function readColumns<Fields>(
  cellOf: CellOf<Extract<keyof Fields, string>>,
  readers: ColumnReaders<Fields>,
  complain: Complain,
): Partial<Fields> {
  const fields: Record<string, unknown> = {};
  for (const [column, read] of Object.entries<ReadCell<unknown>>(readers)) {
    const cell = cellOf(column as Extract<keyof Fields, string>);
    const value = cell === undefined ? undefined : read(cell, underColumn(complain, column));
    if (value !== undefined) fields[column] = value;
  }
  return fields as Partial<Fields>;
}
