import type { CellText } from "./sheet-column.ts";

/** Texts by row and column: changes or errors. Rows without any are absent. */
export type SheetCells = ReadonlyMap<string | number, ReadonlyMap<string, string>>;

export const noCells: SheetCells = new Map();

/** Return the cells with some of them replaced; an undefined text removes one. Untouched rows keep their identity. */
export function withCells(
  cells: SheetCells,
  changes: readonly { row: string | number; column: string; text: string | undefined }[],
): SheetCells {
  const next = new Map(cells);
  for (const { row, column, text } of changes) {
    const of = new Map(next.get(row));
    if (text === undefined) of.delete(column);
    else of.set(column, text);
    if (of.size === 0) next.delete(row);
    else next.set(row, of);
  }
  return next;
}

/** Return the cells without those of some rows. */
export function withoutRows(cells: SheetCells, rows: Iterable<string | number>): SheetCells {
  const removed = new Set(rows);
  return new Map([...cells].filter(([row]) => !removed.has(row)));
}

/** Return the cells of existing rows; those of others are kept for when the rows return. */
export function filterRows(cells: SheetCells, rows: readonly (string | number)[]): SheetCells {
  const there = new Set(rows);
  return [...cells.keys()].every((row) => there.has(row))
    ? cells
    : new Map([...cells].filter(([row]) => there.has(row)));
}

/** Count the cells that have a text. */
export function countCells(cells: SheetCells): number {
  return [...cells.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Build the cells from a list. */
export function toCells(list: readonly CellText[]): SheetCells {
  return withCells(noCells, list);
}
