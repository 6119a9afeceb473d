import { variantColumnFunctions } from "../../../catalog/index.ts";
import type { DraftFields, DraftVariantFields } from "../rows/product-draft.ts";
import type { Product } from "./product-plan.ts";

function isSameValue(value: unknown, other: unknown): boolean {
  if (!Array.isArray(value) || !Array.isArray(other)) return value === other;
  return value.length === other.length && value.every((item, index) => item === other[index]);
}

/** Return the values in a product's rows that differ from the product's current values. */
export function listChangedFields(product: Product, rowFields: DraftFields): DraftFields {
  const changes = Object.entries(rowFields).filter(
    ([name, value]) => !isSameValue(product[name as keyof DraftFields], value),
  );
  return Object.fromEntries(changes);
}

const moneyFields: readonly string[] = variantColumnFunctions.listColumnsWithInput("money");

/** Remove trailing zeros from an amount with decimal places, so that equal amounts have equal texts. */
function normalizeAmount(value: unknown): unknown {
  if (typeof value !== "string" || !value.includes(".")) return value;
  return value.replace(/0+$/, "").replace(/\.$/, "");
}

/** Return the values in a variant's row that differ from the variant's current values. */
export function listChangedVariantFields(
  variant: Product["variants"][number],
  rowFields: DraftVariantFields,
): DraftVariantFields {
  const changes = Object.entries(rowFields).filter(([name, value]) => {
    const currentValue = variant[name as keyof DraftVariantFields];
    return moneyFields.includes(name)
      ? normalizeAmount(currentValue) !== normalizeAmount(value)
      : currentValue !== value;
  });
  return Object.fromEntries(changes);
}
