import type { OperationBody, operations } from "@souk/contract";
import type { NewImage } from "../images/image-columns.ts";
import type { VariantFields } from "../variants/variant-columns.ts";
import type { ProductFields } from "./product-columns.ts";

/** The fields of a new product, sent by an app or in a file. */
export type NewProductInput = OperationBody<typeof operations.createProduct>;

/** A product to insert, whose fields have been checked. */
export interface NewProduct {
  /** The handle; null if it is to be created from the title. */
  handle: string | null;
  fields: ProductFields;
  /** The images in the order of their positions. Their files are already in storage. */
  images: NewImage[];
  options: { name: string; values: string[] }[];
  variants: NewVariant[];
}

export interface NewVariant {
  fields: VariantFields;
  /** The index of its image in the product's images, or null. */
  imageIndex: number | null;
  /** The variant's value for each of the product's options, in the order of `options`. */
  values: string[];
  /** The opening stock at the primary location; null for no stock level. */
  quantity: number | null;
  /** The total stock at all locations, if the caller inserts the levels itself in the same transaction. */
  totalQuantity?: number;
}
