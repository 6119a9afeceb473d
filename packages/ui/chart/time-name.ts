/**
 * The position of the time below a bar: `less` is hidden where space is short, `last` is at the right edge.
 */
export type TimeName = "more" | "less" | "last";

/**
 * Return which bars have their time written below them, so that the labels do not overlap.
 * @param count of bars
 * @param atMost how many times fit
 */
export function timeNames(count: number, atMost: number): ReadonlyMap<number, TimeName> {
  const every = Math.max(1, Math.ceil(count / atMost));
  const length = Math.ceil(count / every);
  return new Map(
    Array.from({ length }, (_, index) => {
      const bar = index * every;
      // Nearer to the edge than a date is wide.
      if (bar > 0 && bar > count * 0.92) return [bar, "last"];
      // Counted from the end, so that the one beside the last gives way.
      return [bar, (length - 1 - index) % 2 === 0 ? "more" : "less"];
    }),
  );
}
