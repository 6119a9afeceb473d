import type { VariantInput } from "./variant-fields.ts";

/** What is sent of one variant. */
export interface VariantChange {
  id: number;
  product_id: number;
  input: VariantInput;
  /** Where its fields stand in what was sent, with a point behind; empty for a body of its own. */
  path: string;
}
