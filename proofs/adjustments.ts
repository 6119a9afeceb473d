import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, ReachedPlatform } from "@souk/testkit";
import type { StockPlace } from "./demo-shop.ts";

/** A change of stock that a client is to make. */
export interface Adjustment extends StockPlace {
  /** Its mark in the ledger. */
  reference: string;
  change: number;
  /** With a key it is sent until it is answered, always under the same key; without, it is sent once. */
  key: string | null;
}

export interface Level extends StockPlace {
  inventory_quantity: number;
  updated_at: string;
}

/** What the client knows in the end. `unknown`: the connection broke before an answer came, and there was no key. */
export type Known = { is: "done"; level: Level } | { is: "refused" } | { is: "unknown" };

export interface Placed {
  adjustment: Adjustment;
  known: Known;
}

/** Makes adjustments over places, one in ten without a key. */
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

export interface Placing {
  platform: ReachedPlatform;
  shop: { origin: string };
  token: string;
  /** Waits until the adjustment of this place in the order may be sent. */
  gate(index: number): Promise<void>;
  /** Has the clients give up. */
  signal: AbortSignal;
}

const retryMs = 15;

/** Lets several clients place adjustments side by side, each taking the next when it is done with one. */
export function placeAll(adjustments: readonly Adjustment[], placing: Placing, clients: number) {
  const placed: Placed[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < adjustments.length; index = next++) {
      await placing.gate(index);
      const adjustment = adjustments[index] as Adjustment;
      placed.push({ adjustment, known: await place(adjustment, placing) });
    }
  }
  return { placed, done: Promise.all(Array.from({ length: clients }, work)) };
}

async function place(adjustment: Adjustment, placing: Placing): Promise<Known> {
  for (;;) {
    const answer = await send(adjustment, placing).catch(() => null);
    if (answer?.status === 200)
      return { is: "done", level: answer.json<{ inventory_level: Level }>().inventory_level };
    if (answer?.status === 422) return { is: "refused" };
    if (answer && ![409, 429, 503].includes(answer.status))
      throw new Error(`An adjustment answered ${answer.status}: ${answer.text}`);
    // Without a key only what was surely not done may be sent again.
    if (adjustment.key === null && answer?.status !== 429) return { is: "unknown" };
    await sleep(retryMs, undefined, { signal: placing.signal });
  }
}

function send(adjustment: Adjustment, { platform, shop, token }: Placing): Promise<Answer> {
  const { variant_id, location_id, change, reference, key } = adjustment;
  return platform.request(`${shop.origin}/api/4.0/inventory_levels/adjust.json`, {
    method: "PUT",
    token,
    json: { variant_id, location_id, adjustment_quantity: change, reference },
    ...(key === null ? {} : { headers: { "idempotency-key": key } }),
  });
}
