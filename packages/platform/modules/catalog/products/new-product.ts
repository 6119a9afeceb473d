import type { OperationBody, operations } from "@souk/contract";
import type { NewImage } from "../images/image-store.ts";
import type { VariantFields } from "../variants/variant-columns.ts";
import type { ProductFields } from "./product-columns.ts";

/** The fields of a new product, sent by an app or in a file. */
export type NewProductInput = OperationBody<typeof operations.createProduct>;

/** A product to be written as it stands: its fields have been checked. */
export interface NewProduct {
  /** The handle; null: it is made from the title. */
  handle: string | null;
  fields: ProductFields;
  /** The images in their order; their files are in storage. */
  images: NewImage[];
  options: { name: string; values: string[] }[];
  variants: NewVariant[];
}

export interface NewVariant {
  fields: VariantFields;
  /** The index of its image among the product's, or null. */
  image: number | null;
  /** One value of each option, in the options' order. */
  values: string[];
  /** The opening stock at the primary location; null: it is not stocked. */
  quantity: number | null;
  /** The stock at all locations together, where the caller writes its levels in the same transaction. */
  total?: number;
}
