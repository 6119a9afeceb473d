import { type LaneRead, type LaneResult, readDueDeliveries } from "./due-deliveries.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import { dropReadAhead, type LeasedLane } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";

export interface LaneReaderCallbacks {
  onRead(lane: LeasedLane): void;
  onLost(lane: LeasedLane): void;
  /** Return the number of deliveries read ahead in all lanes. */
  countReadAhead(): number;
}

/** The interval of full reads. Reading only from the cursor would miss a delivery that later gets a due time before the cursor. */
const fullReadIntervalMs = 5_000;
/** The maximum number of lanes that one statement reads. */
const maxLanesPerRead = 256;
/** How many deliveries are read ahead: the maximum and minimum of one lane, and the maximum of all lanes of this process. */
const readAheadLimits = { max: 64, min: 8, process: 2_048 };
/**
 * A lane with fewer deliveries read ahead than this is read again. An endpoint can have this many requests in flight.
 */
export const lowWaterMark = 8;

// A read from the cursor scans only the partitions of the last 24 hours. A full read scans all partitions, so that it also
// finds deliveries from before a long outage, which then expire. If they were not found, their lane would be leased and
// released in a loop.
const recentMs = 86_400_000;
const beginningOfTime = new Date(0);

/**
 * Return how many deliveries to read for each lane. The more deliveries are in memory, the fewer are read, since after an
 * outage every lane has a backlog.
 *
 * @param laneCount the number of lanes to read
 * @param readAheadCount the number of deliveries already read ahead in all lanes
 */
export function computeReadAhead(laneCount: number, readAheadCount: number): number {
  const share = Math.floor(Math.max(0, readAheadLimits.process - readAheadCount) / Math.max(1, laneCount));
  return Math.min(readAheadLimits.max, Math.max(readAheadLimits.min, share));
}

/**
 * Reads the due deliveries of leased lanes. It reads from a lane's cursor when few deliveries are left, and all due
 * deliveries at intervals.
 */
export class LaneReader {
  readonly #deps: EngineDeps;
  readonly #callbacks: LaneReaderCallbacks;
  readonly #requestedLanes = new Set<LeasedLane>();
  // Deliveries acknowledged since the current read started. The read may still return them as due.
  readonly #acknowledgedIds = new Set<number>();
  readonly #poller: Poller;

  constructor(deps: EngineDeps, callbacks: LaneReaderCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
    this.#poller = createEnginePoller(deps, "read", { work: () => this.#read() });
  }

  /** Request a read of a lane, because few deliveries are left, the lane has new ones, or its state is too old. */
  requestRead(lane: LeasedLane): void {
    if (!lane.isLeased) return;
    this.#requestedLanes.add(lane);
    this.#poller.request();
  }

  forget(lane: LeasedLane): void {
    this.#requestedLanes.delete(lane);
  }

  /** Mark a delivery as acknowledged. */
  markAcknowledged(deliveryId: number): void {
    this.#acknowledgedIds.add(deliveryId);
  }

  /** Request full reads of those lanes whose last full read was too long ago. */
  requestFullReads(lanes: readonly LeasedLane[]): void {
    const readBefore = performance.now() - fullReadIntervalMs;
    for (const lane of lanes.filter(({ fullyReadAt }) => fullyReadAt < readBefore)) {
      lane.hasUnread = true;
      lane.cursor = null;
      this.requestRead(lane);
    }
  }

  async stop(): Promise<void> {
    this.#requestedLanes.clear();
    await this.#poller.stop();
  }

  async #read(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    const readableLanes = [...this.#requestedLanes].filter(
      ({ isLeased, runningStatement }) => isLeased && runningStatement === null,
    );
    if (readableLanes.length === 0) return;
    const reads = this.#buildReads(readableLanes.slice(0, maxLanesPerRead));
    this.#acknowledgedIds.clear();
    try {
      const results = await readDueDeliveries(database, clock, owner, reads);
      await failpoint("engine.after-read");
      const receivedAt = performance.now();
      for (const read of reads) this.#apply(read, results.get(read.lane.id), receivedAt);
    } catch (error) {
      for (const { lane, limit } of reads) {
        lane.hasUnread ||= limit > 0;
        this.#requestedLanes.add(lane);
      }
      throw error;
    } finally {
      for (const { lane } of reads) lane.runningStatement = null;
    }
    for (const { lane } of reads) if (lane.isLeased) this.#callbacks.onRead(lane);
    if (readableLanes.length > maxLanesPerRead) this.#poller.request();
  }

  #buildReads(lanes: readonly LeasedLane[]): LaneRead[] {
    const recentStart = new Date(this.#deps.estimatedTime.now().getTime() - recentMs);
    const lanesToRead = new Set(
      lanes.filter(
        (lane) => lane.hasUnread && !lane.isReleasing && lane.readAhead.length < readAheadLimits.max,
      ),
    );
    const maxPerLane = computeReadAhead(lanesToRead.size, this.#callbacks.countReadAhead());
    return lanes.map((lane) => {
      this.#requestedLanes.delete(lane);
      lane.runningStatement = "read";
      const fromCursor = lane.cursor !== null;
      const since = fromCursor ? recentStart : beginningOfTime;
      if (!lanesToRead.has(lane)) return { lane, fromCursor, since, limit: 0 };
      lane.hasUnread = false;
      // A full read also returns the deliveries that were already read but not acknowledged.
      const limit = fromCursor ? maxPerLane : maxPerLane + lane.unacknowledgedIds.size;
      return { lane, fromCursor, since, limit };
    });
  }

  #apply({ lane, fromCursor, limit }: LaneRead, result: LaneResult | undefined, receivedAt: number): void {
    if (!lane.isLeased) return;
    if (!result) {
      this.#callbacks.onLost(lane);
      return;
    }
    this.#deps.estimatedTime.synchronize(result.now);
    this.#applyState(lane, result, receivedAt);
    if (limit === 0 || !lane.canSend) return;
    for (const delivery of result.deliveries) {
      if (lane.unacknowledgedIds.has(delivery.id) || this.#acknowledgedIds.has(delivery.id)) continue;
      lane.unacknowledgedIds.add(delivery.id);
      lane.readAhead.push(delivery);
    }
    if (!fromCursor) lane.fullyReadAt = receivedAt;
    const lastDelivery = result.deliveries.at(-1);
    lane.cursor = lastDelivery ?? lane.cursor ?? { due_at: new Date(0), id: 0 };
    if (result.deliveries.length === limit) lane.hasUnread = true;
  }

  #applyState(lane: LeasedLane, result: LaneResult, receivedAt: number): void {
    // The lane was woken or changed since its last read, and this read may not have returned its new deliveries.
    if (result.wake_count !== lane.wake_count && lane.readAt !== Number.NEGATIVE_INFINITY)
      lane.hasUnread = true;
    lane.wake_count = result.wake_count;
    lane.readAt = receivedAt;
    // If the lane's URL was moved to another endpoint after the lane was leased, the lane is released, and leased again with that endpoint.
    const hasOtherEndpoint = lane.endpoint !== null && result.endpoint_id !== lane.endpoint.id;
    lane.canSend = result.sendable && !hasOtherEndpoint;
    lane.store_handle = result.store_handle;
    lane.url = result.url;
    if (lane.canSend) return;
    dropReadAhead(lane);
    lane.hasUnread = false;
  }
}
