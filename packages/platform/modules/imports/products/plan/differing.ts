import type { DraftFields, DraftVariantFields } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

function isSame(now: unknown, wanted: unknown): boolean {
  if (!Array.isArray(now) || !Array.isArray(wanted)) return now === wanted;
  return now.length === wanted.length && now.every((value, at) => value === wanted[at]);
}

/** Of what the rows say of a product, what is not so already. */
export function differingFields(product: Product, wanted: DraftFields): DraftFields {
  const differing = Object.entries(wanted).filter(
    ([name, value]) => !isSame(product[name as keyof DraftFields], value),
  );
  return Object.fromEntries(differing);
}

const amounts: readonly string[] = ["price", "compare_at_price", "cost_price"];

/** Amounts are the same however many zeros stand behind their point. */
function amountOf(value: unknown): unknown {
  if (typeof value !== "string" || !value.includes(".")) return value;
  return value.replace(/0+$/, "").replace(/\.$/, "");
}

/** Of what a row says of its variant, what is not so already. */
export function differingVariantFields(
  variant: Product["variants"][number],
  wanted: DraftVariantFields,
): DraftVariantFields {
  const differing = Object.entries(wanted).filter(([name, value]) => {
    const now = variant[name as keyof DraftVariantFields];
    return amounts.includes(name) ? amountOf(now) !== amountOf(value) : now !== value;
  });
  return Object.fromEntries(differing);
}
