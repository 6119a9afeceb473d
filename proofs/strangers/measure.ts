import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse } from "@souk/testkit";

/** The response times of requests, in ms, and the number of responses with each status. */
export interface Measurement {
  p50: number;
  p99: number;
  max: number;
  statuses: Record<number, number>;
  /** The first responses with another status than 200, each with the request's index and duration. */
  failures: readonly string[];
}

const maxFailures = 10;

/**
 * Send a request every `everyMs`, even if earlier requests have not ended. Measure each request from the moment when it should
 * have been sent until its response, so that a late start counts as well.
 */
export async function measure(
  send: (nth: number) => Promise<HttpResponse>,
  { everyMs, durationMs }: { everyMs: number; durationMs: number },
): Promise<Measurement> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  const requests: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth * everyMs < durationMs; nth += 1) {
    const dueAt = startedAt + nth * everyMs;
    await sleep(Math.max(0, dueAt - performance.now()));
    requests.push(
      send(nth).then(({ status, text }) => {
        const ms = performance.now() - dueAt;
        times.push(ms);
        if (status !== 200 && failures.length < maxFailures)
          failures.push(`request ${nth}: ${status} after ${Math.round(ms)} ms: ${text.slice(0, 200)}`);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(requests);
  const sortedTimes = times.toSorted((a, b) => a - b);
  const getPercentile = (fraction: number) => sortedTimes[Math.floor(sortedTimes.length * fraction)] ?? 0;
  return {
    p50: getPercentile(0.5),
    p99: getPercentile(0.99),
    max: sortedTimes.at(-1) ?? 0,
    statuses,
    failures,
  };
}

/** Format a measurement for the report of a proof. */
export function formatMeasurement({ p50, p99, max, statuses, failures }: Measurement): string {
  const format = (ms: number) => `${ms.toFixed(1)} ms`;
  return `p50 ${format(p50)}, p99 ${format(p99)}, max ${format(max)}, statuses ${JSON.stringify(statuses)} ${failures.join("; ")}`;
}
