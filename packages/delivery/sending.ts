import type { AttemptResult } from "./attempt.ts";
import type { Endpoint } from "./endpoint.ts";
import type { DueDelivery, LeasedLane } from "./leased-lane.ts";
import { type Turn, TurnOrder, type Widths } from "./turn-order.ts";

export interface SendingEvents {
  /** Make one attempt; never rejects. */
  attempt(lane: LeasedLane, delivery: DueDelivery): Promise<AttemptResult>;
  /** Handle an ended attempt; `startedAt` is by `performance.now()`. */
  done(lane: LeasedLane, delivery: DueDelivery, result: AttemptResult & { startedAt: number }): void;
  /** Handle a lane whose URL and state were read too long ago to send. */
  stale(lane: LeasedLane): void;
}

/** WHK-8, P14: the maximum age of a lane's URL and state when a request starts. */
const maxStateAgeMs = 200;
/**
 * The minimum remaining lease when a request starts: it takes up to 10 s, and its outcome must be stored under the lease.
 */
const minLeaseMs = 12_000;

/** Starts requests as far as the widths allow, the lanes taking turns. */
export class Sending {
  readonly #order: TurnOrder;
  readonly #events: SendingEvents;
  #onIdle: (() => void) | undefined;
  #stopped = false;

  constructor(widths: Widths, events: SendingEvents) {
    this.#order = new TurnOrder(widths, () => this.#startRequests());
    this.#events = events;
  }

  get underWay(): number {
    return this.#order.underWay;
  }

  /** Add a lane that has something to send. */
  offer(lane: LeasedLane): void {
    if (this.#stopped || !lane.isLeased) return;
    this.#order.offer(lane);
    this.#startRequests();
  }

  withdraw(lane: LeasedLane): void {
    this.#order.withdraw(lane);
  }

  /** Apply a change of an endpoint's health. */
  refresh(appId: number, endpoint: Endpoint): void {
    this.#order.refresh(appId, endpoint);
    this.#startRequests();
  }

  /** Start no more requests, and wait until all requests have ended, at most `maxWaitMs`. */
  async stop(maxWaitMs: number): Promise<void> {
    this.#stopped = true;
    this.#order.stop();
    if (this.underWay === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timer = setTimeout(resolve, maxWaitMs);
    await promise;
    clearTimeout(timer);
  }

  #startRequests(): void {
    for (let turn = this.#nextTurn(); turn; turn = this.#nextTurn()) {
      const { lane } = turn;
      const delivery = this.#canSend(lane) ? lane.ahead.shift() : undefined;
      if (!delivery) {
        lane.endpoint?.breaker.undoBegin();
        turn.leave();
        continue;
      }
      this.#order.offer(lane);
      lane.underWay++;
      lane.hadTurn = true;
      void this.#send(turn, delivery);
    }
  }

  #nextTurn(): Turn | undefined {
    return this.#stopped ? undefined : this.#order.next();
  }

  #canSend(lane: LeasedLane): boolean {
    const now = performance.now();
    if (!lane.isLeased || now > lane.leaseEndsAt - minLeaseMs) return false;
    if (now - lane.readAt <= maxStateAgeMs) return true;
    this.#events.stale(lane);
    return false;
  }

  async #send(turn: Turn, delivery: DueDelivery): Promise<void> {
    const { lane } = turn;
    const startedAt = performance.now();
    const result = await this.#events.attempt(lane, delivery);
    lane.underWay--;
    // The result is applied before the slot is freed, so that the next request respects it.
    this.#events.done(lane, delivery, { ...result, startedAt });
    turn.leave();
    if (this.underWay === 0) this.#onIdle?.();
    this.#startRequests();
  }
}
