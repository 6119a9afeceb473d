import type { CsvRow } from "../csv/read-csv.ts";
import { type CellOf, cellsOf, handleOf } from "./cells-of.ts";
import type {
  DraftFields,
  DraftStock,
  DraftVariant,
  DraftVariantFields,
  ProductDraft,
} from "./product-draft.ts";
import {
  type ReadCell,
  readBoolean,
  readCode,
  readHtml,
  readMoney,
  readMoneyOrNone,
  readStock,
  readTags,
  readText,
  readTextUnlessEmpty,
  readWeight,
  readWord,
  underColumn,
} from "./read-cells.ts";
import type { ColumnName, Sheet } from "./read-heading.ts";
import { readImageUrls } from "./read-image-urls.ts";
import { readOptionNames, readOptionValues } from "./read-options.ts";
import { type Complain, quoted, type RowError } from "./row-error.ts";

export interface Currency {
  code: string;
  exponent: number;
}

const productColumns: { [K in keyof DraftFields]-?: ReadCell<NonNullable<DraftFields[K]>> } = {
  title: readTextUnlessEmpty,
  body_html: readHtml,
  vendor: readText,
  brand: readText,
  product_type: readText,
  tags: readTags,
  is_published: readBoolean,
};

type VariantColumns = {
  [K in keyof DraftVariantFields]-?: ReadCell<NonNullable<DraftVariantFields[K]> | null>;
};

function variantColumns(currency: Currency): VariantColumns {
  return {
    sku: readCode,
    barcode: readCode,
    price: readMoney(currency),
    compare_at_price: readMoneyOrNone(currency),
    cost_price: readMoneyOrNone(currency),
    inventory_policy: readWord(["deny", "continue"]),
    weight: readWeight,
    weight_unit: readWord(["g", "kg", "oz", "lb"]),
  };
}

/** A product has at most so many variants. */
const mostVariants = 250;

const handleShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Reads the rows of one product, each cell by itself; what they mean for the product that is there already is seen later.
 * @returns the draft, of which nothing is used when there are errors
 */
export function readProduct(
  sheet: Sheet,
  rows: readonly CsvRow[],
  currency: Currency,
): { draft: ProductDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [first] = rows;
  if (first === undefined) throw new Error("A product has at least one row.");
  const handle = handleOf(sheet, first);
  const complainIn =
    ({ row }: CsvRow): Complain =>
    (column, message) =>
      errors.push({ row, column, handle: handle === "" ? null : handle.slice(0, 255), message });
  const complain = complainIn(first);
  if (handle === "") complain("handle", "is empty; it says which product the row is about.");
  else if (!handleShape.test(handle) || handle.length > 255)
    complain(
      "handle",
      `${quoted(handle)} is no handle; write lower-case letters and digits with single hyphens between.`,
    );
  if (rows.length > mostVariants)
    complain(null, `The product has ${rows.length} rows; it can have at most ${mostVariants} variants.`);
  for (const row of rows) checkCells(sheet, row, complainIn(row));
  const cellOf = cellsOf(sheet, first);
  const draft: ProductDraft = {
    handle,
    row: first.row,
    fields: readFields(cellOf, complain),
    option_names: readOptionNames(cellOf, complain),
    image_urls: readImageUrls(cellOf("image_urls") ?? "", underColumn(complain, "image_urls")),
    variants: [],
  };
  for (const row of rows.slice(1)) requireSame(sheet, { first, row }, complainIn(row));
  const columns = variantColumns(currency);
  draft.variants = rows
    .slice(0, mostVariants)
    .map((row) => readVariant(sheet, row, { columns, names: draft.option_names, complain: complainIn(row) }));
  complainOfTwins(draft, (row) => complainIn({ row, cells: [] }));
  return { draft, errors };
}

function checkCells({ width }: Sheet, { cells }: CsvRow, complain: Complain): void {
  if (cells.slice(width).some((cell) => cell.trim() !== ""))
    complain(null, `The row has ${cells.length} cells, but the first row names ${width} columns.`);
  if (cells.some((cell) => cell.includes("\0"))) complain(null, "The row contains the character NUL.");
}

function readFields(cellOf: CellOf, complain: Complain): DraftFields {
  const fields: Record<string, unknown> = {};
  for (const [column, read] of Object.entries(productColumns)) {
    const cell = cellOf(column as keyof DraftFields);
    const value = cell === undefined ? undefined : read(cell, underColumn(complain, column));
    if (value !== undefined) fields[column] = value;
  }
  return fields;
}

/** What all variants share is said once; another row may say it again, but not otherwise. */
function requireSame(sheet: Sheet, { first, row }: { first: CsvRow; row: CsvRow }, complain: Complain): void {
  const shared: ColumnName[] = [
    ...(Object.keys(productColumns) as (keyof DraftFields)[]),
    "option1_name",
    "option2_name",
    "option3_name",
    "image_urls",
  ];
  for (const column of shared) {
    const [said, again] = [cellsOf(sheet, first)(column), cellsOf(sheet, row)(column)];
    if (again !== undefined && again.trim() !== "" && again.trim() !== said?.trim())
      complain(column, `is another than in row ${first.row}, the first one of the product.`);
  }
}

interface VariantParts {
  columns: VariantColumns;
  names: readonly string[];
  complain: Complain;
}

function readVariant(sheet: Sheet, row: CsvRow, { columns, names, complain }: VariantParts): DraftVariant {
  const cellOf = cellsOf(sheet, row);
  const fields: Record<string, unknown> = {};
  for (const [column, read] of Object.entries(columns)) {
    const cell = cellOf(column as keyof DraftVariantFields);
    const value = cell === undefined ? undefined : read(cell, underColumn(complain, column));
    if (value !== undefined) fields[column] = value;
  }
  const stock = sheet.stock.flatMap((cells): DraftStock[] => {
    const quantity = readStock(row.cells[cells.index] ?? "", underColumn(complain, cells.name));
    return quantity === undefined ? [] : [{ cells, quantity }];
  });
  return { row: row.row, values: readOptionValues(cellOf, names, complain), fields, stock };
}

function complainOfTwins({ variants }: ProductDraft, complainIn: (row: number) => Complain): void {
  const rows = new Map<string, number>();
  for (const { row, values } of variants) {
    if (values.length === 0) continue;
    const key = JSON.stringify(values);
    const former = rows.get(key);
    if (former === undefined) rows.set(key, row);
    else complainIn(row)(null, `has the same options as row ${former}: ${values.join(" / ")}.`);
  }
}
