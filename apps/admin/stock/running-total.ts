import type { Movement } from "./stock-queries.ts";

/** How many units there were from an instant on. */
export interface TotalPoint {
  /** Milliseconds since 1970. */
  at: number;
  total: number;
}

type Change = Pick<Movement, "field" | "change" | "created_at">;

/**
 * Walks back from what there is now, the latest movement first. Only what is available counts.
 * @param total all units now
 * @returns the oldest first; empty when nothing moved
 */
export function runningTotal(movements: readonly Change[], total: number): TotalPoint[] {
  const available = movements.filter(({ field }) => field === "inventory_quantity");
  const points: TotalPoint[] = [];
  let after = total;
  for (const { change, created_at } of available) {
    points.push({ at: Date.parse(created_at), total: after });
    after -= change;
  }
  const oldest = points.at(-1);
  // What was there before the oldest movement that is known.
  if (oldest) points.push({ at: oldest.at, total: after });
  return points.reverse();
}
