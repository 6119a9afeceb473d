import type { CellText } from "./sheet-column.ts";

/**
 * The rows and columns of a sheet in the displayed order. Columns whose cells are not text inputs are absent.
 */
export interface SheetOrder {
  rows: readonly (string | number)[];
  columns: readonly string[];
}

/**
 * Map text copied from a spreadsheet to the cells of a sheet. The text begins in the focused cell and continues to the right and
 * down. Text for cells outside the sheet is dropped.
 * @returns null if the text is for one cell only, or if the focused cell is not a text input
 */
export function mapPastedCells(
  text: string,
  focusedCell: { row: string | number; column: string },
  order: SheetOrder,
): CellText[] | null {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.length === 1 && !text.includes("\t")) return null;
  const firstRow = order.rows.indexOf(focusedCell.row);
  const firstColumn = order.columns.indexOf(focusedCell.column);
  if (firstRow === -1 || firstColumn === -1) return null;
  return lines.flatMap((line, rowOffset) =>
    line.split("\t").flatMap((cellText, columnOffset) => {
      const row = order.rows[firstRow + rowOffset];
      const column = order.columns[firstColumn + columnOffset];
      return row === undefined || column === undefined ? [] : [{ row, column, text: cellText.trim() }];
    }),
  );
}
