import type { operations } from "@souk/contract";
import type { Static } from "typebox";

type GetProductResponse = Static<typeof operations.getProduct.response>;

/** A product as the API returns it, with its variants, options, images and collections. */
export type WholeProduct = GetProductResponse["product"];

export type WholeVariant = WholeProduct["variants"][number];
