import type { CellText } from "./sheet-column.ts";

/** The rows and columns of a sheet in the shown order, without columns whose cells are not text inputs. */
export interface SheetOrder {
  rows: readonly (string | number)[];
  columns: readonly string[];
}

/**
 * Map text copied from a spreadsheet to the cells to the right of and below a cell. Cells outside the sheet are dropped.
 * @returns null if the text is for one cell only
 */
export function mapPastedCells(
  text: string,
  from: { row: string | number; column: string },
  order: SheetOrder,
): CellText[] | null {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.length === 1 && !text.includes("\t")) return null;
  const top = order.rows.indexOf(from.row);
  const left = order.columns.indexOf(from.column);
  return lines.flatMap((line, down) =>
    line.split("\t").flatMap((part, across) => {
      const [row, column] = [order.rows[top + down], order.columns[left + across]];
      return row === undefined || column === undefined ? [] : [{ row, column, text: part.trim() }];
    }),
  );
}
