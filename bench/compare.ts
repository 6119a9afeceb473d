import type { Fired, Load, LoadRequest } from "./load/load.ts";
import type { LoadGenerator } from "./load/load-generator.ts";
import { median } from "./percentile.ts";
import type { Scenario } from "./scenarios.ts";

/** The figures of the platform or its floor: the medians over the rounds. */
export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Comparison {
  platform: Figures;
  floor: Figures;
  /** The platform's rate divided by the floor's in the same round: the median, the least and the greatest over the rounds. */
  ratio: number;
  lowest: number;
  highest: number;
}

/** The two servers that load is sent to, with the same headers for both. */
export interface Sides {
  platformOrigin: string;
  floorOrigin: string;
  headers: Readonly<Record<string, string>>;
  /**
   * Wait until the platform's work after its responses is done, so that the floor's round does not pay for it.
   */
  settle(): Promise<void>;
}

export interface Rounds {
  rounds: number;
  roundMs: number;
  /** The minimum warm-up, in milliseconds. */
  warmUpMs: number;
  connections: number;
}

function computeFigures(fired: readonly Fired[]): Figures {
  return {
    perSecond: median(fired.map(({ perSecond }) => perSecond)),
    p50Ms: median(fired.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(fired.map(({ p99Ms }) => p99Ms)),
  };
}

/**
 * Measure the platform and its floor in turn, so that other load on the machine affects both alike.
 * @throws when any request fails: a rate of failures says nothing
 */
export async function compare(
  generator: LoadGenerator,
  scenario: Pick<Scenario, "name" | "platform" | "floor">,
  { sides, rounds }: { sides: Sides; rounds: Rounds },
): Promise<Comparison> {
  const { headers, platformOrigin, floorOrigin, settle } = sides;
  const { connections } = rounds;
  // A round goes on where the one before it ended, or the first requests of the list would be measured most.
  const sent = new Map<string, number>();

  async function measure(origin: string, requests: readonly LoadRequest[], forMs: number): Promise<Fired> {
    const from = (sent.get(origin) ?? 0) % requests.length;
    const turned = [...requests.slice(from), ...requests.slice(0, from)];
    const load: Load = { origin, headers, requests: turned, connections, forMs };
    const fired = await generator.fire(load);
    if (fired.failures > 0) {
      throw new Error(
        `${scenario.name}: ${fired.failures} requests failed, the first: ${fired.firstFailure}`,
      );
    }
    sent.set(origin, (sent.get(origin) ?? 0) + fired.answers);
    await settle();
    return fired;
  }

  // Until all was asked for once: else the side that has more of it, or is slower, would be measured while it reads its disk.
  async function warmUp(origin: string, requests: readonly LoadRequest[]): Promise<void> {
    do await measure(origin, requests, rounds.warmUpMs);
    while ((sent.get(origin) ?? 0) < requests.length);
  }

  await warmUp(floorOrigin, scenario.floor);
  await warmUp(platformOrigin, scenario.platform);
  const floor: Fired[] = [];
  const platform: Fired[] = [];
  for (let round = 0; round < rounds.rounds; round++) {
    floor.push(await measure(floorOrigin, scenario.floor, rounds.roundMs));
    platform.push(await measure(platformOrigin, scenario.platform, rounds.roundMs));
  }
  const ratios = platform.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? 1));
  return {
    platform: computeFigures(platform),
    floor: computeFigures(floor),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  };
}
