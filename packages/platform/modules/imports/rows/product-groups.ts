import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { handleOf } from "./cells-of.ts";
import type { Sheet } from "./read-heading.ts";
import { quoted } from "./row-error.ts";

/** The rows of one product, which follow each other. */
export interface ProductGroup {
  handle: string;
  /** No more than can be told to be too many. */
  rows: CsvRow[];
  /** The last row, kept or not. */
  last: number;
  /** Characters of the rows that are kept. */
  size: number;
}

const mostKept = 251;

const mib = 1024 * 1024;
/** A portion of a file: so many products, or the first that have so many rows or characters together. */
const most = { products: 100, rows: 500, characters: 4 * mib } as const;
/** The rows of one product have at most so many characters together: they are in memory at once. */
const largestProduct = 32 * mib;

function sizeOf({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

/** Puts the rows of a file together by product; a row without a handle stands for itself. */
async function* groupsOf(sheet: Sheet, rows: AsyncIterable<CsvRow>): AsyncGenerator<ProductGroup> {
  let group: ProductGroup | null = null;
  for await (const row of rows) {
    const handle = handleOf(sheet, row);
    if (group !== null && handle !== "" && group.handle === handle) {
      keep(group, row);
      continue;
    }
    if (group !== null) yield group;
    group = { handle, rows: [row], last: row.row, size: sizeOf(row) };
  }
  if (group !== null) yield group;
}

function keep(group: ProductGroup, row: CsvRow): void {
  group.last = row.row;
  if (group.rows.length >= mostKept) return;
  group.rows.push(row);
  group.size += sizeOf(row);
  if (group.size > largestProduct)
    throw new FileProblem(
      `The rows of the product ${quoted(group.handle)} up to row ${row.row} hold more than 32 MiB; leave the description out of all but its first row.`,
    );
}

/**
 * Cuts a file into portions that are worked on at once.
 * @param after the last row that was worked on already
 */
export async function* portionsOf(
  sheet: Sheet,
  rows: AsyncIterable<CsvRow>,
  after: number,
): AsyncGenerator<ProductGroup[]> {
  let portion: ProductGroup[] = [];
  let [rowsHeld, charactersHeld] = [0, 0];
  for await (const group of groupsOf(sheet, rows)) {
    if (group.last <= after) continue;
    portion.push(group);
    rowsHeld += group.rows.length;
    charactersHeld += group.size;
    const isSmall = rowsHeld < most.rows && charactersHeld < most.characters;
    if (portion.length < most.products && isSmall) continue;
    yield portion;
    portion = [];
    [rowsHeld, charactersHeld] = [0, 0];
  }
  if (portion.length > 0) yield portion;
}
