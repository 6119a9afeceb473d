import { isUnreachable } from "./database-unavailable.ts";
import type { Log } from "./log.ts";

/** Receives the outcome of each statement, which shows whether the database was available. */
export interface OutageWatch {
  reportSuccess(): void;
  /** Report an error. It is ignored unless it means that the database is unreachable. */
  reportError(error: unknown): void;
}

// An outage is over when a statement succeeds at least this long after the last error. While the server starts, or if only
// some connections broke, a few statements may succeed earlier.
const minStableMs = 1_000;

/** Create a watch that logs the start and the end of each outage once. */
export function createOutageWatch(log: Log): OutageWatch {
  let outage: { startedAt: number; lastErrorAt: number; firstSuccessAt: number | null } | null = null;
  return {
    reportSuccess: () => {
      if (outage === null) return;
      const now = performance.now();
      outage.firstSuccessAt ??= now;
      if (now - outage.lastErrorAt < minStableMs) return;
      const outage_ms = Math.round(outage.firstSuccessAt - outage.startedAt);
      outage = null;
      // This is a warning, because a log without info lines must also show that the outage is over.
      log.warn({ outage_ms }, "The database is available again.");
    },
    reportError: (error) => {
      if (!isUnreachable(error)) return;
      const now = performance.now();
      if (outage === null)
        log.warn({ err: error }, "The database is unavailable. Work that needs it is retried.");
      outage = { startedAt: outage?.startedAt ?? now, lastErrorAt: now, firstSuccessAt: null };
    },
  };
}
