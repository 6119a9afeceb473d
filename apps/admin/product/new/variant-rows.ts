import type { CellText, SheetCells, SheetColumn } from "@souk/ui";
import { type VariantBody, variantBody } from "../../variants/variant-body.ts";
import type { VariantFields } from "../../variants/variant-columns.ts";
import { combineOptions, type OptionDraft } from "../options/combine-options.ts";

/** A variant that is not made yet. */
export interface NewVariant extends VariantFields {
  /** Its values, joined; empty when the product comes in one form only. */
  key: string;
  values: readonly string[];
}

const blank: VariantFields = {
  price: "",
  compare_at_price: null,
  cost_price: null,
  sku: "",
  barcode: "",
  inventory_quantity: 0,
  inventory_policy: "deny",
  weight: 0,
  weight_unit: "kg",
  is_enabled: true,
};

const onlyKey = "";

/** The row of a product in one form only. What is written there begins the rows of its variants. */
export const onlyRow: NewVariant = { ...blank, key: onlyKey, values: [] };

/** What the variants begin with; a SKU and a barcode are never the same for two. */
function startOf(changes: SheetCells): VariantFields {
  const { sku: _sku, barcode: _barcode, ...written } = variantBody(changes.get(onlyKey) ?? new Map());
  return { ...blank, ...written };
}

/**
 * A row for each variant that the options make.
 * @param changes of the product in one form
 */
export function variantRows(options: readonly OptionDraft[], changes: SheetCells): NewVariant[] {
  const start = startOf(changes);
  return combineOptions(options).map((values) => ({ ...start, key: values.join(" / "), values }));
}

/** What a new product sends of one of its variants. */
export interface NewVariantBody extends Omit<VariantBody, "image_id"> {
  options?: { name: string; value: string }[];
}

/** The variants as the API takes them, each with all of its cells. */
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
    const chosen = options.map(({ name }, at) => ({ name, value: row.values[at] ?? "" }));
    return chosen.length === 0 ? fields : { ...fields, options: chosen };
  });
}

/** What is wrong with any of the cells, also those that nobody has written into yet: a price is needed. */
export function newVariantFaults(
  rows: readonly NewVariant[],
  { columns, changes }: { columns: readonly SheetColumn<NewVariant>[]; changes: SheetCells },
): CellText[] {
  return rows.flatMap((row) =>
    columns.flatMap(({ id, read, check }) => {
      const fault = check?.(changes.get(row.key)?.get(id) ?? read(row));
      return fault === undefined ? [] : [{ row: row.key, column: id, text: fault }];
    }),
  );
}
