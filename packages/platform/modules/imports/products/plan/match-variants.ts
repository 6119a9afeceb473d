import { type Complain, quoted } from "../../rows/row-error.ts";
import type { DraftVariant, ProductDraft } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

type Variant = Product["variants"][number];

/** A row with the variant that it is about; null: a variant to be made. */
export interface MatchedVariant {
  row: DraftVariant;
  variant: Variant | null;
}

/** Complains of one of the file's rows. */
export type ComplainIn = (row: number) => Complain;

function valuesOf({ variant_types }: Product, { options }: Variant): string {
  const values = variant_types.map(
    ({ id }) => options.find(({ variant_type_id }) => variant_type_id === id)?.value ?? "",
  );
  return JSON.stringify(values);
}

/**
 * Finds the variant of each row: by its options, or by its SKU where the file names no options of a product that has some.
 * A row that is complained of is left out.
 */
export function matchVariants(
  product: Product,
  draft: ProductDraft,
  complainIn: ComplainIn,
): MatchedVariant[] {
  const names = product.variant_types.map(({ name }) => name);
  if (draft.option_names.length === 0 && names.length > 0) return bySku(product, draft, complainIn);
  if (JSON.stringify(names) !== JSON.stringify(draft.option_names)) {
    const has = names.length === 0 ? "has none" : `has ${names.map(quoted).join(", ")}`;
    complainIn(draft.row)(
      "option1_name",
      `The options are not those of the product, which ${has}; an import renames and adds none.`,
    );
    return [];
  }
  if (names.length === 0 && draft.variants.length > 1) {
    complainIn(draft.variants[1]?.row ?? draft.row)(
      null,
      "is a second row of a product that has no options.",
    );
    return [];
  }
  const known = new Map(product.variants.map((variant) => [valuesOf(product, variant), variant]));
  return draft.variants.map((row) => ({ row, variant: known.get(JSON.stringify(row.values)) ?? null }));
}

function bySku(product: Product, draft: ProductDraft, complainIn: ComplainIn): MatchedVariant[] {
  const taken = new Map<number, number>();
  return draft.variants.flatMap((row): MatchedVariant[] => {
    const { sku = "" } = row.fields;
    const found = sku === "" ? [] : product.variants.filter((variant) => variant.sku === sku);
    const [variant] = found;
    const complain = complainIn(row.row);
    if (variant === undefined || found.length > 1)
      complain(
        sku === "" ? null : "sku",
        sku === "" || variant !== undefined
          ? "does not say which variant it is about; the product has several: name its options."
          : `${quoted(sku)} is the SKU of none of the product's variants; to add one, name its options.`,
      );
    else if (taken.has(variant.id))
      complain("sku", `is about the same variant as row ${taken.get(variant.id)}.`);
    else {
      taken.set(variant.id, row.row);
      return [{ row, variant }];
    }
    return [];
  });
}
