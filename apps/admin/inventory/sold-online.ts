import type { Level } from "../stock/stock-queries.ts";

type Quantities = Pick<Level, "inventory_quantity" | "reserved_inventory_quantity">;

/** INV-5: what is available less what is held back, and nothing where that is below 0. */
export function soldOnline(level: Quantities | null | undefined): number {
  return level ? Math.max(level.inventory_quantity - level.reserved_inventory_quantity, 0) : 0;
}
