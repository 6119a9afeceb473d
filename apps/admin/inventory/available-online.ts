import type { Level } from "../stock/stock-queries.ts";

type Quantities = Pick<Level, "inventory_quantity" | "reserved_inventory_quantity">;

/**
 * Compute how many units of a stock level can be sold online: the available minus the reserved quantity, but never
 * less than 0 (INV-5). Without a level, the result is 0.
 */
export function computeAvailableOnline(level: Quantities | null | undefined): number {
  return level ? Math.max(level.inventory_quantity - level.reserved_inventory_quantity, 0) : 0;
}
