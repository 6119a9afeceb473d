import type { OperationResponse, operations } from "@souk/contract";
import type { DraftFields, DraftVariant, DraftVariantFields, ProductDraft } from "../rows/product-draft.ts";

/** A product as the API returns it. */
export type Product = OperationResponse<typeof operations.getProduct>["product"];

/** A current product, with the available stock of its variants. */
export interface CurrentProduct {
  product: Product;
  /** Return the available stock, or undefined if the variant is not stocked at the location. */
  getStock(variantId: number, locationId: number): number | undefined;
  /** The source URLs of the images that earlier imports added. */
  importedUrls: ReadonlySet<string>;
}

/** A stock quantity to be set. */
export interface PlannedStock {
  location_id: number;
  quantity: number;
}

/** The planned values of a new variant. */
export interface VariantPlan {
  rowNumber: number;
  fields: DraftVariantFields;
  options: { name: string; value: string }[];
  stock: PlannedStock[];
}

/** The changed values of an existing variant. */
export interface VariantChange {
  id: number;
  fields: DraftVariantFields;
  stock: PlannedStock[];
}

/** The result of planning a product's rows. */
export type ProductPlan =
  | {
      kind: "create";
      draft: ProductDraft;
      fields: DraftFields & { title: string };
      variants: VariantPlan[];
      image_urls: string[];
    }
  | {
      kind: "update";
      draft: ProductDraft;
      id: number;
      /** The values that differ from the product's current values. */
      fields: DraftFields;
      changedVariants: VariantChange[];
      addedVariants: VariantPlan[];
      /** URLs of images that the product does not have. */
      image_urls: string[];
    }
  | { kind: "unchanged"; draft: ProductDraft };

/** Combine the option names of a product with a variant's values. */
export function buildOptions(
  { option_names }: ProductDraft,
  { values }: DraftVariant,
): VariantPlan["options"] {
  return option_names.map((name, index) => ({ name, value: values[index] ?? "" }));
}
