import type { CellText } from "./sheet-column.ts";

/** Texts by row and column: what was changed, or what is wrong. Rows that nothing stands in are not there. */
export type SheetCells = ReadonlyMap<string | number, ReadonlyMap<string, string>>;

export const noCells: SheetCells = new Map();

/** The same cells with some of them anew; an undefined text takes one out. Untouched rows keep their identity. */
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

/** The same cells without those of some rows. */
export function withoutRows(cells: SheetCells, rows: Iterable<string | number>): SheetCells {
  const gone = new Set(rows);
  return new Map([...cells].filter(([row]) => !gone.has(row)));
}

/** The cells of rows that are there; those of others are kept for when they come back. */
export function onRows(cells: SheetCells, rows: readonly (string | number)[]): SheetCells {
  const there = new Set(rows);
  return [...cells.keys()].every((row) => there.has(row))
    ? cells
    : new Map([...cells].filter(([row]) => there.has(row)));
}

/** How many cells something stands in. */
export function countCells(cells: SheetCells): number {
  return [...cells.values()].reduce((sum, { size }) => sum + size, 0);
}

/** The cells of a list. */
export function cellsOf(list: readonly CellText[]): SheetCells {
  return withCells(noCells, list);
}
