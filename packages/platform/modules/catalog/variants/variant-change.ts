import type { VariantInput } from "./variant-columns.ts";

/** An update of a variant. */
export interface VariantChange {
  id: number;
  product_id: number;
  input: VariantInput;
  /** The prefix of the variant's field paths in errors, such as `variants.0.`; empty if the request body is this variant. */
  path: string;
}
