import { truncate } from "../../../infrastructure/storable-text.ts";
import { unescapeFormula } from "../../exports/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import { quote } from "./row-error.ts";

/** A known column of a file. */
export interface HeadingColumn<Meaning> {
  /** The name of the column in the heading. */
  name: string;
  index: number;
  meaning: Meaning;
}

/** The parsed first row of a file. */
export interface Heading<Meaning> {
  /** The number of columns, which is the maximum number of cells of a row. */
  width: number;
  columns: readonly HeadingColumn<Meaning>[];
  /** Names of columns that are ignored. */
  ignoredColumns: readonly string[];
}

/** The maximum number of columns of a file. */
const maxColumns = 1_000;
/** The maximum number of ignored columns whose names are returned. */
const maxIgnoredNames = 100;

/**
 * Parse the heading of a file. The case of letters in a name and the spaces around it are ignored.
 * @param findMeaning returns what a column contains, given the column's name in lower case. If a column has two possible names,
 *   both return the same value.
 * @throws FileProblem if there are more than 1,000 columns, if a name contains NUL, or if a known column appears twice
 */
export function readHeading<Meaning>(
  cells: readonly string[],
  findMeaning: (name: string) => Meaning | undefined,
): Heading<Meaning> {
  if (cells.length > maxColumns)
    throw new FileProblem(
      `The first row has ${cells.length} columns. A file can have at most ${maxColumns}.`,
    );
  const columns: HeadingColumn<Meaning>[] = [];
  const ignoredColumns: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = unescapeFormula(cell).trim();
    if (name.includes("\0"))
      throw new FileProblem(
        `The name of column ${index + 1}, ${quote(name)}, contains the character NUL. Remove it.`,
      );
    const meaning = findMeaning(name.toLowerCase());
    if (meaning === undefined) {
      if (name !== "" && ignoredColumns.length < maxIgnoredNames) ignoredColumns.push(truncate(name, 255));
      continue;
    }
    if (columns.some((column) => column.meaning === meaning))
      throw new FileProblem(`The column ${quote(name)} appears twice in the first row.`);
    columns.push({ name, index, meaning });
  }
  return { width: cells.length, columns, ignoredColumns };
}
