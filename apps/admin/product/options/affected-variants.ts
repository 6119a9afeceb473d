import type { Product, Variant } from "../product-queries.ts";

function sortByPosition(product: Product): Variant[] {
  return product.variants.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

/** Find the variants that are deleted when a value of an option is removed, ordered by position. */
export function findVariantsDeletedWithValue(product: Product, valueId: number): Variant[] {
  return sortByPosition(product).filter(({ options }) =>
    options.some(({ variant_option_id }) => variant_option_id === valueId),
  );
}

/** Return a key that is equal for variants whose values differ at most in the option with the id `typeId`. */
function getOtherValuesKey({ options }: Pick<Variant, "options">, typeId: number): string {
  return options
    .filter(({ variant_type_id }) => variant_type_id !== typeId)
    .map(({ variant_option_id }) => variant_option_id)
    .toSorted((a, b) => a - b)
    .join();
}

/**
 * Find the variants that are deleted when an option is removed. If several variants differ only in this option, all of them
 * except the first are deleted.
 */
export function findVariantsDeletedWithOption(product: Product, typeId: number): Variant[] {
  const seenKeys = new Set<string>();
  return sortByPosition(product).filter((variant) => {
    const key = getOtherValuesKey(variant, typeId);
    const isDuplicate = seenKeys.has(key);
    seenKeys.add(key);
    return isDuplicate;
  });
}

/**
 * Count the variants that new values of an option create. Each new value is combined with every existing combination of the
 * other options' values.
 */
export function countVariantsCreatedByValues(product: Product, typeId: number, valueCount: number): number {
  const otherCombinations = new Set(product.variants.map((variant) => getOtherValuesKey(variant, typeId)));
  return otherCombinations.size * valueCount;
}
