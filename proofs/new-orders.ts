import { randomUUID } from "node:crypto";
import type { StockPlace } from "./demo-store.ts";
import type { KeyedRequest } from "./keyed-request.ts";

const linesEach = 3;

/** An order that a client is to place. */
export interface NewOrder {
  /** The channel's name of it: the mark of its plan and a number. */
  source_identifier: string;
  line_items: readonly { variant_id: number; quantity: number }[];
  inventory_behaviour: "decrement_obeying_policy" | "decrement_ignoring_policy";
  /** The Idempotency-Key, as of an adjustment. */
  key: string | null;
}

/** The client's record of an order. */
export interface AnsweredOrder {
  id: number;
  number: number;
}

/** Plan orders of three lines, one in ten without a key. */
export function planOrders(places: readonly StockPlace[], count: number, random: () => number): NewOrder[] {
  const mark = `proof ${randomUUID()}`;
  const variants = [...new Set(places.map(({ variant_id }) => variant_id))];
  return Array.from({ length: count }, (_, index) => {
    const first = Math.floor(random() * variants.length);
    const line_items = Array.from({ length: linesEach }, (_, line) => ({
      variant_id: variants[(first + line) % variants.length] as number,
      quantity: 1 + Math.floor(random() * 2),
    }));
    return {
      source_identifier: `${mark} ${index}`,
      line_items,
      inventory_behaviour: random() < 0.5 ? "decrement_obeying_policy" : "decrement_ignoring_policy",
      key: index % 10 === 9 ? null : randomUUID(),
    };
  });
}

/** Return the common mark of the orders of one plan. */
export function getMark({ source_identifier }: Pick<NewOrder, "source_identifier">): string {
  return source_identifier.slice(0, source_identifier.lastIndexOf(" "));
}

/** Build the request of an order. */
export function orderRequest({ key, ...order }: NewOrder): KeyedRequest {
  return { method: "POST", path: "/api/3.0/orders.json", json: { order }, key };
}
