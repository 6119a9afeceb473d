import { formatVerdict } from "../verdict.ts";
import type { DeliveryLatency } from "./measure-latency.ts";
import type { DeliveryRates } from "./measure-rate.ts";

/** The results of the delivery benchmarks; null for a benchmark that was not run. */
export interface DeliveryFindings {
  rates: DeliveryRates | null;
  latency: DeliveryLatency | null;
}

// docs/spec/proofs.md#speed, B5: a quarter of the bare loop's rate is required now, two fifths are the goal.
const minRatio = 0.25;
/** B5: the limit of the API's 99th percentile while one process sends webhooks. */
const maxApiP99Ms = 100;
/** B6: the limits of the time from a stock change to the arrival of its webhook. */
const maxLatencyMs = { p50: 50, p99: 300 };

const formatPercent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

/** Build a table row for each figure: name, value, limit and verdict. */
export function buildDeliveryRows({ rates, latency }: DeliveryFindings): string[][] {
  const rows: string[][] = [];
  if (rates) {
    const { souk, peers, ratio, lowest, highest } = rates;
    const range = `${formatPercent(ratio)} (${formatPercent(lowest)} to ${formatPercent(highest)})`;
    rows.push([
      "B5 deliveries of one process, as a share of a bare loop",
      range,
      formatPercent(minRatio),
      formatVerdict(ratio >= minRatio),
    ]);
    for (const [processCount, rate] of souk) {
      const title = processCount === 1 ? "B5 Souk" : `B9 Souk, ${processCount} processes`;
      rows.push([title, `${rate.toFixed(0)}/s`, "", ""]);
    }
    for (const [peer, rate] of Object.entries(peers))
      rows.push([`B5 ${peer}`, `${rate.toFixed(0)}/s`, "", ""]);
    const apiLatency = `${rates.apiP99Ms.toFixed(0)} ms`;
    rows.push([
      "B5 p99 of the API meanwhile",
      apiLatency,
      `${maxApiP99Ms} ms`,
      formatVerdict(rates.apiP99Ms < maxApiP99Ms),
    ]);
  }
  if (latency) {
    const { perSecond, p50Ms, p99Ms } = latency;
    const title = `B6 change to arrival at ${perSecond}/s`;
    rows.push([
      `${title}, p50`,
      `${p50Ms.toFixed(0)} ms`,
      `${maxLatencyMs.p50} ms`,
      formatVerdict(p50Ms <= maxLatencyMs.p50),
    ]);
    rows.push([
      `${title}, p99`,
      `${p99Ms.toFixed(0)} ms`,
      `${maxLatencyMs.p99} ms`,
      formatVerdict(p99Ms <= maxLatencyMs.p99),
    ]);
  }
  return rows;
}

/** Return whether every measured figure is within its limit. */
export function haveDeliveriesPassed(findings: DeliveryFindings): boolean {
  return buildDeliveryRows(findings).every((row) => row.at(-1) !== formatVerdict(false));
}
