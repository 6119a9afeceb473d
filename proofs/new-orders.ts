import { randomUUID } from "node:crypto";
import type { StockPlace } from "./demo-store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

const linesPerOrder = 3;

/** An order for a client to place. */
export interface NewOrder {
  /** A unique name: the plan's id and the order's number in the plan. */
  source_identifier: string;
  line_items: readonly { variant_id: number; quantity: number }[];
  inventory_behaviour: "decrement_obeying_policy" | "decrement_ignoring_policy";
  /** The Idempotency-Key; null if the request is sent only once. */
  key: string | null;
}

/** The fields of an order's response that are checked. */
export interface AcknowledgedOrder {
  id: number;
  number: number;
}

/** Plan orders with three lines each. One order in ten has no Idempotency-Key. */
export function planOrders(places: readonly StockPlace[], count: number, random: () => number): NewOrder[] {
  const planId = `proof ${randomUUID()}`;
  const variants = [...new Set(places.map(({ variant_id }) => variant_id))];
  return Array.from({ length: count }, (_, index) => {
    const firstIndex = Math.floor(random() * variants.length);
    const line_items = Array.from({ length: linesPerOrder }, (_, line) => ({
      variant_id: variants[(firstIndex + line) % variants.length] as number,
      quantity: 1 + Math.floor(random() * 2),
    }));
    return {
      source_identifier: `${planId} ${index}`,
      line_items,
      inventory_behaviour: random() < 0.5 ? "decrement_obeying_policy" : "decrement_ignoring_policy",
      key: index % 10 === 9 ? null : randomUUID(),
    };
  });
}

/** Return the id of the plan that an order belongs to. */
export function getPlanId({ source_identifier }: Pick<NewOrder, "source_identifier">): string {
  return source_identifier.slice(0, source_identifier.lastIndexOf(" "));
}

/** Build the request that places an order. */
export function buildOrderRequest({ key, ...order }: NewOrder): KeyedRequest {
  return { method: "POST", path: "/api/3.0/orders.json", json: { order }, key };
}
