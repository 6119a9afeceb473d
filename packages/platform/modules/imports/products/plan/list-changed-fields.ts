import { variantColumnFunctions } from "../../../catalog/index.ts";
import type { DraftFields, DraftVariantFields } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

function isSame(current: unknown, next: unknown): boolean {
  if (!Array.isArray(current) || !Array.isArray(next)) return current === next;
  return current.length === next.length && current.every((value, index) => value === next[index]);
}

/** Return the values in a product's rows that differ from the product's current values. */
export function listChangedFields(product: Product, next: DraftFields): DraftFields {
  const changes = Object.entries(next).filter(
    ([name, value]) => !isSame(product[name as keyof DraftFields], value),
  );
  return Object.fromEntries(changes);
}

const moneyFields: readonly string[] = variantColumnFunctions.listNamesWithInput("money");

/** Remove trailing zeros from an amount with decimal places, so that equal amounts have equal texts. */
function normalizeAmount(value: unknown): unknown {
  if (typeof value !== "string" || !value.includes(".")) return value;
  return value.replace(/0+$/, "").replace(/\.$/, "");
}

/** Return the values in a variant's row that differ from the variant's current values. */
export function listChangedVariantFields(
  variant: Product["variants"][number],
  next: DraftVariantFields,
): DraftVariantFields {
  const changes = Object.entries(next).filter(([name, value]) => {
    const currentValue = variant[name as keyof DraftVariantFields];
    return moneyFields.includes(name)
      ? normalizeAmount(currentValue) !== normalizeAmount(value)
      : currentValue !== value;
  });
  return Object.fromEntries(changes);
}
