import { productCsvColumns, stockColumnPrefix } from "@souk/contract";
import type { StockLocation } from "../../../inventory/index.ts";
import { FileProblem } from "../../csv/file-problem.ts";
import { readHeading } from "../../rows/read-heading.ts";

export type ColumnName = (typeof productCsvColumns)[number]["name"];

/** A column that contains the stock at a location. */
export interface StockCells {
  /** The name of the column in the heading. */
  name: string;
  index: number;
  location: StockLocation;
}

/** The positions of the columns in a products' file. */
export interface ProductHeading {
  /** The maximum number of cells of a row. */
  width: number;
  columns: ReadonlyMap<ColumnName, number>;
  stock: readonly StockCells[];
  /** Names of columns that are ignored. */
  ignored: readonly string[];
}

const names = new Map<string, ColumnName>(productCsvColumns.map(({ name }) => [name, name]));
const optionNumbers = [1, 2, 3] as const;

/**
 * Parse the heading of a products' file.
 * @throws FileProblem for more than 1,000 columns, without a column for the handle, for a repeated column,
 *   and for values of an option without its name
 */
export function readProductHeading(
  cells: readonly string[],
  locations: readonly StockLocation[],
): ProductHeading {
  const heading = readHeading(cells, (name) => names.get(name) ?? findLocation(name, locations));
  const columns = new Map<ColumnName, number>();
  const stock: StockCells[] = [];
  for (const { name, index, meaning } of heading.columns)
    if (typeof meaning === "string") columns.set(meaning, index);
    else stock.push({ name, index, location: meaning });
  assertColumns(columns);
  return { width: heading.width, columns, stock, ignored: heading.ignored };
}

function findLocation(name: string, locations: readonly StockLocation[]): StockLocation | undefined {
  const prefix = stockColumnPrefix.trim();
  if (!name.startsWith(prefix)) return undefined;
  const code = name.slice(prefix.length).trim();
  return locations.find((location) => location.code.toLowerCase() === code);
}

function assertColumns(columns: ReadonlyMap<ColumnName, number>): void {
  if (!columns.has("handle"))
    throw new FileProblem(
      'The first row has no column "handle". It must name the columns, and products are matched by their handle.',
    );
  for (const number of optionNumbers)
    if (columns.has(`option${number}_value`) && !columns.has(`option${number}_name`))
      throw new FileProblem(`The column "option${number}_value" needs a column "option${number}_name".`);
}
