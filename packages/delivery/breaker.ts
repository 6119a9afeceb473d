import { Pace, paceRates } from "./pace.ts";

/** `closed`: requests are sent normally. `open`: only probes are sent. `recovering`: requests are sent at a growing rate. */
export type BreakerState = "closed" | "open" | "recovering";

/** The stored health of an endpoint. */
export interface EndpointHealth {
  breaker: BreakerState;
  /** The time of the first failure since the last success. */
  failing_since: Date | null;
  /** Failures in a row. */
  failures: number;
  last_failure: string | null;
  /** The time of the next probe, while the breaker is open. */
  probe_at: Date | null;
  /** Failed probes in a row. */
  probes: number;
  /** Requests per second while the endpoint is recovering. */
  rate: number | null;
}

/** The result of a request to an endpoint. `rejected` means that the endpoint asked for fewer requests (429). */
export type EndpointResult =
  | { kind: "success" }
  | { kind: "rejected"; message: string; retryAfterMs: number }
  | { kind: "failed"; message: string };

/**
 * The times of a request. `now` is by the database's clock; the start and the end are by a monotonic clock, in milliseconds.
 */
export interface RequestTimes {
  now: Date;
  startedAt: number;
  endedAt: number;
}

// The number of failures in a row that open the breaker, normally and while the endpoint is recovering.
const failuresToOpen = 10;
const failuresToOpenAgain = 3;
// A closed breaker does not open for a shorter series of failures, such as that of a receiver that restarts.
const minFailingMsToOpen = 15_000;
const minuteMs = 60_000;
const probeWaits = { firstMs: minuteMs, maxMs: 10 * minuteMs, growth: 1.5, jitter: 0.1 };

/**
 * Decides whether and how fast requests are sent to an endpoint. The breaker opens after 10 failures in a row over at least 15
 * seconds. Then it lets probes through, the first after about a minute and later ones after growing waits of at most ten minutes.
 * After the first success it lets requests through at a growing rate (P15, P17).
 */
export class Breaker {
  readonly #random: () => number;
  readonly #health: EndpointHealth;
  #pace: Pace | null;
  #probeState: "none" | "granted" | "in flight" = "none";
  #recentRequests = { since: Number.NEGATIVE_INFINITY, count: 0, previousCount: 0 };

  /**
   * @param health the stored health
   * @param steadyNow the monotonic clock's time, in milliseconds
   * @param random returns a number from 0 up to, not including, 1
   */
  constructor(health: EndpointHealth, steadyNow: number, random: () => number) {
    this.#health = { ...health };
    this.#random = random;
    const isPaced = health.breaker === "recovering";
    this.#pace = isPaced ? new Pace(health.rate ?? paceRates.first, steadyNow) : null;
  }

  get state(): BreakerState {
    return this.#health.breaker;
  }

  /** Whether no request may start: the breaker is open and this process was granted no probe. */
  get isBlocked(): boolean {
    return this.state === "open" && this.#probeState === "none";
  }

