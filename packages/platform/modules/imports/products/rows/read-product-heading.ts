import { productCsvColumns, stockColumnPrefix } from "@souk/contract";
import type { StockLocation } from "../../../inventory/index.ts";
import { FileProblem } from "../../csv/file-problem.ts";
import { readHeading } from "../../rows/read-heading.ts";

/** A column name in a file of products, except the names of stock columns. */
export type ColumnName = (typeof productCsvColumns)[number]["name"];

/** A column that contains the stock at a location. */
export interface StockColumn {
  /** The name of the column in the heading. */
  name: string;
  index: number;
  location: StockLocation;
}

/** The positions of the columns in a file of products. */
export interface ProductHeading {
  /** The number of columns, which is the maximum number of cells of a row. */
  width: number;
  columns: ReadonlyMap<ColumnName, number>;
  stockColumns: readonly StockColumn[];
  /** Names of columns that are ignored. */
  ignoredColumns: readonly string[];
}

const columnNames = new Map<string, ColumnName>(productCsvColumns.map(({ name }) => [name, name]));
const optionNumbers = [1, 2, 3] as const;

/**
 * Parse the heading of a file of products.
 * @throws FileProblem if there are more than 1,000 columns, if there is no handle column, if a column appears twice, or if there is a
 *   column for the values of an option but none for its name
 */
export function readProductHeading(
  cells: readonly string[],
  locations: readonly StockLocation[],
): ProductHeading {
  const heading = readHeading(cells, (name) => columnNames.get(name) ?? findLocation(name, locations));
  const columns = new Map<ColumnName, number>();
  const stockColumns: StockColumn[] = [];
  for (const { name, index, meaning } of heading.columns)
    if (typeof meaning === "string") columns.set(meaning, index);
    else stockColumns.push({ name, index, location: meaning });
  assertColumns(columns);
  return { width: heading.width, columns, stockColumns, ignoredColumns: heading.ignoredColumns };
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
      'The first row has no column "handle". The first row must contain the names of the columns, and "handle" is needed to match products.',
    );
  for (const number of optionNumbers)
    if (columns.has(`option${number}_value`) && !columns.has(`option${number}_name`))
      throw new FileProblem(`The column "option${number}_value" needs a column "option${number}_name".`);
}
