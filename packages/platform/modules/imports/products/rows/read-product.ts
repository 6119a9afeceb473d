import { fieldProblem, maxVariants } from "@souk/contract";
import { truncate } from "../../../../infrastructure/storable-text.ts";
import { productColumnUses, variantColumnUses } from "../../../catalog/index.ts";
import type { CsvRow } from "../../csv/read-csv.ts";
import { createCellReader } from "../../rows/cell-reader.ts";
import { type Currency, createReaders } from "../../rows/create-readers.ts";
import { readStock, underColumn } from "../../rows/read-cells.ts";
import { type ColumnReaders, readColumns } from "../../rows/read-columns.ts";
import { type Complain, createRowError, createWidthProblem, type RowError } from "../../rows/row-error.ts";
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

const productColumns = createReaders(productColumnUses.csv) as ColumnReaders<DraftFields>;

const handleShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Return the handle of a row; empty when it has none. */
export function getHandle(heading: ProductHeading, row: CsvRow): string {
  return createCellReader(heading, row)("handle")?.trim() ?? "";
}

/**
 * Read the rows of one product, each cell on its own; their meaning for an existing product is determined
 * later.
 * @returns the draft, which is not used when there are errors
 */
export function readProduct(
  heading: ProductHeading,
  rows: readonly CsvRow[],
  currency: Currency,
): { draft: ProductDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [first] = rows;
  if (first === undefined) throw new Error("A product has at least one row.");
  const handle = getHandle(heading, first);
  const complainIn =
    ({ row }: CsvRow): Complain =>
    (column, problem) =>
      errors.push(
        createRowError({ row, handle: handle === "" ? null : truncate(handle, 255) }, column, problem),
      );
  const complain = complainIn(first);
  if (handle === "") complain("handle", fieldProblem("required"));
  else if (!handleShape.test(handle) || handle.length > 255)
    complain(
      "handle",
      fieldProblem(
        "invalid_format",
        { format: "handle" },
        "{field} must have at most 255 characters: lowercase letters and digits, with single hyphens between.",
      ),
    );
  if (rows.length > maxVariants)
    complain(
      null,
      fieldProblem(
        "too_many",
        { max: maxVariants },
        `{field} begins a product of ${rows.length} rows. A product can have at most ${maxVariants} variants.`,
      ),
    );
  for (const row of rows) checkCells(heading, row, complainIn(row));
  const readCell = createCellReader(heading, first);
  const draft: ProductDraft = {
    handle,
    row: first.row,
    fields: readColumns<DraftFields>(readCell, productColumns, complain),
    option_names: readOptionNames(readCell, complain),
    image_urls: readImageUrls(readCell("image_urls") ?? "", underColumn(complain, "image_urls")),
    variants: [],
  };
  for (const row of rows.slice(1)) assertSame(heading, { first, row }, complainIn(row));
  const columns = createReaders(variantColumnUses.csv, currency) as ColumnReaders<DraftVariantFields>;
  draft.variants = rows
    .slice(0, maxVariants)
    .map((row) =>
      readVariant(heading, row, { columns, names: draft.option_names, complain: complainIn(row) }),
    );
  complainOfDuplicates(draft, (row) => complainIn({ row, cells: [] }));
  return { draft, errors };
}

function checkCells({ width }: ProductHeading, { cells }: CsvRow, complain: Complain): void {
  if (cells.slice(width).some((cell) => cell.trim() !== ""))
    complain(null, createWidthProblem(cells.length, width));
}

/** Assert that values shared by all variants are the same in every row that has them. */
function assertSame(
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
    const [said, again] = [createCellReader(heading, first)(column), createCellReader(heading, row)(column)];
    if (again !== undefined && again.trim() !== "" && again.trim() !== said?.trim())
      complain(
        column,
        fieldProblem(
          "conflict",
          { with: `row ${first.row}` },
          `{field} must be empty or the same as in row ${first.row}, the first row of the product.`,
        ),
      );
  }
}

interface VariantReaders {
  columns: ColumnReaders<DraftVariantFields>;
  names: readonly string[];
  complain: Complain;
}

function readVariant(
  heading: ProductHeading,
  row: CsvRow,
  { columns, names, complain }: VariantReaders,
): DraftVariant {
  const readCell = createCellReader(heading, row);
  const fields = readColumns<DraftVariantFields>(readCell, columns, complain);
  const stock = heading.stock.flatMap((cells): DraftStock[] => {
    const quantity = readStock(row.cells[cells.index] ?? "", underColumn(complain, cells.name));
    return quantity === undefined ? [] : [{ cells, quantity }];
  });
  return { row: row.row, values: readOptionValues(readCell, names, complain), fields, stock };
}

function complainOfDuplicates({ variants }: ProductDraft, complainIn: (row: number) => Complain): void {
  const rows = new Map<string, number>();
  for (const { row, values } of variants) {
    if (values.length === 0) continue;
    const key = JSON.stringify(values);
    const former = rows.get(key);
    if (former === undefined) rows.set(key, row);
    else
      complainIn(row)(
        null,
        fieldProblem(
          "not_unique",
          { duplicate_of: `row ${former}` },
          `{field} has the same options as row ${former}: ${values.join(" / ")}.`,
        ),
      );
  }
}
