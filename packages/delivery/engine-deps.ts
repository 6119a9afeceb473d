import { type Database, isUnreachable, type Log } from "@souk/database";
import type { DatabaseClock } from "./database-clock.ts";
import type { DatabaseTime } from "./database-time.ts";
import type { Failpoint } from "./failpoint.ts";
import { createPoller, type Poller } from "./poller.ts";

/** The dependencies that all parts of the engine share. */
export interface EngineDeps {
  database: Database;
  /** The unique name of this process, stored in the lanes it holds. */
  owner: string;
  /** The clock that SQL statements use: the database's, or a time that a test has set. */
  clock: DatabaseClock;
  /** An estimate of the database's time, which is available without a query. */
  estimatedTime: DatabaseTime;
  random: () => number;
  log: Log;
  failpoint: Failpoint;
}

// A failing part of the engine fails several times a second, so its error is logged only once per interval.
const logIntervalMs = 10_000;

/** Create the poller of a part of the engine, which logs and retries a failed run. @param name the name of the part */
export function createEnginePoller(
  { random, log }: EngineDeps,
  name: string,
  options: { work: () => Promise<void>; everyMs?: number; gatherMs?: number },
): Poller {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return createPoller({
    ...options,
    random,
    onError: (error) => {
      if (isUnreachable(error)) return;
      if (performance.now() - loggedAt < logIntervalMs) return;
      loggedAt = performance.now();
      log.warn({ err: error, part: name }, "A part of the delivery engine failed. It will retry.");
    },
  });
}
