import type { LevelLine } from "./change-levels.ts";

/** Compute the change of levels when one set of stock effects replaces another. */
export function diffStockEffects(before: readonly LevelLine[], after: readonly LevelLine[]): LevelLine[] {
  const lines = new Map<string, LevelLine>();
  const add = (line: LevelLine, change: number): void => {
    const key = `${line.variant_id} ${line.location_id} ${line.field}`;
    const known = lines.get(key);
    lines.set(key, { ...line, change: (known?.change ?? 0) + change });
  };
  for (const line of before) add(line, -line.change);
  for (const line of after) add(line, line.change);
  return [...lines.values()].filter(({ change }) => change !== 0);
}
