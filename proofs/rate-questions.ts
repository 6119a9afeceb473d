import type { StockPlace } from "./demo-store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

/** A shipment whose rates a client requests. */
export interface RateQuestion {
  variant_id: number;
  /** The number of units; the app's rate equals it, so that a response shows the shipment it is for. */
  quantity: number;
}

/** The rates in a client's response. */
export interface AnsweredRates {
  shipping_rates: readonly { store_app_id: string; price: string }[];
  unanswered: readonly { app_handle: string; reason: string }[];
}

export function planQuestions(
  places: readonly StockPlace[],
  count: number,
  random: () => number,
): RateQuestion[] {
  return Array.from({ length: count }, (_, index) => {
    const { variant_id } = places[Math.floor(random() * places.length)] as StockPlace;
    return { variant_id, quantity: index + 1 };
  });
}

/** Build a rate request. It changes nothing, and without a key it can simply be repeated. */
export function rateRequest(item: RateQuestion): KeyedRequest {
  const destination = { address1: "12 Jalan Masjid India", city: "Kuala Lumpur", country_code: "MY" };
  const json = { shipping_rate: { destination, items: [item] } };
  return { method: "POST", path: "/api/3.0/shipping_rates.json", json, key: null };
}

/** Build the app's response to a rate request. */
export function rateAnswer(question: Buffer): object {
  const { items } = JSON.parse(question.toString("utf8")) as { items: readonly { quantity: number }[] };
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return { rate: [{ id: rateId, name: "By road", shipping_charge: `${units}.00` }] };
}

/** The app's own id of its rate. */
export const rateId = "road";
