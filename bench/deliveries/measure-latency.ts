import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../percentile.ts";
import type { DeliveryFixture } from "./delivery-fixture.ts";

/** B6: from the event that a webhook reports to its arrival, in milliseconds, including the commit. */
export interface DeliveryLatency {
  perSecond: number;
  count: number;
  p50Ms: number;
  p99Ms: number;
}

/** The number of changes per second, and the duration, in milliseconds. */
export interface LatencyOptions {
  perSecond: number;
  forMs: number;
}

/** Make changes at a steady pace against a full platform with one endpoint that receives each of them. */
export async function measureLatency(
  fixture: DeliveryFixture,
  { perSecond, forMs }: LatencyOptions,
): Promise<DeliveryLatency> {
  await fixture.change();
  while ((await fixture.receiver.count()) < 1) await sleep(50);
  await fixture.receiver.received();
  const changes: Promise<void>[] = [];
  const begin = performance.now();
  const total = Math.round((perSecond * forMs) / 1_000);
  while (changes.length < total) {
    const due = ((performance.now() - begin) * perSecond) / 1_000;
    while (changes.length < Math.min(due, total)) changes.push(fixture.change());
    await sleep(1);
  }
  await Promise.all(changes);
  while ((await fixture.receiver.count()) < total) await sleep(50);
  const { arrived, happened } = await fixture.receiver.received();
  const waits = arrived.map((time, index) => time - (happened[index] ?? time));
  return { perSecond, count: waits.length, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) };
}
