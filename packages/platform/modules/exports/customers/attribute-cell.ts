import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** A value of a custom field in one cell; several options are a row of their own, quoted where one holds a comma. */
export function attributeCell(value: string | number | boolean | readonly string[]): string {
  return typeof value === "object"
    ? stringify([[...value]], { record_delimiter: "", quoted_match: /[\r\n]/ })
    : String(value);
}

/** The options of such a cell, also as people type them; null when its quotation marks do not fit. */
export function optionsOf(cell: string): string[] | null {
  try {
    const rows: string[][] = parse(cell, { trim: true, relax_column_count: true });
    const [options = [], ...more] = rows;
    return more.length > 0 ? null : options.filter((option) => option !== "");
  } catch {
    return null;
  }
}
