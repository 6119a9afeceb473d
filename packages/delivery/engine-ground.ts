import { type Database, isAway, type Log } from "@souk/database";
import type { DatabaseClock } from "./database-clock.ts";
import type { DatabaseTime } from "./database-time.ts";
import type { Failpoint } from "./failpoint.ts";
import { createRounds, type Rounds } from "./rounds.ts";

/** What every part of the engine stands on. */
export interface EngineGround {
  database: Database;
  /** Names this process in the lanes it holds. */
  owner: string;
  clock: DatabaseClock;
  time: DatabaseTime;
  random: () => number;
  log: Log;
  failpoint: Failpoint;
}

// A part that fails, fails a few times a second: one line tells as much as all of them.
const quietMs = 10_000;

/** Rounds of a part; a round that fails is told and comes again. */
export function roundsOf(
  { random, log }: EngineGround,
  name: string,
  options: { work: () => Promise<void>; everyMs?: number; gatherMs?: number },
): Rounds {
  let toldAt = Number.NEGATIVE_INFINITY;
  return createRounds({
    ...options,
    random,
    onError: (error) => {
      if (isAway(error)) return;
      if (performance.now() - toldAt < quietMs) return;
      toldAt = performance.now();
      log.warn({ err: error, part: name }, "A part of the delivery engine failed and goes on trying.");
    },
  });
}
