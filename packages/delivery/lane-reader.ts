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

/** The interval of full reads. Reading only from the cursor would miss deliveries that become due before its position. */
const fullReadIntervalMs = 5_000;
const maxLanesPerRead = 256;
/** How many deliveries are read ahead: the maximum and minimum of one lane, and the maximum of all lanes of this process. */
const readAheadLimits = { max: 64, min: 8, process: 2_048 };
/**
 * A lane with fewer deliveries read ahead than this is read again. It is the number of requests that an endpoint can have in
 * flight.
 */
export const lowWaterMark = 8;

// A read from the cursor scans only the newest partitions. A full read scans all partitions, because deliveries from before
// a long outage must expire. Otherwise their lane would be leased and released in a loop.
const recentMs = 86_400_000;
const beginning = new Date(0);

/**
 * Return how many deliveries to read for each lane. The more deliveries are in memory, the fewer are read, since after an
 * outage every lane has a backlog.
 *
 * @param lanes the number of lanes to read
 * @param readAheadCount the number of deliveries already read ahead in all lanes
 */
export function computeReadAhead(lanes: number, readAheadCount: number): number {
  const share = Math.floor(Math.max(0, readAheadLimits.process - readAheadCount) / Math.max(1, lanes));
  return Math.min(readAheadLimits.max, Math.max(readAheadLimits.min, share));
}

/**
 * Reads the due deliveries of leased lanes. It reads from a lane's cursor when few deliveries are left, and all due
 * deliveries at intervals.
 */
export class LaneReader {
  readonly #deps: EngineDeps;
  readonly #callbacks: LaneReaderCallbacks;
  readonly #requested = new Set<LeasedLane>();
  // Deliveries acknowledged since the current read started. The read may still return them as due.
  readonly #acknowledged = new Set<number>();
  readonly #poller: Poller;

  constructor(deps: EngineDeps, callbacks: LaneReaderCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
    this.#poller = createEnginePoller(deps, "read", { work: () => this.#read() });
  }

  /** Request a read of a lane, because few deliveries are left, the lane has new ones, or its state is too old. */
  requestRead(lane: LeasedLane): void {
    if (!lane.isLeased) return;
    this.#requested.add(lane);
    this.#poller.request();
  }

  forget(lane: LeasedLane): void {
    this.#requested.delete(lane);
  }

  /** Mark a delivery as acknowledged. */
  markAcknowledged(deliveryId: number): void {
    this.#acknowledged.add(deliveryId);
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
    this.#requested.clear();
    await this.#poller.stop();
  }

  async #read(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    const readableLanes = [...this.#requested].filter(({ isLeased, busy }) => isLeased && busy === null);
    if (readableLanes.length === 0) return;
    const reads = this.#buildReads(readableLanes.slice(0, maxLanesPerRead));
    this.#acknowledged.clear();
    try {
      const results = await readDueDeliveries(database, clock, owner, reads);
      await failpoint("engine.after-read");
      const receivedAt = performance.now();
      for (const read of reads) this.#apply(read, results.get(read.lane.id), receivedAt);
    } catch (error) {
      for (const { lane, limit } of reads) {
        lane.hasUnread ||= limit > 0;
        this.#requested.add(lane);
      }
      throw error;
    } finally {
      for (const { lane } of reads) lane.busy = null;
    }
    for (const { lane } of reads) if (lane.isLeased) this.#callbacks.onRead(lane);
    if (readableLanes.length > maxLanesPerRead) this.#poller.request();
  }

  #buildReads(lanes: readonly LeasedLane[]): LaneRead[] {
    const recent = new Date(this.#deps.time.now().getTime() - recentMs);
    const lanesToRead = new Set(
      lanes.filter(
        (lane) => lane.hasUnread && !lane.isReleasing && lane.readAhead.length < readAheadLimits.max,
      ),
    );
    const perLane = computeReadAhead(lanesToRead.size, this.#callbacks.countReadAhead());
    return lanes.map((lane) => {
      this.#requested.delete(lane);
      lane.busy = "reading";
      const fromCursor = lane.cursor !== null;
      const since = fromCursor ? recent : beginning;
      if (!lanesToRead.has(lane)) return { lane, fromCursor, since, limit: 0 };
      lane.hasUnread = false;
      // A full read also returns the deliveries that were already read but not acknowledged.
      return { lane, fromCursor, since, limit: fromCursor ? perLane : perLane + lane.unacknowledgedIds.size };
    });
  }

  #apply({ lane, fromCursor, limit }: LaneRead, result: LaneResult | undefined, receivedAt: number): void {
    if (!lane.isLeased) return;
    if (!result) {
      this.#callbacks.onLost(lane);
      return;
    }
    this.#deps.time.synchronize(result.now);
    this.#applyState(lane, result, receivedAt);
    if (limit === 0 || !lane.canSend) return;
    for (const delivery of result.deliveries) {
      if (lane.unacknowledgedIds.has(delivery.id) || this.#acknowledged.has(delivery.id)) continue;
      lane.unacknowledgedIds.add(delivery.id);
      lane.readAhead.push(delivery);
    }
    if (!fromCursor) lane.fullyReadAt = receivedAt;
    const last = result.deliveries.at(-1);
    lane.cursor = last ?? lane.cursor ?? { due_at: new Date(0), id: 0 };
    if (result.deliveries.length === limit) lane.hasUnread = true;
  }

  #applyState(lane: LeasedLane, result: LaneResult, receivedAt: number): void {
    // The lane has new deliveries, which this read may not have returned.
    if (result.wake_count !== lane.wake_count && lane.readAt !== Number.NEGATIVE_INFINITY)
      lane.hasUnread = true;
    lane.wake_count = result.wake_count;
    lane.readAt = receivedAt;
    // A lane that now belongs to another endpoint is released, and leased again with the new endpoint.
    const hasOtherEndpoint = lane.endpoint !== null && result.endpoint_id !== lane.endpoint.id;
    lane.canSend = result.sendable && !hasOtherEndpoint;
    lane.store_handle = result.store_handle;
    lane.url = result.url;
    if (lane.canSend) return;
    dropReadAhead(lane);
    lane.hasUnread = false;
  }
}
