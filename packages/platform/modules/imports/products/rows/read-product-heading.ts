import { productCsvColumns, stockColumnPrefix } from "@souk/contract";
import type { StockLocation } from "../../../inventory/index.ts";
import { FileProblem } from "../../csv/file-problem.ts";
import { readHeading } from "../../rows/read-heading.ts";

export type ColumnName = (typeof productCsvColumns)[number]["name"];

/** A column that holds the stock at a location. */
export interface StockCells {
  /** As it stands in the heading. */
  name: string;
  index: number;
  location: StockLocation;
}

/** Where the cells of a row of a products' file are found. */
export interface ProductHeading {
  /** Cells that a row may have. */
  width: number;
  columns: ReadonlyMap<ColumnName, number>;
  stock: readonly StockCells[];
  /** Names of columns that mean nothing here. */
  ignored: readonly string[];
}

const names = new Map<string, ColumnName>(productCsvColumns.map(({ name }) => [name, name]));
const optionNumbers = [1, 2, 3] as const;

/**
 * Reads the heading of a products' file.
 * @throws FileProblem of more than 1,000 columns, without one for the handle, when a column stands twice, and for values of an option without its name
 */
export function readProductHeading(
  cells: readonly string[],
  locations: readonly StockLocation[],
): ProductHeading {
  const heading = readHeading(cells, (name) => names.get(name) ?? locationOf(name, locations));
  const columns = new Map<ColumnName, number>();
  const stock: StockCells[] = [];
  for (const { name, index, meaning } of heading.columns)
    if (typeof meaning === "string") columns.set(meaning, index);
    else stock.push({ name, index, location: meaning });
  requireColumns(columns);
  return { width: heading.width, columns, stock, ignored: heading.ignored };
}

function locationOf(name: string, locations: readonly StockLocation[]): StockLocation | undefined {
  const prefix = stockColumnPrefix.trim();
  if (!name.startsWith(prefix)) return undefined;
  const code = name.slice(prefix.length).trim();
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
