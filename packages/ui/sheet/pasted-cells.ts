import type { CellText } from "./sheet-column.ts";

/** The rows and columns of a sheet, in the order in which they are seen; columns that take no text are not among them. */
export interface SheetPlaces {
  rows: readonly (string | number)[];
  columns: readonly string[];
}

/**
 * Lays what was copied out of a spreadsheet over the cells from one cell on, rightwards and downwards. What does not fit
 * is left out.
 * @returns null when it is one text for one cell
 */
export function pastedCells(
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
