import type { operations } from "@souk/contract";
import type { Static } from "typebox";

type Answer = Static<typeof operations.getProduct.response>;

/** A product as the API returns it. */
export type WholeProduct = Answer["product"];

export type WholeVariant = WholeProduct["variants"][number];
