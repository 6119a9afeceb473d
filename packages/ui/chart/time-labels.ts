/**
 * How the time label below a bar is shown. `always` is shown on all screens, `wide-only` is hidden on narrow screens, and
 * `last` is shown on all screens and aligned to the right edge.
 */
export type TimeLabelPlacement = "always" | "wide-only" | "last";

/**
 * Choose the bars that have a time label below them, so that the labels do not overlap.
 * @param barCount the number of bars
 * @param maxLabels how many labels fit
 * @returns the placement of each label by the index of its bar
 */
export function placeTimeLabels(
  barCount: number,
  maxLabels: number,
): ReadonlyMap<number, TimeLabelPlacement> {
  const labelStep = Math.max(1, Math.ceil(barCount / maxLabels));
  const labelCount = Math.ceil(barCount / labelStep);
  return new Map(
    Array.from({ length: labelCount }, (_, index) => {
      const bar = index * labelStep;
      // At such a bar, a centered label would extend beyond the right edge of the chart.
      if (bar > 0 && bar > barCount * 0.92) return [bar, "last"];
      // The labels are counted from the end, so that a narrow screen hides the label next to the last one.
      return [bar, (labelCount - 1 - index) % 2 === 0 ? "always" : "wide-only"];
    }),
  );
}
