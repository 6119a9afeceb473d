import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { quoted } from "./row-error.ts";

/** The rules by which the rows of a file form records. */
export interface RecordRows {
  /** The name of a record in a sentence, for example product. */
  noun: string;
  /** The column that identifies a record. */
  keyColumn: string;
  /** Return the key of a row's record; empty when the row has none. */
  getKey(row: CsvRow): string;
  /** The maximum number of rows of a record. */
  maxRows: number;
}

/** The consecutive rows of one record. */
export interface RowGroup {
  key: string;
  /** The rows, at most one more than a record may have. */
  rows: CsvRow[];
  /** The number of the last row, whether stored or not. */
  last: number;
  /** Characters of the stored rows. */
  size: number;
}

const mib = 1024 * 1024;
/** The limits of a portion of a file, whichever is reached first. */
const limits = { records: 100, rows: 500, characters: 4 * mib } as const;
/** The maximum characters of one record's rows, which are in memory at once. */
const largestRecord = 32 * mib;

function countCharacters({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** Group the rows of a file by record; a row without a key is a record of its own. */
async function* groupRows(recordRows: RecordRows, rows: AsyncIterable<CsvRow>): AsyncGenerator<RowGroup> {
  let group: RowGroup | null = null;
  for await (const row of rows) {
    const key = recordRows.getKey(row);
    if (group !== null && key !== "" && group.key === key) {
      keep(recordRows, group, row);
      continue;
    }
    if (group !== null) yield group;
    group = { key, rows: [row], last: row.row, size: countCharacters(row) };
  }
  if (group !== null) yield group;
}

function keep({ noun, maxRows }: RecordRows, group: RowGroup, row: CsvRow): void {
  group.last = row.row;
  if (group.rows.length > maxRows) return;
  group.rows.push(row);
  group.size += countCharacters(row);
  if (group.size > largestRecord)
    throw new FileProblem(
      `The rows of the ${noun} ${quoted(group.key)} up to row ${row.row} have more than 32 MiB. Write what the rows share only in the first of them.`,
    );
}

/**
 * Split a file into portions that are processed at once.
 * @param after the last row that was processed already
 */
export async function* readPortions(
  recordRows: RecordRows,
  rows: AsyncIterable<CsvRow>,
  after: number,
): AsyncGenerator<RowGroup[]> {
  let portion: RowGroup[] = [];
  let [rowCount, characterCount] = [0, 0];
  for await (const group of groupRows(recordRows, rows)) {
    if (group.last <= after) continue;
    portion.push(group);
    rowCount += group.rows.length;
    characterCount += group.size;
    const isSmall = rowCount < limits.rows && characterCount < limits.characters;
    if (portion.length < limits.records && isSmall) continue;
    yield portion;
    portion = [];
    [rowCount, characterCount] = [0, 0];
  }
  if (portion.length > 0) yield portion;
}
