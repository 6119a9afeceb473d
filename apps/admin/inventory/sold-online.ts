import type { Level } from "../stock/stock-queries.ts";

type Quantities = Pick<Level, "inventory_quantity" | "reserved_inventory_quantity">;

/** Return the available quantity less the reserved one, at least 0 (INV-5). */
export function soldOnline(level: Quantities | null | undefined): number {
  return level ? Math.max(level.inventory_quantity - level.reserved_inventory_quantity, 0) : 0;
}
