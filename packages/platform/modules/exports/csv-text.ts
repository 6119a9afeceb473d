import { stringify } from "csv-stringify/sync";

/** The byte order mark. Spreadsheets need it to read a file as UTF-8. */
export const byteOrderMark = "\ufeff";

/** Format rows as the text of a CSV file. */
export function formatCsv(rows: string[][]): string {
  // By default, a cell with a single CR or LF is not quoted, so the CR or LF would end the row.
  return rows.length === 0 ? "" : stringify(rows, { record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
