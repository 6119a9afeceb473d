import { stringify } from "csv-stringify/sync";

/** The byte order mark. Spreadsheets need it to read a file as UTF-8. */
export const byteOrderMark = "\ufeff";

/** Format rows as the text of a CSV file, in which every cell is quoted. */
export function formatCsv(rows: string[][]): string {
  return rows.length === 0
    ? ""
    : stringify(rows, { record_delimiter: "\r\n", quoted: true, quoted_empty: true });
}
