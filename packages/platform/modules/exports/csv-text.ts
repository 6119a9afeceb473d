import { stringify } from "csv-stringify/sync";

/** The byte order mark, without which spreadsheets do not read a file as UTF-8. */
export const byteOrderMark = "\ufeff";

/** Convert rows to the text of a CSV file. */
export function csvText(rows: string[][]): string {
  // Left to itself the writer quotes the whole of CR LF only, and a lone one of them would end the row.
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
