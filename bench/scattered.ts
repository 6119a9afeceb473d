// A step that shares no factor with any number below it visits everything once, in an order that looks like chance.
const step = 7_919;

/** Return the items in a scattered order that is the same in every run. */
export function scattered<T>(items: readonly T[]): T[] {
  return items.flatMap((_, index) => items[(index * step) % items.length] ?? []);
}
