import type { CellText, SheetCells, SheetColumn } from "@souk/ui";
import { type VariantBody, variantBody } from "../../variants/variant-body.ts";
import { blankVariant, type VariantFields, variantFieldNames } from "../../variants/variant-cells.ts";
import { combineOptions, type OptionDraft } from "../options/combine-options.ts";

/** A variant that is not created yet. */
export interface NewVariant extends VariantFields {
  /** The joined values of the variant; empty for a product without options. */
  key: string;
  values: readonly string[];
}

/** The columns of a new product's sheet; what is left out is changed later. */
export const newVariantFields = variantFieldNames.filter(
  (name) => name !== "inventory_policy" && name !== "is_enabled",
);

const onlyKey = "";

/** The row of a product without options. Its cells are the defaults for the rows of later variants. */
export const onlyRow: NewVariant = { ...blankVariant, key: onlyKey, values: [] };

/** Return the defaults of new variants; without SKU and barcode, which are unique to each. */
function getInitialFields(changes: SheetCells): VariantFields {
  const { sku: _sku, barcode: _barcode, ...written } = variantBody(changes.get(onlyKey) ?? new Map());
  return { ...blankVariant, ...written };
}

/**
 * Return a row for each variant of the options.
 * @param changes the cells of the row without options
 */
export function variantRows(options: readonly OptionDraft[], changes: SheetCells): NewVariant[] {
  const start = getInitialFields(changes);
  return combineOptions(options).map((values) => ({ ...start, key: values.join(" / "), values }));
}

/** The request body for one variant of a new product. */
export interface NewVariantBody extends Omit<VariantBody, "image_id"> {
  options?: { name: string; value: string }[];
}

/** Return the variants as the API accepts them, each with all of its cells. */
export function newVariantBodies(
  rows: readonly NewVariant[],
  { columns, changes }: { columns: readonly SheetColumn<NewVariant>[]; changes: SheetCells },
  options: readonly OptionDraft[],
): NewVariantBody[] {
  return rows.map((row) => {
    const texts = new Map(
      columns.map(({ id, read }) => [id, changes.get(row.key)?.get(id) ?? read(row)] as const),
    );
    const { image_id: _none, ...fields } = variantBody(texts);
    const chosen = options.map(({ name }, index) => ({ name, value: row.values[index] ?? "" }));
    return chosen.length === 0 ? fields : { ...fields, options: chosen };
  });
}

/** Return the errors of all cells, also of those never edited: a price is required. */
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
