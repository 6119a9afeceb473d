import { LRUCache } from "lru-cache";
import type { Clock } from "../../runtime/clock.ts";

/**
 * A circuit breaker for callbacks. A callback that has failed several times in a row is called only from time to time.
 */
export interface CircuitBreaker {
  /** Return whether a callback may be called now. If so, the code that asked must call the callback and record the result. */
  tryStartCall(callback: string): boolean;
  recordSuccess(callback: string): void;
  /** Record a failure. @param startedAt when the call started; a call that started before the previous failure is not counted */
  recordFailure(callback: string, startedAt: number): void;
}

interface FailureState {
  failures: number;
  failedAt: number;
  pausedUntil: number;
}

/** The number of failures in a row after which a callback is still called for every request. */
const toleratedFailures = 2;
/** The first and the longest pause between two calls of a failing callback. */
const firstPauseMs = 5_000;
const maxPauseMs = 60_000;
/** Milliseconds after which a failing callback may be called again if its last call has no result yet. Every call ends sooner. */
const maxCallMs = 10_000;
/** The maximum number of callbacks whose failures are remembered. */
const maxCallbacks = 10_000;

function computePauseMs(failures: number): number {
  const excessFailures = failures - toleratedFailures - 1;
  return excessFailures < 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** excessFailures);
}

/**
 * Create a circuit breaker, so that a callback that hangs does not delay every quote by five seconds. After its third
 * failure in a row, a callback gets only one request every 5 seconds, then every 10, 20, 40 and 60 seconds, until a call
 * succeeds. Other requests skip the callback. The state is local to this process.
 */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  const states = new LRUCache<string, FailureState>({ max: maxCallbacks });
  return {
    tryStartCall(callback) {
      const state = states.get(callback);
      if (state === undefined || state.failures <= toleratedFailures) return true;
      if (clock.now() < state.pausedUntil) return false;
      // One request calls the callback. Other requests skip it until the call has a result.
      states.set(callback, { ...state, pausedUntil: clock.now() + maxCallMs });
      return true;
    },
    recordSuccess: (callback) => void states.delete(callback),
    recordFailure(callback, startedAt) {
      const state = states.get(callback) ?? { failures: 0, failedAt: 0, pausedUntil: 0 };
      // guard rates-that-fail-together: without it, circuit-breaker.test.ts fails
      if (startedAt < state.failedAt) return;
      const failures = state.failures + 1;
      const failedAt = clock.now();
      states.set(callback, { failures, failedAt, pausedUntil: failedAt + computePauseMs(failures) });
    },
  };
}
