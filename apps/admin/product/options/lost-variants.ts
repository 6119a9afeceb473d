import type { Product, Variant } from "../product-queries.ts";

type Options = Pick<Variant, "options">;

function inOrder(product: Product): Variant[] {
  return product.variants.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

/** Return the variants that are deleted with one value of an option. */
export function lostWithValue(product: Product, valueId: number): Variant[] {
  return inOrder(product).filter(({ options }) =>
    options.some(({ variant_option_id }) => variant_option_id === valueId),
  );
}

function without({ options }: Options, typeId: number): string {
  return options
    .filter(({ variant_type_id }) => variant_type_id !== typeId)
    .map(({ variant_option_id }) => variant_option_id)
    .toSorted((a, b) => a - b)
    .join();
}

/**
 * Return the variants that are deleted with a whole option: of those that become equal, all but the first.
 */
export function lostWithOption(product: Product, typeId: number): Variant[] {
  const seen = new Set<string>();
  return inOrder(product).filter((variant) => {
    const rest = without(variant, typeId);
    const isSecond = seen.has(rest);
    seen.add(rest);
    return isSecond;
  });
}

/**
 * Count the variants that new values of an option create: each is combined with every combination of the
 * others.
 */
export function madeByValues(product: Product, typeId: number, count: number): number {
  const others = new Set(product.variants.map((variant) => without(variant, typeId)));
  return others.size * count;
}
