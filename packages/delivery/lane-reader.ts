import { type LaneRead, type LaneResult, readDueDeliveries } from "./due-deliveries.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import { dropAhead, type LeasedLane } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";

export interface LaneReaderEvents {
  read(lane: LeasedLane): void;
  lost(lane: LeasedLane): void;
  /** Return the number of deliveries read ahead in all lanes. */
  countAhead(): number;
}

/** The interval of full reads: reading only from the cursor would miss deliveries that become due behind it. */
const sweepEveryMs = 5_000;
const maxLanesPerRead = 256;
const readAhead = { max: 64, min: 8, process: 2_048 };
/**
 * A lane with fewer deliveries read ahead is read again: the number of requests an endpoint can have under way.
 */
export const lowWater = 8;

// A read from the cursor scans only the newest partitions. A sweep scans all partitions: deliveries from before a long
// outage must expire, otherwise their lane would be leased and released in a loop.
const recentMs = 86_400_000;
const beginning = new Date(0);

/**
 * Return how many deliveries to read for each of several lanes. The more are in memory, the fewer: after an outage every
 * lane has a backlog.
 *
 * @param ahead the number of deliveries already read ahead in all lanes
 */
export function computeReadAhead(lanes: number, ahead: number): number {
  const share = Math.floor(Math.max(0, readAhead.process - ahead) / Math.max(1, lanes));
  return Math.min(readAhead.max, Math.max(readAhead.min, share));
}

/**
 * Reads the due deliveries of leased lanes: from their cursors when they run low, and completely at intervals.
 */
export class LaneReader {
  readonly #deps: EngineDeps;
  readonly #events: LaneReaderEvents;
  readonly #requested = new Set<LeasedLane>();
  // Deliveries acknowledged since the read under way started, which may still return them as due.
  readonly #acknowledged = new Set<number>();
  readonly #poller: Poller;

  constructor(deps: EngineDeps, events: LaneReaderEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#poller = createEnginePoller(deps, "read", { work: () => this.#read() });
  }

  /** Request a read of a lane: it runs low, has new deliveries, or its state is too old. */
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

  /** Request full reads of the lanes whose last full read is too long ago. */
  sweep(lanes: readonly LeasedLane[]): void {
    const before = performance.now() - sweepEveryMs;
    for (const lane of lanes.filter(({ sweptAt }) => sweptAt < before)) {
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
    const free = [...this.#requested].filter(({ isLeased, busy }) => isLeased && busy === null);
    if (free.length === 0) return;
    const reads = this.#buildReads(free.slice(0, maxLanesPerRead));
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
    for (const { lane } of reads) if (lane.isLeased) this.#events.read(lane);
    if (free.length > maxLanesPerRead) this.#poller.request();
  }

  #buildReads(lanes: readonly LeasedLane[]): LaneRead[] {
    const recent = new Date(this.#deps.time.now().getTime() - recentMs);
    const lanesToRead = new Set(
      lanes.filter((lane) => lane.hasUnread && !lane.leaving && lane.ahead.length < readAhead.max),
    );
    const perLane = computeReadAhead(lanesToRead.size, this.#events.countAhead());
    return lanes.map((lane) => {
      this.#requested.delete(lane);
      lane.busy = "reading";
      const fromCursor = lane.cursor !== null;
      const since = fromCursor ? recent : beginning;
      if (!lanesToRead.has(lane)) return { lane, fromCursor, since, limit: 0 };
      lane.hasUnread = false;
      // A full read returns the known deliveries again.
      return { lane, fromCursor, since, limit: fromCursor ? perLane : perLane + lane.known.size };
    });
  }

  #apply({ lane, fromCursor, limit }: LaneRead, result: LaneResult | undefined, receivedAt: number): void {
    if (!lane.isLeased) return;
    if (!result) {
      this.#events.lost(lane);
      return;
    }
    this.#deps.time.synchronize(result.now);
    this.#applyState(lane, result, receivedAt);
    if (limit === 0 || !lane.sendable) return;
    for (const delivery of result.deliveries) {
      if (lane.known.has(delivery.id) || this.#acknowledged.has(delivery.id)) continue;
      lane.known.add(delivery.id);
      lane.ahead.push(delivery);
    }
    if (!fromCursor) lane.sweptAt = receivedAt;
    const last = result.deliveries.at(-1);
    lane.cursor = last ?? lane.cursor ?? { due_at: new Date(0), id: 0 };
    if (result.deliveries.length === limit) lane.hasUnread = true;
  }

  #applyState(lane: LeasedLane, result: LaneResult, receivedAt: number): void {
    // wake_count has changed, and this read may have returned no deliveries.
    if (result.wake_count !== lane.wake_count && lane.readAt !== Number.NEGATIVE_INFINITY)
      lane.hasUnread = true;
    lane.wake_count = result.wake_count;
    lane.readAt = receivedAt;
    // A lane that was moved to another endpoint is released, and leased again with the new endpoint.
    const hasMoved = lane.endpoint !== null && result.endpoint_id !== lane.endpoint.id;
    lane.sendable = result.sendable && !hasMoved;
    lane.store_handle = result.store_handle;
    lane.url = result.url;
    if (lane.sendable) return;
    dropAhead(lane);
    lane.hasUnread = false;
  }
}
