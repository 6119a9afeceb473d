import type { CellText, SheetCells, SheetColumn } from "@souk/ui";
import { buildVariantBody, type VariantBody } from "../../variants/variant-body.ts";
import { emptyVariant, type VariantFields, variantFieldNames } from "../../variants/variant-cells.ts";
import { combineOptions, type OptionDraft } from "../options/combine-options.ts";

/** A variant that is not created yet. */
export interface NewVariant extends VariantFields {
  /** The joined option values of the variant; empty for a product without options. */
  key: string;
  values: readonly string[];
}

/** The fields that the sheet of a new product has; all other fields can be edited after the product is created. */
export const newVariantFieldNames = variantFieldNames.filter(
  (name) => name !== "inventory_policy" && name !== "is_enabled",
);

const singleRowKey = "";

/** The row of a product without options. If options are added, its cells become the defaults of the variants' rows. */
export const singleRow: NewVariant = { ...emptyVariant, key: singleRowKey, values: [] };

/** Return the default fields of new variants, without SKU and barcode, which differ for each variant. */
function getInitialFields(changes: SheetCells): VariantFields {
  const {
    sku: _sku,
    barcode: _barcode,
    ...defaults
  } = buildVariantBody(changes.get(singleRowKey) ?? new Map());
  return { ...emptyVariant, ...defaults };
}

/**
 * Build a row for each new variant: one for each combination of the options' values.
 * @param changes the edited cells; those of `singleRow` become the defaults of all variants
 */
export function buildVariantRows(options: readonly OptionDraft[], changes: SheetCells): NewVariant[] {
  const initialFields = getInitialFields(changes);
  return combineOptions(options).map((values) => ({ ...initialFields, key: values.join(" / "), values }));
}

/** The request body for one variant of a new product. */
export interface NewVariantBody extends Omit<VariantBody, "image_id"> {
  options?: { name: string; value: string }[];
}

/** Build the request bodies of new variants, each with the values of all of its cells. */
export function buildNewVariantBodies(
  rows: readonly NewVariant[],
  { columns, changes }: { columns: readonly SheetColumn<NewVariant>[]; changes: SheetCells },
  options: readonly OptionDraft[],
): NewVariantBody[] {
  return rows.map((row) => {
    const cells = new Map(
      columns.map(({ id, read }) => [id, changes.get(row.key)?.get(id) ?? read(row)] as const),
    );
    const { image_id: _imageId, ...fields } = buildVariantBody(cells);
    const optionValues = options.map(({ name }, index) => ({ name, value: row.values[index] ?? "" }));
    return optionValues.length === 0 ? fields : { ...fields, options: optionValues };
  });
}

/** Find the errors of all cells. Cells that were never edited are checked too, because an empty price is an error. */
export function findNewVariantErrors(
  rows: readonly NewVariant[],
  { columns, changes }: { columns: readonly SheetColumn<NewVariant>[]; changes: SheetCells },
): CellText[] {
  return rows.flatMap((row) =>
    columns.flatMap(({ id, read, check }) => {
      const error = check?.(changes.get(row.key)?.get(id) ?? read(row));
      return error === undefined ? [] : [{ row: row.key, column: id, text: error }];
    }),
  );
}
