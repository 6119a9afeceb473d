import { verdict } from "../verdict.ts";
import type { DeliveryLatency } from "./measure-latency.ts";
import type { DeliveryRates } from "./measure-rate.ts";

/** The results of a run about deliveries. */
export interface DeliveryFindings {
  rates: DeliveryRates | null;
  latency: DeliveryLatency | null;
}

// docs/spec/proofs.md#speed, B5: a quarter of the bare loop at first, two fifths as the goal.
const leastRatio = 0.25;
const apiP99Ms = 100;
const latencyMs = { p50: 50, p99: 300 };

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** Return the findings as rows of a table: name, figure, pass line and verdict. */
export function deliveryRows({ rates, latency }: DeliveryFindings): string[][] {
  const rows: string[][] = [];
  if (rates) {
    const { souk, peers, ratio, lowest, highest } = rates;
    const range = `${percent(ratio)} (${percent(lowest)} to ${percent(highest)})`;
    rows.push([
      "B5 deliveries of one process, of a bare loop",
      range,
      percent(leastRatio),
      verdict(ratio >= leastRatio),
    ]);
    for (const [number, rate] of souk)
      rows.push([number === 1 ? "B5 Souk" : `B9 Souk, ${number} processes`, `${rate.toFixed(0)}/s`, "", ""]);
    for (const [name, rate] of Object.entries(peers))
      rows.push([`B5 ${name}`, `${rate.toFixed(0)}/s`, "", ""]);
    const api = `${rates.apiP99Ms.toFixed(0)} ms`;
    rows.push(["B5 p99 of the API meanwhile", api, `${apiP99Ms} ms`, verdict(rates.apiP99Ms < apiP99Ms)]);
  }
  if (latency) {
    const { perSecond, p50Ms, p99Ms } = latency;
    const title = `B6 change to arrival at ${perSecond}/s`;
    rows.push([
      `${title}, p50`,
      `${p50Ms.toFixed(0)} ms`,
      `${latencyMs.p50} ms`,
      verdict(p50Ms <= latencyMs.p50),
    ]);
    rows.push([
      `${title}, p99`,
      `${p99Ms.toFixed(0)} ms`,
      `${latencyMs.p99} ms`,
      verdict(p99Ms <= latencyMs.p99),
    ]);
  }
  return rows;
}

/** Return whether every measured figure is within its pass line. */
export function deliveriesPass(findings: DeliveryFindings): boolean {
  return deliveryRows(findings).every((row) => row.at(-1) !== verdict(false));
}
