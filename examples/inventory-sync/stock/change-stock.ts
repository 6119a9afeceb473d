import type { ShopClient } from "@souk/app-sdk";
import type { Level } from "../live/board.ts";

/** A change as the page asks for it: a quantity to set, or one to add. */
export type StockChange = { variant_id: number; location_id: number } & (
  | { quantity: number }
  | { adjustment_quantity: number }
);

/** Reads what the page sent; null when it is no change. The platform judges the numbers themselves. */
export function readChange(body: unknown): StockChange | null {
  if (typeof body !== "object" || body === null) return null;
  const { variant_id, location_id, quantity, adjustment_quantity } = body as Record<string, unknown>;
  if (!isWhole(variant_id) || !isWhole(location_id)) return null;
  if (isWhole(quantity)) return { variant_id, location_id, quantity };
  if (isWhole(adjustment_quantity)) return { variant_id, location_id, adjustment_quantity };
  return null;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/**
 * Sets a level or adds to it.
 * @param idempotencyKey the page's own name for this change: said twice, it happens once
 * @throws ApiError when the platform refuses
 */
export async function changeStock(
  api: ShopClient,
  change: StockChange,
  idempotencyKey: string,
): Promise<Level> {
  const reason = "Inventory Sync";
  const { inventory_level: level } =
    "quantity" in change
      ? await api.inventory_levels.set({ body: { ...change, reason }, idempotencyKey })
      : await api.inventory_levels.adjust({ body: { ...change, reason }, idempotencyKey });
  const { variant_id, location_id, inventory_quantity: quantity, updated_at } = level;
  return { variant_id, location_id, quantity, updated_at };
}
