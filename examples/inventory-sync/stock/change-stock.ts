import type { StoreClient } from "@souk/app-sdk";
import type { Level } from "../live/change-feed.ts";

/** Stock change that the page requests, with a quantity to set or a quantity to add. */
export type StockChange = { variant_id: number; location_id: number } & (
  | { quantity: number }
  | { adjustment_quantity: number }
);

/** Parse a request body of the page. The platform validates the numbers. @returns null if the body is not a stock change */
export function parseStockChange(body: unknown): StockChange | null {
  if (typeof body !== "object" || body === null) return null;
  const { variant_id, location_id, quantity, adjustment_quantity } = body as Record<string, unknown>;
  if (!isInteger(variant_id) || !isInteger(location_id)) return null;
  if (isInteger(quantity)) return { variant_id, location_id, quantity };
  if (isInteger(adjustment_quantity)) return { variant_id, location_id, adjustment_quantity };
  return null;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/**
 * Set the quantity of a level or add to it.
 * @param idempotencyKey key of this change; a repeated call with the same key changes nothing
 * @throws ApiError if the platform rejects the change
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