  /** Return the endpoint's current health, to be stored. */
  getHealth(): EndpointHealth {
    return { ...this.#health, rate: this.#pace?.rate ?? null };
  }

  /** Let one request through although the breaker is open. */
  grantProbe(): void {
    if (this.state === "open") this.#probeState = "granted";
  }

  /**
   * Return the milliseconds until a request may start: 0 if it may start now, infinite while the breaker is
   * open and no probe is granted.
   */
  getWaitMs(steadyNow: number): number {
    if (this.state === "open") return this.#probeState === "granted" ? 0 : Number.POSITIVE_INFINITY;
    return this.#pace?.getWaitMs(steadyNow) ?? 0;
  }

  /** Estimate how many requests may start within `ms` milliseconds; infinite if the endpoint has no pace. */
  estimateRequestsWithin(ms: number): number {
    return this.#pace ? (this.#pace.rate * ms) / 1_000 : Number.POSITIVE_INFINITY;
  }

  /** Count a request that starts. */
  recordStart(steadyNow: number): void {
    if (this.#probeState === "granted") this.#probeState = "in flight";
    this.#pace?.recordStart(steadyNow);
    const { since, count } = this.#recentRequests;
    if (steadyNow - since < 1_000) this.#recentRequests.count += 1;
    else {
      const previousCount = steadyNow - since < 2_000 ? count : 0;
      this.#recentRequests = { since: steadyNow, count: 1, previousCount };
    }
  }

  /** Undo what `recordStart` changed in the probe and the pace, for a request that was not sent after all. */
  undoStart(): void {
    if (this.#probeState === "in flight") this.#probeState = "granted";
    this.#pace?.undoStart();
  }

  /** Record the result of a request. @returns whether the health changed and must be stored */
  recordResult(result: EndpointResult, times: RequestTimes): boolean {
    if (result.kind === "success") return this.#handleSuccess(times);
    const health = this.#health;
    health.failing_since ??= times.now;
    health.last_failure = result.message;
    // A 429 shows that the endpoint is up. It only slows the rate and never opens the breaker.
    if (result.kind === "failed") health.failures += 1;
    if (this.state === "open") this.#handleProbeFailure(result, times);
    else if (result.kind === "rejected") this.#handleRejection(result.retryAfterMs, times);
    else this.#handleFailure(times);
    return true;
  }

  #handleSuccess({ endedAt }: RequestTimes): boolean {
    const health = this.#health;
    const wasFailing = health.failing_since !== null;
    health.failing_since = null;
    health.failures = 0;
    health.last_failure = null;
    this.#probeState = "none";
    if (health.breaker === "open") {
      health.breaker = "recovering";
      health.probe_at = null;
      health.probes = 0;
      this.#pace = new Pace(paceRates.first, endedAt);
      return true;
    }
    if (!this.#pace) return wasFailing;
    const rate = this.#pace.rate;
    const hasRecovered = this.#pace.recordSuccess(endedAt);
    if (!hasRecovered) return wasFailing || rate !== this.#pace.rate;
    health.breaker = "closed";
    this.#pace = null;
    return true;
  }

  #handleProbeFailure(result: EndpointResult, { now }: RequestTimes): void {
    // The failure of a request that was in flight when the breaker opened adds no information.
    if (this.#probeState !== "in flight") return;
    this.#probeState = "none";
    this.#health.probes += 1;
    this.#planProbe(now, result.kind === "rejected" ? result.retryAfterMs : 0);
  }

  #handleRejection(retryAfterMs: number, { startedAt, endedAt }: RequestTimes): void {
    if (!this.#pace) {
      this.#health.breaker = "recovering";
      this.#pace = new Pace(Math.max(paceRates.first, this.#measureRate()), endedAt);
    }
    this.#pace.recordRejection(startedAt, endedAt, retryAfterMs);
  }

  #handleFailure({ now, startedAt, endedAt }: RequestTimes): void {
    const { failures, failing_since } = this.#health;
    this.#pace?.recordRejection(startedAt, endedAt, 0);
    const failingMs = now.getTime() - (failing_since ?? now).getTime();
    // guard breaker: with `failures < 0` instead of `failures >= failuresToOpen && failingMs >= minFailingMsToOpen`, breaker.test.ts fails
    const mustOpen = this.#pace
      ? failures >= failuresToOpenAgain
      : failures >= failuresToOpen && failingMs >= minFailingMsToOpen;
    if (!mustOpen) return;
    this.#health.breaker = "open";
    this.#health.probes = 0;
    this.#pace = null;
    this.#planProbe(now, 0);
  }

  #planProbe(now: Date, minWaitMs: number): void {
    const { firstMs, maxMs, growth, jitter } = probeWaits;
    const jitterFactor = 1 - jitter + 2 * jitter * this.#random();
    const waitMs = firstMs * growth ** this.#health.probes * jitterFactor;
    const limitedWaitMs = Math.min(maxMs, Math.max(waitMs, minWaitMs));
    this.#health.probe_at = new Date(Math.round(now.getTime() + limitedWaitMs));
  }

  /** Return the number of requests that started in the current or the previous second, whichever is greater. */
  #measureRate(): number {
    return Math.max(this.#recentRequests.count, this.#recentRequests.previousCount);
  }
}
