import { variantColumnUses } from "../../../catalog/index.ts";
import type { DraftFields, DraftVariantFields } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

function isSame(now: unknown, next: unknown): boolean {
  if (!Array.isArray(now) || !Array.isArray(next)) return now === next;
  return now.length === next.length && now.every((value, index) => value === next[index]);
}

/** List the values of a product's rows that differ from the current ones. */
export function differingFields(product: Product, next: DraftFields): DraftFields {
  const differing = Object.entries(next).filter(
    ([name, value]) => !isSame(product[name as keyof DraftFields], value),
  );
  return Object.fromEntries(differing);
}

const amounts: readonly string[] = variantColumnUses.namesWithInput("money");

/** Normalize an amount, which is the same with any number of zeros after its point. */
function normalizeAmount(value: unknown): unknown {
  if (typeof value !== "string" || !value.includes(".")) return value;
  return value.replace(/0+$/, "").replace(/\.$/, "");
}

/** List the values of a variant's row that differ from the current ones. */
export function differingVariantFields(
  variant: Product["variants"][number],
  next: DraftVariantFields,
): DraftVariantFields {
  const differing = Object.entries(next).filter(([name, value]) => {
    const now = variant[name as keyof DraftVariantFields];
    return amounts.includes(name) ? normalizeAmount(now) !== normalizeAmount(value) : now !== value;
  });
  return Object.fromEntries(differing);
}
