import type { BodyOf, operations } from "@souk/contract";
import type { NewImage } from "../images/image-store.ts";
import type { VariantFields } from "../variants/variant-fields.ts";
import type { ProductFields } from "./product-fields.ts";

/** What is sent of a new product, by an app or a file. */
export type NewProductInput = BodyOf<typeof operations.createProduct>;

/** A product to be written as it stands: what it holds has been checked. */
export interface NewProduct {
  /** Null: one is made of the title. */
  handle: string | null;
  fields: ProductFields;
  /** In their order; their files lie in the storage. */
  images: NewImage[];
  options: { name: string; values: string[] }[];
  variants: NewVariant[];
}

export interface NewVariant {
  fields: VariantFields;
  /** The place of its picture among the product's, or null. */
  image: number | null;
  /** One value of each option, in the options' order. */
  values: string[];
  /** Its opening stock at the primary location; null: it is not stocked. */
  quantity: number | null;
  /** What it holds at all locations together, where the caller writes its levels in the same transaction. */
  total?: number;
}
