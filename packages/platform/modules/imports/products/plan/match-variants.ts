import { fieldProblem } from "@souk/contract";
import { type Complain, quoted } from "../../rows/row-error.ts";
import type { DraftVariant, ProductDraft } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

type Variant = Product["variants"][number];

/** A row of the file and the variant that it changes. */
export interface MatchedVariant {
  row: DraftVariant;
  /** Null when the row creates a variant. */
  variant: Variant | null;
}

/** Return the function that reports errors in a row of the file. */
export type ComplainIn = (row: number) => Complain;

function buildOptionKey({ variant_types }: Product, { options }: Variant): string {
  const values = variant_types.map(
    ({ id }) => options.find(({ variant_type_id }) => variant_type_id === id)?.value ?? "",
  );
  return JSON.stringify(values);
}

/**
 * Find the variant of each row: by its options, or by its SKU when the product has options and the file has no option columns.
 * Rows with an error are left out.
 */
export function matchVariants(
  product: Product,
  draft: ProductDraft,
  complainIn: ComplainIn,
): MatchedVariant[] {
  const names = product.variant_types.map(({ name }) => name);
  if (draft.option_names.length === 0 && names.length > 0) return matchBySku(product, draft, complainIn);
  if (JSON.stringify(names) !== JSON.stringify(draft.option_names)) {
    const has = names.length === 0 ? "has none" : `has ${names.map(quoted).join(", ")}`;
    complainIn(draft.row)(
      "option1_name",
      fieldProblem(
        "conflict",
        {},
        `{field} and the other option names must be those of the product, which ${has}. An import renames and adds no options.`,
      ),
    );
    return [];
  }
  if (names.length === 0 && draft.variants.length > 1) {
    complainIn(draft.variants[1]?.row ?? draft.row)(
      null,
      fieldProblem("too_many", { max: 1 }, "{field} is a second row of a product that has no options."),
    );
    return [];
  }
  const known = new Map(product.variants.map((variant) => [buildOptionKey(product, variant), variant]));
  return draft.variants.map((row) => ({ row, variant: known.get(JSON.stringify(row.values)) ?? null }));
}

function matchBySku(product: Product, draft: ProductDraft, complainIn: ComplainIn): MatchedVariant[] {
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
          ? fieldProblem(
              "required",
              {},
              "{field} does not say which of the product's variants it is about. Add the option columns.",
            )
          : fieldProblem(
              "not_found",
              { resource: "variant", of: "product" },
              "{field} does not match a variant of this product. To add one, add the option columns.",
            ),
      );
    else if (taken.has(variant.id))
      complain(
        "sku",
        fieldProblem(
          "not_unique",
          { duplicate_of: `row ${taken.get(variant.id)}` },
          `{field} names the variant of row ${taken.get(variant.id)} again.`,
        ),
      );
    else {
      taken.set(variant.id, row.row);
      return [{ row, variant }];
    }
    return [];
  });
}
