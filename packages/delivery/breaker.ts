import { Pace, paceRates } from "./pace.ts";

/** closed: sent to as usual; open: only probed; recovering: sent to at a pace that grows. */
export type BreakerState = "closed" | "open" | "recovering";

/** How an endpoint fares, as it is stored. */
export interface EndpointHealth {
  breaker: BreakerState;
  /** The first failure since the last success. */
  failing_since: Date | null;
  /** Failures in a row. */
  failures: number;
  last_failure: string | null;
  /** When it is probed next, while it is open. */
  probe_at: Date | null;
  /** Probes in a row that failed. */
  probes: number;
  /** Requests a second while it is recovering. */
  rate: number | null;
}

/** What an endpoint made of a request. `refused`: it is there and asks for less (429). */
export type EndpointAnswer =
  | { kind: "success" }
  | { kind: "refused"; why: string; retryAfterMs: number }
  | { kind: "failed"; why: string };

/** When a request was answered: by the database's clock, and when it began and ended by a steady one, in milliseconds. */
export interface AnswerTimes {
  now: Date;
  beganAt: number;
  endedAt: number;
}

const failuresToOpen = 10;
// A receiver that is started anew is away for some seconds: the retries of its deliveries bridge that.
const failingMsToOpen = 15_000;
const failuresToOpenAgain = 3;
const minuteMs = 60_000;
const probeWaits = { first: minuteMs, most: 10 * minuteMs, growth: 1.5, jitter: 0.1 };

/**
 * Says whether an endpoint is sent to, and how fast. It opens after 10 failures in a row over at least 15 seconds, is then
 * probed once a minute and in the end every ten, and is sent to at a growing pace from the first success on (P15, P17).
 */
export class Breaker {
  readonly #random: () => number;
  readonly #health: EndpointHealth;
  #pace: Pace | null;
  #probe: "none" | "granted" | "under way" = "none";
  #counted = { since: Number.NEGATIVE_INFINITY, begun: 0, before: 0 };

  /**
   * @param health as it is stored
   * @param steady the steady clock's time, in milliseconds
   * @param random a number from 0 up to, not including, 1
   */
  constructor(health: EndpointHealth, steady: number, random: () => number) {
    this.#health = { ...health };
    this.#random = random;
    const paced = health.breaker === "recovering";
    this.#pace = paced ? new Pace(health.rate ?? paceRates.first, steady) : null;
  }

  get state(): BreakerState {
    return this.#health.breaker;
  }

  /** True while nothing may be sent but by a probe that was not granted here. */
  get blocked(): boolean {
    return this.state === "open" && this.#probe === "none";
  }

  /** How it fares now, to be stored. */
  health(): EndpointHealth {
    return { ...this.#health, rate: this.#pace?.rate ?? null };
  }

  /** Lets one request through although the endpoint is open. */
  grantProbe(): void {
    if (this.state === "open") this.#probe = "granted";
  }

  /** Milliseconds until a request may begin; 0: now. Infinite while it is open. */
  waitMs(steady: number): number {
    if (this.state === "open") return this.#probe === "granted" ? 0 : Number.POSITIVE_INFINITY;
    return this.#pace?.waitMs(steady) ?? 0;
  }

  /** About how many requests may begin within so many milliseconds; infinite without a pace. */
  beginsIn(ms: number): number {
    return this.#pace ? (this.#pace.rate * ms) / 1_000 : Number.POSITIVE_INFINITY;
  }

  /** Counts a request that begins. */
  begin(steady: number): void {
    if (this.#probe === "granted") this.#probe = "under way";
    this.#pace?.begin(steady);
    const { since, begun } = this.#counted;
    if (steady - since < 1_000) this.#counted.begun += 1;
    else this.#counted = { since: steady, begun: 1, before: steady - since < 2_000 ? begun : 0 };
  }

  /** A request that had begun was not made after all. */
  unsent(): void {
    if (this.#probe === "under way") this.#probe = "granted";
    this.#pace?.unsent();
  }

  /** Takes an answer in. @returns whether there is something new to store */
  answered(answer: EndpointAnswer, times: AnswerTimes): boolean {
    if (answer.kind === "success") return this.#succeeded(times);
    const health = this.#health;
    health.failing_since ??= times.now;
    health.last_failure = answer.why;
    // Who asks for less is there: that slows, and never opens.
    if (answer.kind === "failed") health.failures += 1;
    if (this.state === "open") this.#probeFailed(answer, times);
    else if (answer.kind === "refused") this.#refused(answer.retryAfterMs, times);
    else this.#failed(times);
    return true;
  }

  #succeeded({ endedAt }: AnswerTimes): boolean {
    const health = this.#health;
    const wasFailing = health.failing_since !== null;
    health.failing_since = null;
    health.failures = 0;
    health.last_failure = null;
    this.#probe = "none";
    if (health.breaker === "open") {
      health.breaker = "recovering";
      health.probe_at = null;
      health.probes = 0;
      this.#pace = new Pace(paceRates.first, endedAt);
      return true;
    }
    if (!this.#pace) return wasFailing;
    const rate = this.#pace.rate;
    if (!this.#pace.succeeded(endedAt)) return wasFailing || rate !== this.#pace.rate;
    health.breaker = "closed";
    this.#pace = null;
    return true;
  }

  #probeFailed(answer: EndpointAnswer, { now }: AnswerTimes): void {
    // What was under way when it opened says nothing new.
    if (this.#probe !== "under way") return;
    this.#probe = "none";
    this.#health.probes += 1;
    this.#planProbe(now, answer.kind === "refused" ? answer.retryAfterMs : 0);
  }

  #refused(retryAfterMs: number, { beganAt, endedAt }: AnswerTimes): void {
    if (!this.#pace) {
      this.#health.breaker = "recovering";
      this.#pace = new Pace(Math.max(paceRates.first, this.#countedRate()), endedAt);
    }
    this.#pace.refused(beganAt, endedAt, retryAfterMs);
  }

  #failed({ now, beganAt, endedAt }: AnswerTimes): void {
    const { failures, failing_since } = this.#health;
    this.#pace?.refused(beganAt, endedAt, 0);
    const failingMs = now.getTime() - (failing_since ?? now).getTime();
    const opens = this.#pace
      ? failures >= failuresToOpenAgain
      : failures >= failuresToOpen && failingMs >= failingMsToOpen;
    if (!opens) return;
    this.#health.breaker = "open";
    this.#health.probes = 0;
    this.#pace = null;
    this.#planProbe(now, 0);
  }

  #planProbe(now: Date, atLeastMs: number): void {
    const { first, most, growth, jitter } = probeWaits;
    const wait = first * growth ** this.#health.probes * (1 - jitter + 2 * jitter * this.#random());
    this.#health.probe_at = new Date(Math.round(now.getTime() + Math.min(most, Math.max(wait, atLeastMs))));
  }

  /** Requests a second of late. */
  #countedRate(): number {
    return Math.max(this.#counted.begun, this.#counted.before);
  }
}
