import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { quote } from "./row-error.ts";

/** The rules that group the rows of a file into records. */
export interface GroupingRules {
  /** The noun for a record in messages, for example "product". */
  noun: string;
  /** The column that identifies a record. */
  keyColumn: string;
  /** Return the key of a row's record, or an empty text if the row has no key. */
  getKey(row: CsvRow): string;
  /** The maximum number of rows of one record. */
  maxRowsPerRecord: number;
}

/** The consecutive rows of one record. */
export interface RowGroup {
  key: string;
  /** The first rows, at most `maxRowsPerRecord` + 1. The additional row shows that the record has too many rows. */
  rows: CsvRow[];
  /** The number of the record's last row, even if `rows` does not include that row. */
  lastRow: number;
  /** The number of characters in `rows`. */
  characterCount: number;
}

const mib = 1024 * 1024;
/** The limits of a batch, which ends when it reaches one of them. */
const batchLimits = { records: 100, rows: 500, characters: 4 * mib } as const;
/** The maximum number of characters of one record's rows, because all rows of a record are in memory at the same time. */
const maxRecordCharacters = 32 * mib;

function countCharacters({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** Group the rows of a file by record. A row without a key becomes a separate record. */
async function* groupRows(rules: GroupingRules, rows: AsyncIterable<CsvRow>): AsyncGenerator<RowGroup> {
  let group: RowGroup | null = null;
  for await (const row of rows) {
    const key = rules.getKey(row);
    if (group !== null && key !== "" && group.key === key) {
      addRow(rules, group, row);
      continue;
    }
    if (group !== null) yield group;
    group = { key, rows: [row], lastRow: row.rowNumber, characterCount: countCharacters(row) };
  }
  if (group !== null) yield group;
}

/** Add a row to a group. If the group is full, only `lastRow` changes. @throws FileProblem if the group has too many characters */
function addRow({ noun, maxRowsPerRecord }: GroupingRules, group: RowGroup, row: CsvRow): void {
  group.lastRow = row.rowNumber;
  if (group.rows.length > maxRowsPerRecord) return;
  group.rows.push(row);
  group.characterCount += countCharacters(row);
  if (group.characterCount > maxRecordCharacters)
    throw new FileProblem(
      `The rows of the ${noun} ${quote(group.key)} up to row ${row.rowNumber} are larger than 32 MiB. Put the values that all rows share into the first row only.`,
    );
}

/**
 * Split a file into batches of records, each of which is processed in one transaction.
 * @param after the number of the last row that was already processed
 */
export async function* readBatches(
  rules: GroupingRules,
  rows: AsyncIterable<CsvRow>,
  after: number,
): AsyncGenerator<RowGroup[]> {
  let batch: RowGroup[] = [];
  let [rowCount, characterCount] = [0, 0];
  for await (const group of groupRows(rules, rows)) {
    if (group.lastRow <= after) continue;
    batch.push(group);
    rowCount += group.rows.length;
    characterCount += group.characterCount;
    const isBelowLimits = rowCount < batchLimits.rows && characterCount < batchLimits.characters;
    if (batch.length < batchLimits.records && isBelowLimits) continue;
    yield batch;
    batch = [];
    [rowCount, characterCount] = [0, 0];
  }
  if (batch.length > 0) yield batch;
}
