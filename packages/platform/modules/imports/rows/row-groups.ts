import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { quoted } from "./row-error.ts";

/** How the rows of a file make records. */
export interface RecordRows {
  /** What a record is called in a sentence, such as product. */
  noun: string;
  /** The column that a record is known by. */
  keyColumn: string;
  /** What the record of a row is known by; empty when the row does not say. */
  keyOf(row: CsvRow): string;
  /** So many rows a record has at most. */
  mostRows: number;
}

/** The rows of one record, which follow each other. */
export interface RowGroup {
  key: string;
  /** No more than can be told to be too many. */
  rows: CsvRow[];
  /** The last row, kept or not. */
  last: number;
  /** Characters of the rows that are kept. */
  size: number;
}

const mib = 1024 * 1024;
/** A portion of a file: so many records, or the first that have so many rows or characters together. */
const most = { records: 100, rows: 500, characters: 4 * mib } as const;
/** The rows of one record have at most so many characters together: they are in memory at once. */
const largestRecord = 32 * mib;

function sizeOf({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** Puts the rows of a file together by record; a row without a key stands for itself. */
async function* groupsOf(of: RecordRows, rows: AsyncIterable<CsvRow>): AsyncGenerator<RowGroup> {
  let group: RowGroup | null = null;
  for await (const row of rows) {
    const key = of.keyOf(row);
    if (group !== null && key !== "" && group.key === key) {
      keep(of, group, row);
      continue;
    }
    if (group !== null) yield group;
    group = { key, rows: [row], last: row.row, size: sizeOf(row) };
  }
  if (group !== null) yield group;
}

function keep({ noun, mostRows }: RecordRows, group: RowGroup, row: CsvRow): void {
  group.last = row.row;
  if (group.rows.length > mostRows) return;
  group.rows.push(row);
  group.size += sizeOf(row);
  if (group.size > largestRecord)
    throw new FileProblem(
      `The rows of the ${noun} ${quoted(group.key)} up to row ${row.row} hold more than 32 MiB; say what they share in the first of them alone.`,
    );
}

/**
 * Cuts a file into portions that are worked on at once.
 * @param after the last row that was worked on already
 */
export async function* portionsOf(
  of: RecordRows,
  rows: AsyncIterable<CsvRow>,
  after: number,
): AsyncGenerator<RowGroup[]> {
  let portion: RowGroup[] = [];
  let [rowsHeld, charactersHeld] = [0, 0];
  for await (const group of groupsOf(of, rows)) {
    if (group.last <= after) continue;
    portion.push(group);
    rowsHeld += group.rows.length;
    charactersHeld += group.size;
    const isSmall = rowsHeld < most.rows && charactersHeld < most.characters;
    if (portion.length < most.records && isSmall) continue;
    yield portion;
    portion = [];
    [rowsHeld, charactersHeld] = [0, 0];
  }
  if (portion.length > 0) yield portion;
}
