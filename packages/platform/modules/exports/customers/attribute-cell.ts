import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/**
 * Format a value of a custom field as one cell. Several options are joined by commas, and an option that contains a comma
 * or a line break is quoted.
 */
export function formatAttributeCell(value: string | number | boolean | readonly string[]): string {
  return typeof value === "object"
    ? stringify([[...value]], { record_delimiter: "", quoted_match: /[\r\n]/ })
    : String(value);
}

/**
 * Split a cell into the options of a custom field. Spaces around options and empty options are ignored.
 * @returns null if the quotation marks do not match, or if a line break outside quotation marks divides the cell
 */
export function parseAttributeOptions(cell: string): string[] | null {
  try {
    const rows: string[][] = parse(cell, { trim: true, relax_column_count: true });
    const [options = [], ...otherRows] = rows;
    return otherRows.length > 0 ? null : options.filter((option) => option !== "");
  } catch {
    return null;
  }
}
