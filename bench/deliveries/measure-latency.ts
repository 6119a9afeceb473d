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

/** The rate of stock changes, and the durations of the measurement and of the warm-up before it. */
export interface LatencyOptions {
  /** The number of stock changes per second, during the warm-up too. */
  perSecond: number;
  durationMs: number;
  /** For how long the platform gets the same changes before the measurement, because a new process is slow at first. */
  warmUpMs: number;
}

/** Change stock at a steady rate, and wait until all webhooks have arrived. @returns the received webhooks */
async function changeStockSteadily(
  { changeStock, receiver }: DeliveryFixture,
  { perSecond, durationMs }: Pick<LatencyOptions, "perSecond" | "durationMs">,
) {
  const changes: Promise<void>[] = [];
  const startedAt = performance.now();
  const totalCount = Math.round((perSecond * durationMs) / 1_000);
  while (changes.length < totalCount) {
    const dueCount = ((performance.now() - startedAt) * perSecond) / 1_000;
    while (changes.length < Math.min(dueCount, totalCount)) changes.push(changeStock());
    await sleep(1);
  }
  await Promise.all(changes);
  while ((await receiver.count()) < totalCount) await sleep(50);
  return await receiver.takeReceived();
}

/** Change stock at a steady rate on a platform with one endpoint, and measure the latency of the webhooks. */
export async function measureLatency(
  fixture: DeliveryFixture,
  { perSecond, durationMs, warmUpMs }: LatencyOptions,
): Promise<DeliveryLatency> {
  await changeStockSteadily(fixture, { perSecond, durationMs: warmUpMs });
  const { arrivedAt, triggeredAt } = await changeStockSteadily(fixture, { perSecond, durationMs });
  const latencies = arrivedAt.map((time, index) => time - (triggeredAt[index] ?? time));
  return {
    perSecond,
    count: latencies.length,
    p50Ms: computePercentile(latencies, 0.5),
    p99Ms: computePercentile(latencies, 0.99),
  };
}
