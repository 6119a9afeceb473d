/** How the time below a bar is set: `less` gives way where room is short, `last` stands at the right edge. */
export type TimeName = "more" | "less" | "last";

/**
 * Which bars have their time written below them, so that the words do not run into each other.
 * @param count of bars
 * @param atMost how many times fit
 */
export function timeNames(count: number, atMost: number): ReadonlyMap<number, TimeName> {
  const every = Math.max(1, Math.ceil(count / atMost));
  const length = Math.ceil(count / every);
  return new Map(
    Array.from({ length }, (_, at) => {
      const bar = at * every;
      // Nearer to the edge than a date is wide.
      if (bar > 0 && bar > count * 0.92) return [bar, "last"];
      // Counted from the end, so that the one beside the last gives way.
      return [bar, (length - 1 - at) % 2 === 0 ? "more" : "less"];
    }),
  );
}
