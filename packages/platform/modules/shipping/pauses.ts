import type { Clock } from "../../clock.ts";
import { createRecent } from "./recent.ts";

/** Says which callbacks are asked: one that has failed several times in a row is asked from time to time. */
export interface Pauses {
  /** Whether it is asked now. Who is told yes says how it went. */
  asks(callback: string): boolean;
  succeeded(callback: string): void;
  /** @param askedAt when it was asked: failures of questions that were under way together count as one */
  failed(callback: string, askedAt: number): void;
}

interface Failing {
  failures: number;
  failedAt: number;
  quietUntil: number;
}

const toleratedFailures = 2;
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;
/** Longer than any question takes. */
const askingMs = 10_000;
const mostCallbacks = 10_000;

function pauseAfter(failures: number): number {
  const beyond = failures - toleratedFailures - 1;
  return beyond < 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(beyond, 10));
}

/**
 * Keeps a callback that hangs from costing everybody five seconds. From its third failure in a row on it is asked by one
 * question every 5 seconds, then every 10, 20, 40 and 60, and others do without it at once; its first success ends that. What
 * is known is this process's own.
 */
export function createPauses(clock: Clock): Pauses {
  const failing = createRecent<Failing>(mostCallbacks);
  return {
    asks(callback) {
      const state = failing.get(callback);
      if (state === undefined || state.failures <= toleratedFailures) return true;
      if (clock.now() < state.quietUntil) return false;
      // One asks; whoever comes before it knows goes without.
      failing.set(callback, { ...state, quietUntil: clock.now() + askingMs });
      return true;
    },
    succeeded: (callback) => failing.delete(callback),
    failed(callback, askedAt) {
      const state = failing.get(callback) ?? { failures: 0, failedAt: 0, quietUntil: 0 };
      if (askedAt < state.failedAt) return;
      const failures = state.failures + 1;
      const failedAt = clock.now();
      failing.set(callback, { failures, failedAt, quietUntil: failedAt + pauseAfter(failures) });
    },
  };
}
