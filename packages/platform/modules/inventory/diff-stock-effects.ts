import type { LevelLine } from "./change-levels.ts";

/** Compute the changes of levels that are needed when a record's effects on stock change from `before` to `after`. */
export function diffStockEffects(before: readonly LevelLine[], after: readonly LevelLine[]): LevelLine[] {
  const lines = new Map<string, LevelLine>();
  const add = (line: LevelLine, change: number): void => {
    const key = `${line.variant_id} ${line.location_id} ${line.field}`;
    const existingLine = lines.get(key);
    lines.set(key, { ...line, change: (existingLine?.change ?? 0) + change });
  };
  for (const line of before) add(line, -line.change);
  for (const line of after) add(line, line.change);
  return [...lines.values()].filter(({ change }) => change !== 0);
}
