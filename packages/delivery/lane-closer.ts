import { cancelBatchSize, cancelPendingBatch, removeClosedLane } from "./closed-lanes.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import type { LeasedLane } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";

export interface LaneCloserEvents {
  cancelled(count: number): void;
  /** Handle a lane that was removed or must be released so that it can be closed later. */
  done(lane: LeasedLane): Promise<void>;
}

// Deliveries that are not canceled by then are left to the next holder of the lease.
const minLeaseMs = 5_000;

/** Cancels the pending deliveries of closed lanes and removes the lanes, one lane after the other. */
export class LaneCloser {
  readonly #deps: EngineDeps;
  readonly #events: LaneCloserEvents;
  readonly #lanes = new Set<LeasedLane>();
  readonly #poller: Poller;
  #stopped = false;

  constructor(deps: EngineDeps, events: LaneCloserEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#poller = createEnginePoller(deps, "close", { work: () => this.#closeLanes() });
  }

  add(lane: LeasedLane): void {
    this.#lanes.add(lane);
    this.#poller.request();
  }

  forget(lane: LeasedLane): void {
    this.#lanes.delete(lane);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#poller.stop();
  }

  async #closeLanes(): Promise<void> {
    for (const lane of [...this.#lanes]) {
      if (this.#stopped) return;
      await this.#closeLane(lane);
      await this.#events.done(lane);
      this.#lanes.delete(lane);
    }
  }

  async #closeLane(lane: LeasedLane): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    while (!this.#stopped && lane.isLeased && performance.now() < lane.leaseEndsAt - minLeaseMs) {
      await failpoint("engine.before-cancel");
      const cancelled = await cancelPendingBatch(database, clock, owner, lane);
      this.#events.cancelled(cancelled);
      if (cancelled === cancelBatchSize) continue;
      if (await removeClosedLane(database, owner, lane)) return;
      break;
    }
  }
}
