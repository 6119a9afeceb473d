import type { operations } from "@souk/contract";
import type { Static } from "typebox";

type Answer = Static<typeof operations.getProduct.answer>;

/** A product as the API answers it. */
export type WholeProduct = Answer["product"];

export type WholeVariant = WholeProduct["variants"][number];
