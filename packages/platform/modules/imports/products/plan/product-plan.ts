import type { AnswerOf, operations } from "@souk/contract";
import type { DraftFields, DraftVariant, DraftVariantFields, ProductDraft } from "../rows/product-draft.ts";

export type Product = AnswerOf<typeof operations.getProduct>["product"];

/** A product as it is, with what is available of its variants. */
export interface CurrentProduct {
  product: Product;
  /** Undefined where the variant is not stocked. */
  stockOf(variantId: number, locationId: number): number | undefined;
  /** Where images came from that earlier imports have added. */
  importedUrls: ReadonlySet<string>;
}

/** Stock that is to be set. */
export interface StockWish {
  location_id: number;
  quantity: number;
}

/** A variant that a product is to have. */
export interface VariantPlan {
  row: number;
  fields: DraftVariantFields;
  options: { name: string; value: string }[];
  stock: StockWish[];
}

/** What differs of a variant that is there. */
export interface VariantChange {
  id: number;
  fields: DraftVariantFields;
  stock: StockWish[];
}

/** What the rows of a product come to. */
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
      /** Only what differs. */
      fields: DraftFields;
      changed: VariantChange[];
      added: VariantPlan[];
      /** Addresses of images that the product does not have. */
      image_urls: string[];
    }
  | { kind: "unchanged"; draft: ProductDraft };

/** The options of a variant with their names. */
export function optionsOf({ option_names }: ProductDraft, { values }: DraftVariant): VariantPlan["options"] {
  return option_names.map((name, at) => ({ name, value: values[at] ?? "" }));
}
