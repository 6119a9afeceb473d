/**
 * How the time label below a bar is shown. `more` is always shown, `less` is hidden on
 * narrow screens, and `last` is always shown and aligned to the right edge.
 */
export type TimeLabelPlacement = "more" | "less" | "last";

/**
 * Choose the bars that have a time label below them, so that the labels do not overlap.
 * @param count the number of bars
 * @param maxLabels how many labels fit
 */
export function placeTimeLabels(count: number, maxLabels: number): ReadonlyMap<number, TimeLabelPlacement> {
  const labelStep = Math.max(1, Math.ceil(count / maxLabels));
  const length = Math.ceil(count / labelStep);
  return new Map(
    Array.from({ length }, (_, index) => {
      const bar = index * labelStep;
      // A centered label would extend beyond the right edge.
      if (bar > 0 && bar > count * 0.92) return [bar, "last"];
      // Counted from the end, so that the label next to the last one is hidden.
      return [bar, (length - 1 - index) % 2 === 0 ? "more" : "less"];
    }),
  );
}
