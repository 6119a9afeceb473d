import type { StockPlace } from "./demo-store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

/** A client's request for the rates of shipping units of a variant. */
export interface RateRequest {
  variant_id: number;
  /** The number of units. The app's rate is the same number, so that the response can be matched with its request. */
  quantity: number;
}

/** The response to a rate request. */
export interface RatesResponse {
  shipping_rates: readonly { store_app_id: string; price: string }[];
  unanswered: readonly { app_handle: string; reason: string }[];
}

/** Plan rate requests for random variants. The quantities are 1, 2, 3 and so on, so that no two requests are equal. */
export function planRateRequests(
  places: readonly StockPlace[],
  count: number,
  random: () => number,
): RateRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const { variant_id } = places[Math.floor(random() * places.length)] as StockPlace;
    return { variant_id, quantity: index + 1 };
  });
}

/** Build a rate request. It changes nothing, so it can be repeated without an Idempotency-Key. */
export function buildRateRequest(item: RateRequest): KeyedRequest {
  const destination = { address1: "12 Jalan Masjid India", city: "Kuala Lumpur", country_code: "MY" };
  const json = { shipping_rate: { destination, items: [item] } };
  return { method: "POST", path: "/api/3.0/shipping_rates.json", json, key: null };
}

/** Build the app's response to a rate request. */
export function buildRateResponse(requestBody: Buffer): object {
  const { items } = JSON.parse(requestBody.toString("utf8")) as { items: readonly { quantity: number }[] };
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return { rate: [{ id: rateId, name: "By road", shipping_charge: `${units}.00` }] };
}

/** The id of the app's rate. */
export const rateId = "road";
