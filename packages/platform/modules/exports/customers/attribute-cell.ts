import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/**
 * Convert a value of a custom field to one cell; several options are joined by commas, quoted where one
 * contains a comma.
 */
export function attributeCell(value: string | number | boolean | readonly string[]): string {
  return typeof value === "object"
    ? stringify([[...value]], { record_delimiter: "", quoted_match: /[\r\n]/ })
    : String(value);
}

/**
 * Split a cell into the options of a custom field, also as people type them; null when its quotation marks do
 * not match.
 */
export function parseOptions(cell: string): string[] | null {
  try {
    const rows: string[][] = parse(cell, { trim: true, relax_column_count: true });
    const [options = [], ...more] = rows;
    return more.length > 0 ? null : options.filter((option) => option !== "");
  } catch {
    return null;
  }
}
