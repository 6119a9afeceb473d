import { fieldProblem, maxVariants } from "@souk/contract";
import { truncate } from "../../../../infrastructure/storable-text.ts";
import { productColumnFunctions, variantColumnFunctions } from "../../../catalog/index.ts";
import type { CsvRow } from "../../csv/read-csv.ts";
import { createCellReader } from "../../rows/cell-reader.ts";
import { type Currency, createReaders } from "../../rows/create-readers.ts";
import { createColumnReporter, readStock } from "../../rows/read-cells.ts";
import { type ColumnReaders, readColumns } from "../../rows/read-columns.ts";
import { createRowError, createWidthProblem, type ReportError, type RowError } from "../../rows/row-error.ts";
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

const productReaders = createReaders(productColumnFunctions.csv) as ColumnReaders<DraftFields>;

const handlePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Return the handle of a row, or an empty text if it has none. */
export function getHandle(heading: ProductHeading, row: CsvRow): string {
  return createCellReader(heading, row)("handle")?.trim() ?? "";
}

/**
 * Read and check the rows of one product, without comparing them with an existing product.
 * @returns the draft, which must not be used if there are errors
 */
export function readProduct(
  heading: ProductHeading,
  rows: readonly CsvRow[],
  currency: Currency,
): { draft: ProductDraft; errors: RowError[] } {
  const errors: RowError[] = [];
  const [firstRow] = rows;
  if (firstRow === undefined) throw new Error("A product has at least one row.");
  const handle = getHandle(heading, firstRow);
  const createRowReporter =
    ({ rowNumber }: CsvRow): ReportError =>
    (column, problem) =>
      errors.push(
        createRowError(
          { row: rowNumber, handle: handle === "" ? null : truncate(handle, 255) },
          column,
          problem,
        ),
      );
  const reportError = createRowReporter(firstRow);
  if (handle === "") reportError("handle", fieldProblem("required"));
  else if (!handlePattern.test(handle) || handle.length > 255)
    reportError(
      "handle",
      fieldProblem(
        "invalid_format",
        { format: "handle" },
        "{field} must have at most 255 characters: lowercase letters and digits, with single hyphens between them.",
      ),
    );
  if (rows.length > maxVariants)
    reportError(
      null,
      fieldProblem(
        "too_many",
        { max: maxVariants },
        `The product has ${rows.length} rows, of which this is the first. A product can have at most ${maxVariants} variants.`,
      ),
    );
  for (const row of rows) checkWidth(heading, row, createRowReporter(row));
  const readCell = createCellReader(heading, firstRow);
  const draft: ProductDraft = {
    handle,
    firstRowNumber: firstRow.rowNumber,
    fields: readColumns<DraftFields>(readCell, productReaders, reportError),
    option_names: readOptionNames(readCell, reportError),
    image_urls: readImageUrls(readCell("image_urls") ?? "", createColumnReporter(reportError, "image_urls")),
    variants: [],
  };
  for (const row of rows.slice(1)) reportDifferences(heading, { firstRow, row }, createRowReporter(row));
  const readers = createReaders(variantColumnFunctions.csv, currency) as ColumnReaders<DraftVariantFields>;
  draft.variants = rows.slice(0, maxVariants).map((row) =>
    readVariant(heading, row, {
      readers,
      optionNames: draft.option_names,
      reportError: createRowReporter(row),
    }),
  );
  reportDuplicates(draft, (rowNumber) => createRowReporter({ rowNumber, cells: [] }));
  return { draft, errors };
}

/** Report a row that has more cells than the heading has columns. */
function checkWidth({ width }: ProductHeading, { cells }: CsvRow, reportError: ReportError): void {
  if (cells.slice(width).some((cell) => cell.trim() !== ""))
    reportError(null, createWidthProblem(cells.length, width));
}

/** Report values of a row that differ from the first row, in columns that must have the same value in all rows of a product. */
function reportDifferences(
  heading: ProductHeading,
  { firstRow, row }: { firstRow: CsvRow; row: CsvRow },
  reportError: ReportError,
): void {
  const sharedColumns: ColumnName[] = [
    ...(Object.keys(productReaders) as (keyof DraftFields)[]),
    "option1_name",
    "option2_name",
    "option3_name",
    "image_urls",
  ];
  for (const column of sharedColumns) {
    const firstValue = createCellReader(heading, firstRow)(column);
    const value = createCellReader(heading, row)(column);
    if (value !== undefined && value.trim() !== "" && value.trim() !== firstValue?.trim())
      reportError(
        column,
        fieldProblem(
          "conflict",
          { with: `row ${firstRow.rowNumber}` },
          `{field} must be empty or the same as in row ${firstRow.rowNumber}, the first row of the product.`,
        ),
      );
  }
}

interface VariantContext {
  readers: ColumnReaders<DraftVariantFields>;
  optionNames: readonly string[];
  reportError: ReportError;
}

function readVariant(
  heading: ProductHeading,
  row: CsvRow,
  { readers, optionNames, reportError }: VariantContext,
): DraftVariant {
  const readCell = createCellReader(heading, row);
  const fields = readColumns<DraftVariantFields>(readCell, readers, reportError);
  const stock = heading.stockColumns.flatMap((column): DraftStock[] => {
    const quantity = readStock(row.cells[column.index] ?? "", createColumnReporter(reportError, column.name));
    return quantity === undefined ? [] : [{ column, quantity }];
  });
  return {
    rowNumber: row.rowNumber,
    values: readOptionValues(readCell, optionNames, reportError),
    fields,
    stock,
  };
}

/** Report each row that has the same option values as an earlier row. */
function reportDuplicates(
  { variants }: ProductDraft,
  createRowReporter: (rowNumber: number) => ReportError,
): void {
  const rowNumberByOptions = new Map<string, number>();
  for (const { rowNumber, values } of variants) {
    if (values.length === 0) continue;
    const key = JSON.stringify(values);
    const earlierRow = rowNumberByOptions.get(key);
    if (earlierRow === undefined) rowNumberByOptions.set(key, rowNumber);
    else
      createRowReporter(rowNumber)(
        null,
        fieldProblem(
          "not_unique",
          { duplicate_of: `row ${earlierRow}` },
          `{field} has the same options as row ${earlierRow}: ${values.join(" / ")}.`,
        ),
      );
  }
}
