import { cancelBatchSize, cancelPendingBatch, removeClosedLane } from "./closed-lanes.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import type { LeasedLane } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";

export interface LaneCloserCallbacks {
  onCancelled(count: number): void;
  /** Handle a lane that was removed, or that must be released because it could not be removed yet. */
  onDone(lane: LeasedLane): Promise<void>;
}

// If less than this remains of the lease, the lane's remaining deliveries are left to the next holder.
const minLeaseMs = 5_000;

/** Cancels the pending deliveries of closed lanes and removes the lanes, one lane after the other. */
export class LaneCloser {
  readonly #deps: EngineDeps;
  readonly #callbacks: LaneCloserCallbacks;
  readonly #lanes = new Set<LeasedLane>();
  readonly #poller: Poller;
  #isStopped = false;

  constructor(deps: EngineDeps, callbacks: LaneCloserCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
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
    this.#isStopped = true;
    await this.#poller.stop();
  }

  async #closeLanes(): Promise<void> {
    for (const lane of [...this.#lanes]) {
      if (this.#isStopped) return;
      await this.#closeLane(lane);
      await this.#callbacks.onDone(lane);
      this.#lanes.delete(lane);
    }
  }

  async #closeLane(lane: LeasedLane): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    while (!this.#isStopped && lane.isLeased && performance.now() < lane.leaseEndsAt - minLeaseMs) {
      await failpoint("engine.before-cancel");
      const cancelledCount = await cancelPendingBatch(database, clock, owner, lane);
      this.#callbacks.onCancelled(cancelledCount);
      if (cancelledCount < cancelBatchSize) {
        await removeClosedLane(database, owner, lane);
        return;
      }
    }
  }
}
