import type { CellText } from "./sheet-column.ts";

/** The changed texts or the errors of cells, by row and column. A row without changes or errors is absent. */
export type SheetCells = ReadonlyMap<string | number, ReadonlyMap<string, string>>;

/** A sheet without changes or errors. */
export const emptyCells: SheetCells = new Map();

/** Return the cells with these changes. An undefined text removes a cell. The maps of unchanged rows are reused. */
export function replaceCells(
  cells: SheetCells,
  changes: readonly { row: string | number; column: string; text: string | undefined }[],
): SheetCells {
  const newCells = new Map(cells);
  for (const { row, column, text } of changes) {
    const rowCells = new Map(newCells.get(row));
    if (text === undefined) rowCells.delete(column);
    else rowCells.set(column, text);
    if (rowCells.size === 0) newCells.delete(row);
    else newCells.set(row, rowCells);
  }
  return newCells;
}

/** Return the cells that are not in these rows. */
export function removeRows(cells: SheetCells, rows: Iterable<string | number>): SheetCells {
  const removedRows = new Set(rows);
  return new Map([...cells].filter(([row]) => !removedRows.has(row)));
}

/** Return only the cells of these rows. The caller keeps the other cells, because their rows may reappear. */
export function filterRows(cells: SheetCells, rows: readonly (string | number)[]): SheetCells {
  const rowSet = new Set(rows);
  return [...cells.keys()].every((row) => rowSet.has(row))
    ? cells
    : new Map([...cells].filter(([row]) => rowSet.has(row)));
}

/** Count the cells that have a changed text or an error. */
export function countCells(cells: SheetCells): number {
  return [...cells.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Build a map of cells from a list. */
export function buildSheetCells(list: readonly CellText[]): SheetCells {
  return replaceCells(emptyCells, list);
}
