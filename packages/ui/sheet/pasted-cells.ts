import type { CellText } from "./sheet-column.ts";

/** The rows and columns of a sheet in the order shown, without columns that accept no text. */
export interface SheetPlaces {
  rows: readonly (string | number)[];
  columns: readonly string[];
}

/**
 * Map a block copied from a spreadsheet to the cells from one cell on, rightwards and downwards. Cells
 * beyond the sheet are dropped.
 * @returns null when it is one text for one cell
 */
export function mapPastedCells(
  text: string,
  from: { row: string | number; column: string },
  places: SheetPlaces,
): CellText[] | null {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.length === 1 && !text.includes("\t")) return null;
  const top = places.rows.indexOf(from.row);
  const left = places.columns.indexOf(from.column);
  return lines.flatMap((line, down) =>
    line.split("\t").flatMap((part, across) => {
      const [row, column] = [places.rows[top + down], places.columns[left + across]];
      return row === undefined || column === undefined ? [] : [{ row, column, text: part.trim() }];
    }),
  );
}
