import { type FieldProblem, fieldProblem } from "@souk/contract";
import { quote, type ReportError } from "../../rows/row-error.ts";
import type { DraftVariant, ProductDraft } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

type Variant = Product["variants"][number];

/** A row of the file and the variant that it changes. */
export interface MatchedVariant {
  row: DraftVariant;
  /** Null when the row creates a variant. */
  variant: Variant | null;
}

/** Returns the function that reports errors in the row with this number. */
export type CreateRowReporter = (rowNumber: number) => ReportError;

function buildOptionKey({ variant_types }: Product, { options }: Variant): string {
  const values = variant_types.map(
    ({ id }) => options.find(({ variant_type_id }) => variant_type_id === id)?.value ?? "",
  );
  return JSON.stringify(values);
}

/**
 * Find the existing variant of each row by the row's options. If the product has options but the rows have none, find the variant by
 * the row's SKU instead. Rows with an error are left out.
 */
export function matchVariants(
  product: Product,
  draft: ProductDraft,
  createRowReporter: CreateRowReporter,
): MatchedVariant[] {
  const optionNames = product.variant_types.map(({ name }) => name);
  if (draft.option_names.length === 0 && optionNames.length > 0)
    return matchBySku(product, draft, createRowReporter);
  if (JSON.stringify(optionNames) !== JSON.stringify(draft.option_names)) {
    const productOptions =
      optionNames.length === 0 ? "has no options" : `has ${optionNames.map(quote).join(", ")}`;
    createRowReporter(draft.firstRowNumber)(
      "option1_name",
      fieldProblem(
        "conflict",
        {},
        `{field} and the other option names must be those of the product, which ${productOptions}. An import cannot rename or add options.`,
      ),
    );
    return [];
  }
  if (optionNames.length === 0 && draft.variants.length > 1) {
    createRowReporter(draft.variants[1]?.rowNumber ?? draft.firstRowNumber)(
      null,
      fieldProblem("too_many", { max: 1 }, "{field} is a second row of a product that has no options."),
    );
    return [];
  }
  const variantsByOptions = new Map(
    product.variants.map((variant) => [buildOptionKey(product, variant), variant]),
  );
  return draft.variants.map((row) => ({
    row,
    variant: variantsByOptions.get(JSON.stringify(row.values)) ?? null,
  }));
}

/** Return the problem of a row whose SKU identifies no variant of the product, or several. */
function getSkuProblem(sku: string, matchCount: number): FieldProblem {
  if (sku === "" || matchCount > 1)
    return fieldProblem(
      "required",
      {},
      "{field} does not identify one of the product's variants. Add the option columns.",
    );
  return fieldProblem(
    "not_found",
    { resource: "variant", of: "product" },
    "{field} does not match a variant of this product. To add a variant, add the option columns.",
  );
}

/** Find the existing variant of each row by its SKU, and report the rows that match no variant or several. */
function matchBySku(
  product: Product,
  draft: ProductDraft,
  createRowReporter: CreateRowReporter,
): MatchedVariant[] {
  const rowNumberByVariantId = new Map<number, number>();
  return draft.variants.flatMap((row): MatchedVariant[] => {
    const { sku = "" } = row.fields;
    const matches = sku === "" ? [] : product.variants.filter((variant) => variant.sku === sku);
    const [variant] = matches;
    const reportError = createRowReporter(row.rowNumber);
    if (variant === undefined || matches.length > 1)
      reportError(sku === "" ? null : "sku", getSkuProblem(sku, matches.length));
    else if (rowNumberByVariantId.has(variant.id))
      reportError(
        "sku",
        fieldProblem(
          "not_unique",
          { duplicate_of: `row ${rowNumberByVariantId.get(variant.id)}` },
          `{field} refers to the same variant as row ${rowNumberByVariantId.get(variant.id)}.`,
        ),
      );
    else {
      rowNumberByVariantId.set(variant.id, row.rowNumber);
      return [{ row, variant }];
    }
    return [];
  });
}
