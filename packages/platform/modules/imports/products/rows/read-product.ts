import { mostVariants } from "@souk/contract";
import { cut } from "../../../../printable.ts";
import type { CsvRow } from "../../csv/read-csv.ts";
import { cellsOf } from "../../rows/cells-of.ts";
import {
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
} from "../../rows/read-cells.ts";
import { type ColumnReaders, readColumns } from "../../rows/read-columns.ts";
import { type Complain, quoted, type RowError } from "../../rows/row-error.ts";
import { handleOf } from "./handle-of.ts";
import type {
  DraftFields,
  DraftStock,
  DraftVariant,
  DraftVariantFields,
  ProductDraft,
} from "./product-draft.ts";
import { readImageUrls } from "./read-image-urls.ts";
import { readOptionNames, readOptionValues } from "./read-options.ts";
import type { ColumnName, ProductHeading } from "./read-product-heading.ts";

export interface Currency {
  code: string;
  exponent: number;
}

const productColumns: ColumnReaders<DraftFields> = {
  title: readTextUnlessEmpty,
  body_html: readHtml,
  vendor: readText,
  brand: readText,
  product_type: readText,
  tags: readTags,
  is_published: readBoolean,
};

function variantColumns(currency: Currency): ColumnReaders<DraftVariantFields> {
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

const handleShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Reads the rows of one product, each cell by itself; what they mean for the product that is there already is seen later.
 * @returns the draft, of which nothing is used when there are errors
 */
export function readProduct(
  heading: ProductHeading,
  rows: readonly CsvRow[],
  currency: Currency,
): { draft: ProductDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [first] = rows;
  if (first === undefined) throw new Error("A product has at least one row.");
  const handle = handleOf(heading, first);
  const complainIn =
    ({ row }: CsvRow): Complain =>
    (column, message) =>
      errors.push({ row, column, handle: handle === "" ? null : cut(handle, 255), message });
  const complain = complainIn(first);
  if (handle === "") complain("handle", "is empty; it says which product the row is about.");
  else if (!handleShape.test(handle) || handle.length > 255)
    complain(
      "handle",
      `${quoted(handle)} is no handle; write lower-case letters and digits with single hyphens between.`,
    );
  if (rows.length > mostVariants)
    complain(null, `The product has ${rows.length} rows; it can have at most ${mostVariants} variants.`);
  for (const row of rows) checkCells(heading, row, complainIn(row));
  const cellOf = cellsOf(heading, first);
  const draft: ProductDraft = {
    handle,
    row: first.row,
    fields: readColumns<DraftFields>(cellOf, productColumns, complain),
    option_names: readOptionNames(cellOf, complain),
    image_urls: readImageUrls(cellOf("image_urls") ?? "", underColumn(complain, "image_urls")),
    variants: [],
  };
  for (const row of rows.slice(1)) requireSame(heading, { first, row }, complainIn(row));
  const columns = variantColumns(currency);
  draft.variants = rows
    .slice(0, mostVariants)
    .map((row) =>
      readVariant(heading, row, { columns, names: draft.option_names, complain: complainIn(row) }),
    );
  complainOfTwins(draft, (row) => complainIn({ row, cells: [] }));
  return { draft, errors };
}

function checkCells({ width }: ProductHeading, { cells }: CsvRow, complain: Complain): void {
  if (cells.slice(width).some((cell) => cell.trim() !== ""))
    complain(null, `The row has ${cells.length} cells, but the first row names ${width} columns.`);
}

/** What all variants share is said once; another row may say it again, but not otherwise. */
function requireSame(
  heading: ProductHeading,
  { first, row }: { first: CsvRow; row: CsvRow },
  complain: Complain,
): void {
  const shared: ColumnName[] = [
    ...(Object.keys(productColumns) as (keyof DraftFields)[]),
    "option1_name",
    "option2_name",
    "option3_name",
    "image_urls",
  ];
  for (const column of shared) {
    const [said, again] = [cellsOf(heading, first)(column), cellsOf(heading, row)(column)];
    if (again !== undefined && again.trim() !== "" && again.trim() !== said?.trim())
      complain(column, `is another than in row ${first.row}, the first one of the product.`);
  }
}

interface VariantParts {
  columns: ColumnReaders<DraftVariantFields>;
  names: readonly string[];
  complain: Complain;
}

function readVariant(
  heading: ProductHeading,
  row: CsvRow,
  { columns, names, complain }: VariantParts,
): DraftVariant {
  const cellOf = cellsOf(heading, row);
  const fields = readColumns<DraftVariantFields>(cellOf, columns, complain);
  const stock = heading.stock.flatMap((cells): DraftStock[] => {
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
