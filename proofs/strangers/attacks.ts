import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse } from "@souk/testkit";

/** The outcome of one request of an attack. The status is `endedStatus` if the platform ended the connection. */
export interface AttackResult {
  status: number;
  headers?: HttpResponse["headers"];
  text?: string;
}

/** One kind of hostile request, sent over and over by several workers. */
export interface Attack {
  send(): Promise<AttackResult>;
  /** The status that shows that the attack reached its target. At least one response must have it. */
  expected: number;
  /** How many requests run at once; 4 if absent. */
  workerCount?: number;
  /** Whether the attack reads another store's or partner's data, so that no request may succeed. */
  isForbidden?: boolean;
}

/** How often an attack got each status. */
export type StatusCounts = Readonly<Record<number, number>>;

/** The results of the attacks. */
export interface AttackReport {
  counts: Readonly<Record<string, StatusCounts>>;
  /** The attacks that never got their `expected` status, which means that they did not reach their targets. */
  missed: readonly string[];
  /** The responses that contained another store's or partner's data, each with the name of its attack. None is expected. */
  leaks: readonly string[];
}

/** Attacks in progress. */
export interface RunningAttacks {
  /** End the attacks. */
  stop(): Promise<AttackReport>;
}

/** The `status` that stands for a connection that the platform has ended. */
export const endedStatus = 0;

const defaultWorkerCount = 4;
const endedCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNREFUSED"]);

function toEndedConnection(error: unknown): AttackResult {
  if (endedCodes.has((error as NodeJS.ErrnoException).code ?? "")) return { status: endedStatus };
  throw error;
}

/**
 * Compute the pause after a response. After status 429 or 503, a client waits as long as Retry-After says, but at most a second.
 * After other failures it waits a moment.
 */
function computePauseMs({ status, headers }: AttackResult): number {
  if (status === 429 || status === 503) return Math.min(1_000, Number(headers?.["retry-after"] ?? 1) * 1_000);
  return status >= 400 || status === endedStatus ? 50 : 0;
}

/**
 * Start all attacks at once.
 * @param options.marker a text that only another store's records contain
 * @param options.maxWorkerCount the maximum number of requests of each attack that run at once
 */
export function startAttacks(
  attacks: Readonly<Record<string, Attack>>,
  options: { marker: string; maxWorkerCount: number },
): RunningAttacks {
  const { marker, maxWorkerCount } = options;
  let isStopped = false;
  const leaks: string[] = [];
  const repeat = async (name: string, attack: Attack, counts: Record<number, number>): Promise<void> => {
    while (!isStopped) {
      const result = await attack.send().catch(toEndedConnection);
      counts[result.status] = (counts[result.status] ?? 0) + 1;
      const isForbiddenSuccess = attack.isForbidden === true && result.status === 200;
      if (isForbiddenSuccess || result.text?.includes(marker))
        leaks.push(`${name}: ${result.text?.slice(0, 200)}`);
      await sleep(computePauseMs(result));
    }
  };
  const countPromises = Object.entries(attacks).map(async ([name, attack]) => {
    const counts: Record<number, number> = {};
    const { workerCount = defaultWorkerCount } = attack;
    const length = Math.min(workerCount, maxWorkerCount);
    await Promise.all(Array.from({ length }, () => repeat(name, attack, counts)));
    return [name, counts] as const;
  });
  return {
    async stop() {
      isStopped = true;
      const counts: Record<string, StatusCounts> = Object.fromEntries(await Promise.all(countPromises));
      const missed = Object.entries(attacks).filter(([name, { expected }]) => !counts[name]?.[expected]);
      return { counts, leaks, missed: missed.map(([name]) => name) };
    },
  };
}
