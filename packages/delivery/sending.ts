import type { AttemptResult } from "./attempt.ts";
import type { Endpoint } from "./endpoint.ts";
import type { DueDelivery, LeasedLane } from "./leased-lane.ts";
import { type ConcurrencyLimits, type Turn, TurnQueue } from "./turn-queue.ts";

export interface SendingCallbacks {
  /** Make one attempt. The promise never rejects. */
  attempt(lane: LeasedLane, delivery: DueDelivery): Promise<AttemptResult>;
  /** Handle the end of an attempt. `startedAt` is the value of `performance.now()` at its start. */
  onDone(lane: LeasedLane, delivery: DueDelivery, result: AttemptResult & { startedAt: number }): void;
  /** Handle a lane whose URL and state were read too long ago to send. */
  onStale(lane: LeasedLane): void;
}

/** WHK-8, P14: the maximum age of a lane's URL and state when a request starts. */
const maxStateAgeMs = 200;
/**
 * The minimum remaining lease when a request starts. A request takes up to 10 s, and its outcome must be stored during the
 * lease.
 */
const minLeaseMs = 12_000;

/** Starts requests within the concurrency limits. The lanes take turns. */
export class Sending {
  readonly #turnQueue: TurnQueue;
  readonly #callbacks: SendingCallbacks;
  #onIdle: (() => void) | undefined;
  #isStopped = false;

  constructor(limits: ConcurrencyLimits, callbacks: SendingCallbacks) {
    this.#turnQueue = new TurnQueue(limits, () => this.#startRequests());
    this.#callbacks = callbacks;
  }

  get requestsInFlight(): number {
    return this.#turnQueue.requestsInFlight;
  }

  /** Add a lane that has something to send. */
  addLane(lane: LeasedLane): void {
    if (this.#isStopped || !lane.isLeased) return;
    this.#turnQueue.addLane(lane);
    this.#startRequests();
  }

  removeLane(lane: LeasedLane): void {
    this.#turnQueue.removeLane(lane);
  }

  /** Start requests that a change of an endpoint's health now allows. */
  refreshEndpoint(appId: number, endpoint: Endpoint): void {
    this.#turnQueue.refreshEndpoint(appId, endpoint);
    this.#startRequests();
  }

  /** Start no more requests, and wait until all requests have ended, for at most `maxWaitMs`. */
  async stop(maxWaitMs: number): Promise<void> {
    this.#isStopped = true;
    this.#turnQueue.stop();
    if (this.requestsInFlight === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timer = setTimeout(resolve, maxWaitMs);
    await promise;
    clearTimeout(timer);
  }

  #startRequests(): void {
    for (let turn = this.#startTurn(); turn; turn = this.#startTurn()) {
      const { lane } = turn;
      const delivery = this.#takeDelivery(lane);
      if (!delivery) {
        lane.endpoint?.breaker.undoStart();
        turn.end();
        continue;
      }
      this.#turnQueue.addLane(lane);
      lane.requestsInFlight++;
      lane.hasStartedRequest = true;
      void this.#send(turn, delivery);
    }
  }

  #startTurn(): Turn | undefined {
    return this.#isStopped ? undefined : this.#turnQueue.startNextTurn();
  }

  /**
   * Take a lane's next delivery. Return undefined if none has been read ahead, if the lease is too short, or if the lane's
   * state is too old to send.
   */
  #takeDelivery(lane: LeasedLane): DueDelivery | undefined {
    const now = performance.now();
    if (!lane.isLeased || now > lane.leaseEndsAt - minLeaseMs) return undefined;
    if (now - lane.readAt <= maxStateAgeMs) return lane.readAhead.shift();
    this.#callbacks.onStale(lane);
    return undefined;
  }

  async #send(turn: Turn, delivery: DueDelivery): Promise<void> {
    const { lane } = turn;
    const startedAt = performance.now();
    const result = await this.#callbacks.attempt(lane, delivery);
    lane.requestsInFlight--;
    // The result is applied before the slot is freed, so that it affects the next request.
    this.#callbacks.onDone(lane, delivery, { ...result, startedAt });
    turn.end();
    if (this.requestsInFlight === 0) this.#onIdle?.();
    this.#startRequests();
  }
}
