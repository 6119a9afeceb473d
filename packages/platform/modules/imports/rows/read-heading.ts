import { productCsvColumns, stockColumnPrefix } from "@souk/contract";
import { unguarded } from "../../exports/index.ts";
import type { StockLocation } from "../../inventory/index.ts";
import { FileProblem } from "../csv/file-problem.ts";
import { quoted } from "./row-error.ts";

export type ColumnName = (typeof productCsvColumns)[number]["name"];

/** A column that holds the stock at a location. */
export interface StockCells {
  /** As it stands in the heading. */
  name: string;
  index: number;
  location: StockLocation;
}

/** Where the cells of a row are found. */
export interface Sheet {
  /** Cells that a row may have. */
  width: number;
  columns: ReadonlyMap<ColumnName, number>;
  stock: readonly StockCells[];
  /** Names of columns that mean nothing here. */
  ignored: readonly string[];
}

const names = new Map<string, ColumnName>(productCsvColumns.map(({ name }) => [name, name]));
const optionNumbers = [1, 2, 3] as const;
const mostColumns = 1_000;
/** So many of the columns that mean nothing are named. */
const mostIgnored = 100;

/**
 * Reads the heading of a products' file. Capitals and spaces around a name do not count.
 * @throws FileProblem of more than 1,000 columns, without one for the handle, when a column stands twice, and for values of an option without its name
 */
export function readHeading(heading: readonly string[], locations: readonly StockLocation[]): Sheet {
  if (heading.length > mostColumns)
    throw new FileProblem(`The first row names ${heading.length} columns; ${mostColumns} are the most.`);
  const columns = new Map<ColumnName, number>();
  const stock: StockCells[] = [];
  const ignored: string[] = [];
  const seen = new Set<string>();
  for (const [index, cell] of heading.entries()) {
    const name = unguarded(cell).trim();
    const key = name.toLowerCase();
    const column = names.get(key);
    const location = locationOf(key, locations);
    if (column === undefined && location === undefined) {
      if (name !== "" && ignored.length < mostIgnored) ignored.push(name.slice(0, 255));
      continue;
    }
    if (seen.has(key)) throw new FileProblem(`The column ${quoted(name)} stands in the first row twice.`);
    seen.add(key);
    if (column !== undefined) columns.set(column, index);
    else if (location !== undefined) stock.push({ name, index, location });
  }
  requireColumns(columns);
  return { width: heading.length, columns, stock, ignored };
}

function locationOf(key: string, locations: readonly StockLocation[]): StockLocation | undefined {
  const prefix = stockColumnPrefix.trim();
  if (!key.startsWith(prefix)) return undefined;
  const code = key.slice(prefix.length).trim();
  return locations.find((location) => location.code.toLowerCase() === code);
}

function requireColumns(columns: ReadonlyMap<ColumnName, number>): void {
  if (!columns.has("handle"))
    throw new FileProblem(
      'The first row has no column "handle"; it names the columns, and a product is known by its handle.',
    );
  for (const number of optionNumbers)
    if (columns.has(`option${number}_value`) && !columns.has(`option${number}_name`))
      throw new FileProblem(
        `The column "option${number}_value" has no column "option${number}_name" beside it.`,
      );
}
