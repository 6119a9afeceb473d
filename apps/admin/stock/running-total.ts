import type { StepPoint } from "@souk/ui";
import type { Movement } from "./stock-queries.ts";

type Change = Pick<Movement, "field" | "change" | "created_at">;

/**
 * Compute the past totals back from the current one, the latest movement first. Only available units count.
 * @param total all units now
 * @returns the oldest first; empty when nothing moved
 */
export function runningTotal(movements: readonly Change[], total: number): StepPoint[] {
  const available = movements.filter(({ field }) => field === "inventory_quantity");
  const points: StepPoint[] = [];
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
