import { stringify } from "csv-stringify/sync";

/** Spreadsheets take a file for UTF-8 only when it says so. */
export const byteOrderMark = "\ufeff";

/** Rows as the text of a CSV file. */
export function csvText(rows: string[][]): string {
  // Left to itself the writer quotes the whole of CR LF only, and a lone one of them would end the row.
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
