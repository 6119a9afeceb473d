import { cancelledAtOnce, cancelSome, removeClosedLane } from "./closed-lanes.ts";
import { type EngineGround, roundsOf } from "./engine-ground.ts";
import type { LeasedLane } from "./leased-lane.ts";
import type { Rounds } from "./rounds.ts";

export interface LaneCloserEvents {
  cancelled(count: number): void;
  /** The lane is removed, or was given to be closed again later. */
  done(lane: LeasedLane): Promise<void>;
}

// What is not cancelled by then is left to the lease's next holder.
const leastLeaseMs = 5_000;

/** Cancels what is pending in closed lanes and removes them, one lane after the other. */
export class LaneCloser {
  readonly #ground: EngineGround;
  readonly #events: LaneCloserEvents;
  readonly #lanes = new Set<LeasedLane>();
  readonly #closing: Rounds;
  #stopped = false;

  constructor(ground: EngineGround, events: LaneCloserEvents) {
    this.#ground = ground;
    this.#events = events;
    this.#closing = roundsOf(ground, "close", { work: () => this.#close() });
  }

  add(lane: LeasedLane): void {
    this.#lanes.add(lane);
    this.#closing.ask();
  }

  forget(lane: LeasedLane): void {
    this.#lanes.delete(lane);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#closing.stop();
  }

  async #close(): Promise<void> {
    for (const lane of [...this.#lanes]) {
      if (this.#stopped) return;
      await this.#closeOne(lane);
      await this.#events.done(lane);
      this.#lanes.delete(lane);
    }
  }

  async #closeOne(lane: LeasedLane): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    while (!this.#stopped && lane.held && performance.now() < lane.leaseEndsAt - leastLeaseMs) {
      await failpoint("engine.before-cancel");
      const cancelled = await cancelSome(database, clock, owner, lane);
      this.#events.cancelled(cancelled);
      if (cancelled === cancelledAtOnce) continue;
      if (await removeClosedLane(database, owner, lane)) return;
      break;
    }
  }
}
