import type { Tried } from "./attempt.ts";
import type { Endpoint } from "./endpoint.ts";
import type { DueDelivery, LeasedLane } from "./leased-lane.ts";
import { type Turn, TurnOrder, type Widths } from "./turn-order.ts";

export interface SendingEvents {
  /** Makes one attempt; never rejects. */
  attempt(lane: LeasedLane, delivery: DueDelivery): Promise<Tried>;
  /** Told as soon as an attempt has ended, and when it began by `performance.now()`. */
  done(lane: LeasedLane, delivery: DueDelivery, tried: Tried & { beganAt: number }): void;
  /** The lane's address and state were read too long ago to send by. */
  stale(lane: LeasedLane): void;
}

/** WHK-8, P14: an address or state older than this is read again before anything more is sent by it. */
const freshMs = 200;
/** A request takes at most 10 s; what came of it must be written while the lease holds. */
const leastLeaseMs = 12_000;

/** Begins requests as far as the widths allow, one lane after the other. */
export class Sending {
  readonly #order: TurnOrder;
  readonly #events: SendingEvents;
  #idle: (() => void) | undefined;
  #stopped = false;

  constructor(widths: Widths, events: SendingEvents) {
    this.#order = new TurnOrder(widths, () => this.#begin());
    this.#events = events;
  }

  get underWay(): number {
    return this.#order.underWay;
  }

  /** A lane has something to send, or may go on. */
  offer(lane: LeasedLane): void {
    if (this.#stopped || !lane.held) return;
    this.#order.offer(lane);
    this.#begin();
  }

  withdraw(lane: LeasedLane): void {
    this.#order.withdraw(lane);
  }

  /** How an endpoint fares has changed. */
  refresh(appId: number, endpoint: Endpoint): void {
    this.#order.refresh(appId, endpoint);
    this.#begin();
  }

  /** Begins nothing more. Resolves when all that was under way has ended, or after so many milliseconds. */
  async stop(withinMs: number): Promise<void> {
    this.#stopped = true;
    this.#order.stop();
    if (this.underWay === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    const timer = setTimeout(resolve, withinMs);
    await promise;
    clearTimeout(timer);
  }

  #begin(): void {
    for (let turn = this.#turn(); turn; turn = this.#turn()) {
      const { lane } = turn;
      const delivery = this.#maySend(lane) ? lane.ahead.shift() : undefined;
      if (!delivery) {
        lane.endpoint?.breaker.unsent();
        turn.leave();
        continue;
      }
      this.#order.offer(lane);
      lane.underWay++;
      lane.hadTurn = true;
      void this.#send(turn, delivery);
    }
  }

  #turn(): Turn | undefined {
    return this.#stopped ? undefined : this.#order.next();
  }

  #maySend(lane: LeasedLane): boolean {
    const now = performance.now();
    if (!lane.held || now > lane.leaseEndsAt - leastLeaseMs) return false;
    if (now - lane.readAt <= freshMs) return true;
    this.#events.stale(lane);
    return false;
  }

  async #send(turn: Turn, delivery: DueDelivery): Promise<void> {
    const { lane } = turn;
    const beganAt = performance.now();
    const tried = await this.#events.attempt(lane, delivery);
    lane.underWay--;
    // What the endpoint answered counts before its place is free.
    this.#events.done(lane, delivery, { ...tried, beganAt });
    turn.leave();
    if (this.underWay === 0) this.#idle?.();
    this.#begin();
  }
}
