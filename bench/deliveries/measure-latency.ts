import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../percentile.ts";
import type { DeliveryGround } from "./delivery-ground.ts";

/** B6: from the moment that a webhook tells to its arrival, in milliseconds. The commit is part of it. */
export interface DeliveryLatency {
  perSecond: number;
  count: number;
  p50Ms: number;
  p99Ms: number;
}

/** How many changes a second are made, and for how long, in milliseconds. */
export interface LatencyOptions {
  perSecond: number;
  forMs: number;
}

/** Makes changes at a steady pace against a platform that does everything, with one endpoint that is told of each. */
export async function measureLatency(
  ground: DeliveryGround,
  { perSecond, forMs }: LatencyOptions,
): Promise<DeliveryLatency> {
  await ground.change();
  while ((await ground.receiver.count()) < 1) await sleep(50);
  await ground.receiver.received();
  const changes: Promise<void>[] = [];
  const begin = performance.now();
  const total = Math.round((perSecond * forMs) / 1_000);
  while (changes.length < total) {
    const due = ((performance.now() - begin) * perSecond) / 1_000;
    while (changes.length < Math.min(due, total)) changes.push(ground.change());
    await sleep(1);
  }
  await Promise.all(changes);
  while ((await ground.receiver.count()) < total) await sleep(50);
  const { arrived, happened } = await ground.receiver.received();
  const waits = arrived.map((at, index) => at - (happened[index] ?? at));
  return { perSecond, count: waits.length, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) };
}
