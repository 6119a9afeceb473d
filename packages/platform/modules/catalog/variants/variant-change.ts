import type { VariantInput } from "./variant-columns.ts";

/** The sent fields of a variant. */
export interface VariantChange {
  id: number;
  product_id: number;
  input: VariantInput;
  /** The path of its fields in the request, with a trailing point; empty for a body of its own. */
  path: string;
}
