import { isAway } from "./database-unavailable.ts";
import type { Log } from "./log.ts";

/** Hears of every piece of work whether the database was there for it. */
export interface OutageWatch {
  answered(): void;
  /** An error that says nothing of the database being away says nothing at all. */
  failed(error: unknown): void;
}

// While it starts, or where only a part of its connections broke, some work succeeds before it is really back.
const steadyMs = 1_000;

/** Tells of each outage when it begins and when it is over, for all that meet it meanwhile. */
export function watchOutages(log: Log): OutageWatch {
  let outage: { began: number; failed: number; answered: number | null } | null = null;
  return {
    answered: () => {
      if (outage === null) return;
      const now = performance.now();
      outage.answered ??= now;
      if (now - outage.failed < steadyMs) return;
      const away_ms = Math.round(outage.answered - outage.began);
      outage = null;
      // No warning, but whoever was told of the beginning by one must hear of this too.
      log.warn({ away_ms }, "The database answers again.");
    },
    failed: (error) => {
      if (!isAway(error)) return;
      const now = performance.now();
      if (outage === null)
        log.warn({ err: error }, "The database does not answer; what needs it is tried again.");
      outage = { began: outage?.began ?? now, failed: now, answered: null };
    },
  };
}
