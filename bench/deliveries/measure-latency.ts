import { setTimeout as sleep } from "node:timers/promises";
import { computePercentile } from "../percentile.ts";
import type { DeliveryFixture } from "./delivery-fixture.ts";

/** B6: the time from an event to the arrival of its webhook, in milliseconds, including the commit. */
export interface DeliveryLatency {
  /** The number of stock changes per second. */
  perSecond: number;
  /** The number of measured webhooks. */
  count: number;
  p50Ms: number;
  p99Ms: number;
}

/** The rate of stock changes and the duration of the measurement. */
export interface LatencyOptions {
  /** The number of stock changes per second. */
  perSecond: number;
  durationMs: number;
}

/** Change stock at a steady rate on a platform with one endpoint, and measure the latency of the webhooks. */
export async function measureLatency(
  fixture: DeliveryFixture,
  { perSecond, durationMs }: LatencyOptions,
): Promise<DeliveryLatency> {
  await fixture.changeStock();
  while ((await fixture.receiver.count()) < 1) await sleep(50);
  await fixture.receiver.takeReceived();
  const changes: Promise<void>[] = [];
  const startedAt = performance.now();
  const totalCount = Math.round((perSecond * durationMs) / 1_000);
  while (changes.length < totalCount) {
    const dueCount = ((performance.now() - startedAt) * perSecond) / 1_000;
    while (changes.length < Math.min(dueCount, totalCount)) changes.push(fixture.changeStock());
    await sleep(1);
  }
  await Promise.all(changes);
  while ((await fixture.receiver.count()) < totalCount) await sleep(50);
  const { arrivedAt, triggeredAt } = await fixture.receiver.takeReceived();
  const latencies = arrivedAt.map((time, index) => time - (triggeredAt[index] ?? time));
  return {
    perSecond,
    count: latencies.length,
    p50Ms: computePercentile(latencies, 0.5),
    p99Ms: computePercentile(latencies, 0.99),
  };
}
