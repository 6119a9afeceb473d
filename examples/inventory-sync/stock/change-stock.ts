import type { StoreClient } from "@souk/app-sdk";
import type { Level } from "../live/board.ts";

/** Stock change as the page requests it: a quantity to set, or one to add. */
export type StockChange = { variant_id: number; location_id: number } & (
  | { quantity: number }
  | { adjustment_quantity: number }
);

/** Parse the page's request; null when it is no stock change. The platform validates the numbers. */
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
 * Set a level or add to it.
 * @param idempotencyKey the page's own key for this change: a repeated call changes nothing more
 * @throws ApiError when the platform rejects the change
 */
export async function changeStock(
  api: StoreClient,
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
