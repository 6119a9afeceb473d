import type { CellText } from "./sheet-column.ts";

/** The changed texts or the errors of cells, by row and column. Rows without any are absent. */
export type SheetCells = ReadonlyMap<string | number, ReadonlyMap<string, string>>;

export const noCells: SheetCells = new Map();

/** Return the cells with some replaced. An undefined text removes a cell. The maps of other rows stay identical. */
export function replaceCells(
  cells: SheetCells,
  changes: readonly { row: string | number; column: string; text: string | undefined }[],
): SheetCells {
  const next = new Map(cells);
  for (const { row, column, text } of changes) {
    const rowCells = new Map(next.get(row));
    if (text === undefined) rowCells.delete(column);
    else rowCells.set(column, text);
    if (rowCells.size === 0) next.delete(row);
    else next.set(row, rowCells);
  }
  return next;
}

/** Return the cells without those of some rows. */
export function removeRows(cells: SheetCells, rows: Iterable<string | number>): SheetCells {
  const removed = new Set(rows);
  return new Map([...cells].filter(([row]) => !removed.has(row)));
}

/** Return the cells of existing rows. The caller keeps the other cells, because their rows may reappear. */
export function filterRows(cells: SheetCells, rows: readonly (string | number)[]): SheetCells {
  const existingRows = new Set(rows);
  return [...cells.keys()].every((row) => existingRows.has(row))
    ? cells
    : new Map([...cells].filter(([row]) => existingRows.has(row)));
}

/** Count the cells that have a text. */
export function countCells(cells: SheetCells): number {
  return [...cells.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Build the cells from a list. */
export function toCells(list: readonly CellText[]): SheetCells {
  return replaceCells(noCells, list);
}
