import { cut } from "../../../printable.ts";
import { unguarded } from "../../exports/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import { quoted } from "./row-error.ts";

/** A column of a file that means something. */
export interface HeadingColumn<Meaning> {
  /** As it stands in the heading. */
  name: string;
  index: number;
  meaning: Meaning;
}

/** What the first row of a file says. */
export interface Heading<Meaning> {
  /** Cells that a row may have. */
  width: number;
  columns: readonly HeadingColumn<Meaning>[];
  /** Names of columns that mean nothing here. */
  ignored: readonly string[];
}

const mostColumns = 1_000;
/** So many of the columns that mean nothing are named. */
const mostIgnored = 100;

/**
 * Reads the heading of a file. Capitals and spaces around a name do not count.
 * @param meaningOf what a column of such a name, in small letters, is for, the same for every spelling of it; undefined for nothing
 * @throws FileProblem of more than 1,000 columns, of NUL in a name, and when a column that means something stands twice
 */
export function readHeading<Meaning>(
  cells: readonly string[],
  meaningOf: (name: string) => Meaning | undefined,
): Heading<Meaning> {
  if (cells.length > mostColumns)
    throw new FileProblem(`The first row names ${cells.length} columns; ${mostColumns} are the most.`);
  const columns: HeadingColumn<Meaning>[] = [];
  const ignored: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = unguarded(cell).trim();
    if (name.includes("\0"))
      throw new FileProblem(
        `The name of column ${index + 1}, ${quoted(name)}, contains the character NUL, which no text may; take it out.`,
      );
    const meaning = meaningOf(name.toLowerCase());
    if (meaning === undefined) {
      if (name !== "" && ignored.length < mostIgnored) ignored.push(cut(name, 255));
      continue;
    }
    if (columns.some((column) => column.meaning === meaning))
      throw new FileProblem(`The column ${quoted(name)} stands in the first row twice.`);
    columns.push({ name, index, meaning });
  }
  return { width: cells.length, columns, ignored };
}
