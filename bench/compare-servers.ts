import type { Load, LoadRequest, LoadResult } from "./load/load.ts";
import type { LoadGenerator } from "./load/load-generator.ts";
import { computeMedian } from "./percentile.ts";
import type { Scenario } from "./scenarios.ts";

/** The figures of the platform or its floor, as medians over the rounds. */
export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The figures of the platform and of its floor, and the ratio of their rates. */
export interface Comparison {
  platform: Figures;
  floor: Figures;
  /** The platform's rate divided by the floor's rate in the same round, as the median over the rounds. */
  ratio: number;
  /** The lowest ratio of a round. */
  lowest: number;
  /** The highest ratio of a round. */
  highest: number;
}

/** The platform and its floor. The floor is a minimal server that does the same work as the platform (docs/decisions/0006). */
export interface ComparedServers {
  platformOrigin: string;
  floorOrigin: string;
  /** The headers of every request to either server. */
  headers: Readonly<Record<string, string>>;
  /** Wait until the platform has finished its work after the responses, so that this work does not slow down the floor. */
  waitForBackgroundWork(): Promise<void>;
}

/** The rounds of a measurement, after a warm-up. */
export interface Rounds {
  /** The number of rounds. */
  count: number;
  roundMs: number;
  /** The minimum duration of the warm-up, in milliseconds. */
  warmUpMs: number;
  connections: number;
}

function computeFigures(loadResults: readonly LoadResult[]): Figures {
  return {
    perSecond: computeMedian(loadResults.map(({ perSecond }) => perSecond)),
    p50Ms: computeMedian(loadResults.map(({ p50Ms }) => p50Ms)),
    p99Ms: computeMedian(loadResults.map(({ p99Ms }) => p99Ms)),
  };
}

/**
 * Measure the platform and its floor in turn, so that other load on the machine affects both equally.
 * @throws Error if a request fails, because failures would make the rate meaningless
 */
export async function compareServers(
  generator: LoadGenerator,
  scenario: Pick<Scenario, "name" | "platform" | "floor">,
  { servers, rounds }: { servers: ComparedServers; rounds: Rounds },
): Promise<Comparison> {
  const { headers, platformOrigin, floorOrigin, waitForBackgroundWork } = servers;
  const { connections } = rounds;
  // Each round continues where the previous one ended. Otherwise most rounds would send only the first requests of the list.
  const sentCounts = new Map<string, number>();

  async function measure(
    origin: string,
    requests: readonly LoadRequest[],
    durationMs: number,
  ): Promise<LoadResult> {
    const startIndex = (sentCounts.get(origin) ?? 0) % requests.length;
    const rotatedRequests = [...requests.slice(startIndex), ...requests.slice(0, startIndex)];
    const load: Load = { origin, headers, requests: rotatedRequests, connections, durationMs };
    const loadResult = await generator.generateLoad(load);
    if (loadResult.failureCount > 0) {
      throw new Error(
        `${scenario.name}: ${loadResult.failureCount} requests failed, the first with: ${loadResult.firstFailure}`,
      );
    }
    sentCounts.set(origin, (sentCounts.get(origin) ?? 0) + loadResult.responseCount);
    await waitForBackgroundWork();
    return loadResult;
  }

  // Continue until each request was sent once, so that all data is in memory before the measurement. In a fixed time, a slow server
  // or one with much data would not get that far.
  async function warmUp(origin: string, requests: readonly LoadRequest[]): Promise<void> {
    do await measure(origin, requests, rounds.warmUpMs);
    while ((sentCounts.get(origin) ?? 0) < requests.length);
  }

  await warmUp(floorOrigin, scenario.floor);
  await warmUp(platformOrigin, scenario.platform);
  const floorResults: LoadResult[] = [];
  const platformResults: LoadResult[] = [];
  for (let round = 0; round < rounds.count; round++) {
    floorResults.push(await measure(floorOrigin, scenario.floor, rounds.roundMs));
    platformResults.push(await measure(platformOrigin, scenario.platform, rounds.roundMs));
  }
  const ratios = platformResults.map(
    ({ perSecond }, round) => perSecond / (floorResults[round]?.perSecond ?? 1),
  );
  return {
    platform: computeFigures(platformResults),
    floor: computeFigures(floorResults),
    ratio: computeMedian(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
}
