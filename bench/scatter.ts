// A prime. In a list whose length is not a multiple of it, steps of this size visit each item exactly once, in a seemingly
// random order.
const step = 7_919;

/** Return the items in a seemingly random order that is the same in every run. */
export function scatter<T>(items: readonly T[]): T[] {
  return items.flatMap((_, index) => items[(index * step) % items.length] ?? []);
}
