import type { StepPoint } from "@souk/ui";
import type { Movement } from "./stock-queries.ts";

type MovementChange = Pick<Movement, "field" | "change" | "created_at">;

/**
 * Build the points of a chart of the available stock over time, computed backwards from the current stock.
 * @param movements the movements, newest first
 * @param currentQuantity the current available stock
 * @returns the points, oldest first; the first one is the stock before the oldest movement. Empty if there are no movements.
 */
export function buildStockPoints(movements: readonly MovementChange[], currentQuantity: number): StepPoint[] {
  const availableQuantityMovements = movements.filter(({ field }) => field === "inventory_quantity");
  const points: StepPoint[] = [];
  let quantityAfter = currentQuantity;
  for (const { change, created_at } of availableQuantityMovements) {
    points.push({ at: Date.parse(created_at), total: quantityAfter });
    quantityAfter -= change;
  }
  const oldest = points.at(-1);
  // The stock before the oldest movement.
  if (oldest) points.push({ at: oldest.at, total: quantityAfter });
  return points.reverse();
}
