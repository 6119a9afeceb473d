import { randomUUID } from "node:crypto";
import type { StockPlace } from "./demo-store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

/** A change of stock that a client is to make. */
export interface Adjustment extends StockPlace {
  /** The mark in the ledger. */
  reference: string;
  change: number;
  /**
   * The Idempotency-Key: with it, the request is repeated with the same key until there is a response; null: it is
   * sent once.
   */
  key: string | null;
}

export interface Level extends StockPlace {
  inventory_quantity: number;
  updated_at: string;
}

/** Plan adjustments over places, one in ten without a key. */
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

/** Build the request of an adjustment. */
export function adjustmentRequest({
  variant_id,
  location_id,
  change,
  reference,
  key,
}: Adjustment): KeyedRequest {
  const json = { variant_id, location_id, adjustment_quantity: change, reference };
  return { method: "PUT", path: "/api/4.0/inventory_levels/adjust.json", json, key };
}
