import { truncate } from "../../../infrastructure/storable-text.ts";
import { unguarded } from "../../exports/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import { quoted } from "./row-error.ts";

/** A known column of a file. */
export interface HeadingColumn<Meaning> {
  /** The name of the column in the heading. */
  name: string;
  index: number;
  meaning: Meaning;
}

/** The parsed first row of a file. */
export interface Heading<Meaning> {
  /** The maximum number of cells of a row. */
  width: number;
  columns: readonly HeadingColumn<Meaning>[];
  /** Names of columns that are ignored. */
  ignored: readonly string[];
}

const maxColumns = 1_000;
/** The maximum number of ignored columns that are named. */
const maxIgnored = 100;

/**
 * Reads the heading of a file. Capitals and spaces around a name do not count.
 * @param findMeaning what a column of such a name, in small letters, is for, the same for every spelling of it; undefined for nothing
 * @throws FileProblem of more than 1,000 columns, of NUL in a name, and when a column that means something stands twice
 */
export function readHeading<Meaning>(
  cells: readonly string[],
  findMeaning: (name: string) => Meaning | undefined,
): Heading<Meaning> {
  if (cells.length > maxColumns)
    throw new FileProblem(
      `The first row names ${cells.length} columns. A file can have at most ${maxColumns}.`,
    );
  const columns: HeadingColumn<Meaning>[] = [];
  const ignored: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = unguarded(cell).trim();
    if (name.includes("\0"))
      throw new FileProblem(
        `The name of column ${index + 1}, ${quoted(name)}, contains the character NUL. Remove it.`,
      );
    const meaning = findMeaning(name.toLowerCase());
    if (meaning === undefined) {
      if (name !== "" && ignored.length < maxIgnored) ignored.push(truncate(name, 255));
      continue;
    }
    if (columns.some((column) => column.meaning === meaning))
      throw new FileProblem(`The column ${quoted(name)} appears twice in the first row.`);
    columns.push({ name, index, meaning });
  }
  return { width: cells.length, columns, ignored };
}
