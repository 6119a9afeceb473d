import { type BodyOf, type FieldError, type operations, parseMoney, refuse } from "@souk/contract";

/** What one variant is to become; null leaves it as it is. */
export interface VariantChange {
  id: number;
  /** Plain decimal text. */
  price: string | null;
  sku: string | null;
  quantity: number | null;
}

type Body = BodyOf<typeof operations.updateVariants>;

/**
 * Reads the changes of PUT variants (PRD-5).
 * @param exponent decimals of the store's currency; more are refused, never rounded
 * @throws Refusal invalid naming each price that is none and each id that comes twice
 */
export function readVariantChanges(body: Body, exponent: number): VariantChange[] {
  const fields: FieldError[] = [];
  const seen = new Set<number>();
  const changes = body.variants.map(({ id, price, sku, inventory_quantity }, index): VariantChange => {
    if (seen.has(id)) fields.push({ path: `variants.${index}.id`, message: "is sent twice" });
    seen.add(id);
    const amount = price === undefined ? null : parseMoney(price, exponent);
    if (price !== undefined && amount === null) {
      const message = `must be an amount of at least 0 with at most ${exponent} decimals`;
      fields.push({ path: `variants.${index}.price`, message });
    }
    return { id, price: amount, sku: sku ?? null, quantity: inventory_quantity ?? null };
  });
  if (fields.length > 0) refuse("invalid", { fields });
  return changes;
}

/** @throws Refusal invalid naming each change whose variant is not among the product's. */
export function requireVariants(changes: readonly VariantChange[], present: ReadonlySet<number>): void {
  const fields = changes.flatMap(({ id }, index) =>
    present.has(id) ? [] : [{ path: `variants.${index}.id`, message: "is no variant of this product" }],
  );
  if (fields.length > 0) refuse("invalid", { fields });
}
