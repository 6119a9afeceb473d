import { randomUUID } from "node:crypto";
import type { StockPlace } from "./demo-store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

/** A stock adjustment for a client to send. */
export interface Adjustment extends StockPlace {
  /** A unique reference, which the ledger records. */
  reference: string;
  change: number;
  /** The Idempotency-Key. A request with a key is repeated until it gets a response; one without (null) is sent only once. */
  key: string | null;
}

/** The stock level that the response to an adjustment contains. */
export interface Level extends StockPlace {
  inventory_quantity: number;
  updated_at: string;
}

/**
 * Plan adjustments at random stock places: 60% of the adjustments add 1 to 5 units, and 40% remove 1 to 3. One in ten has no
 * Idempotency-Key.
 */
export function planAdjustments(
  places: readonly StockPlace[],
  count: number,
  random: () => number,
): Adjustment[] {
  return Array.from({ length: count }, (_, index) => {
    const place = places[Math.floor(random() * places.length)] as StockPlace;
    const change = random() < 0.6 ? 1 + Math.floor(random() * 5) : -1 - Math.floor(random() * 3);
    const key = index % 10 === 9 ? null : randomUUID();
    return { ...place, change, key, reference: `proof ${randomUUID()}` };
  });
}

/** Build the request that sends an adjustment. */
export function buildAdjustmentRequest({
  variant_id,
  location_id,
  change,
  reference,
  key,
}: Adjustment): KeyedRequest {
  const json = { variant_id, location_id, adjustment_quantity: change, reference };
  return { method: "PUT", path: "/api/4.0/inventory_levels/adjust.json", json, key };
}
