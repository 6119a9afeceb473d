/** A product of hundreds of variants would leave no room for the others; its own page shows all of them. */
const mostVariants = 12;

/** The variants of a product that the inventory shows. */
export function shownVariants<V>({ variants }: { variants: readonly V[] }): readonly V[] {
  return variants.slice(0, mostVariants);
}
