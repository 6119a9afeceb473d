import { leaseMs, type Transaction } from "@souk/database";
import type { EndpointKeeper } from "./endpoint-keeper.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import {
  type ParkedLane,
  parkLanes,
  releaseLanes,
  removeFinishedNotices,
  renewLeases,
  requeueLanes,
} from "./lane-leases.ts";
import { createLeasedLane, isIdle, type LeasedLane, type TakenLane } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";
import { type EndpointRoom, takeLanes, takeQueuedLanes } from "./take-lanes.ts";

export interface LaneHolderEvents {
  taken(lane: LeasedLane): void;
  renewed(lane: LeasedLane): void;
  lost(lane: LeasedLane): void;
}

/** The interval of polling the database for due lanes, in milliseconds. */
const pollMs = 250;
const renewEveryMs = leaseMs / 3;
const maxLanesPerLease = { urgent: 32, usual: 128 };
/** The number of free slots that a process keeps by releasing the lanes it has held longest. */
const minFreeSlots = 32;
const parkBatchSize = 256;
/** The time after which a lane that has sent something is released while other lanes wait. */
export const turnMs = 2_000;
/** The interval of reading all endpoint queues. */
const pollQueuesMs = 1_000;

/** Leases lanes, renews their leases, and releases lanes that have nothing to send. */
export class LaneHolder {
  readonly #deps: EngineDeps;
  readonly #maxLanes: number;
  readonly #events: LaneHolderEvents;
  readonly #endpoints: EndpointKeeper;
  readonly #lanes = new Map<number, LeasedLane>();
  readonly #toPark = new Set<LeasedLane>();
  readonly #leasePoller: Poller;
  readonly #queuePoller: Poller;
  #queuesReadAt = Number.NEGATIVE_INFINITY;
  readonly #parkPoller: Poller;
  readonly #renewPoller: Poller;

  /** @param maxLanes the maximum number of lanes held at once, without notices of uninstalls */
  constructor(
    deps: EngineDeps,
    endpoints: EndpointKeeper,
    { maxLanes, ...events }: LaneHolderEvents & { maxLanes: number },
  ) {
    this.#deps = deps;
    this.#endpoints = endpoints;
    this.#maxLanes = maxLanes;
    this.#events = events;
    this.#leasePoller = createEnginePoller(deps, "take", { work: () => this.#take(), everyMs: pollMs });
    this.#queuePoller = createEnginePoller(deps, "take queued", {
      work: () => this.#takeQueued(),
      everyMs: pollQueuesMs,
    });
    this.#parkPoller = createEnginePoller(deps, "park", { work: () => this.#park() });
    this.#renewPoller = createEnginePoller(deps, "renew", {
      work: () => this.#renew(),
      everyMs: renewEveryMs,
    });
  }

  get size(): number {
    return this.#lanes.size;
  }

  all(): LeasedLane[] {
    return [...this.#lanes.values()];
  }

  get(id: number): LeasedLane | undefined {
    return this.#lanes.get(id);
  }

  /** Lease due lanes now. */
  checkDueLanes(): void {
    this.#leasePoller.request();
  }

  /** Park a lane that has nothing to do. */
  parkIfIdle(lane: LeasedLane): void {
    if (!isIdle(lane)) return;
    this.#toPark.add(lane);
    this.#parkPoller.request();
  }

  /** Stop holding a lane: it was released, removed or leased by another process. */
  lose(lane: LeasedLane): void {
    lane.isLeased = false;
    lane.ahead = [];
    this.#toPark.delete(lane);
    if (this.#lanes.get(lane.id) === lane) {
      this.#lanes.delete(lane.id);
      if (lane.endpoint && lane.underWay === 0) this.#endpoints.leave(lane.endpoint);
      if (lane.endpoint?.queued) this.#queuePoller.request();
    }
    this.#events.lost(lane);
  }

  /**
   * Handle the end of a lane's request. A lost lane counts for its endpoint until its last request has ended.
   */
  countEndedRequest(lane: LeasedLane): void {
    if (!lane.isLeased && lane.underWay === 0 && lane.endpoint) this.#endpoints.leave(lane.endpoint);
  }

  /** Read the queues of the endpoints that are held now, or of all endpoints. */
  checkQueues(all: boolean): void {
    if (all) this.#queuesReadAt = Number.NEGATIVE_INFINITY;
    this.#queuePoller.request();
  }

  async stopTaking(): Promise<void> {
    await Promise.all([this.#leasePoller.stop(), this.#queuePoller.stop()]);
  }

  /** Release lanes, so that other processes can take them at once. */
  async release(lanes: readonly LeasedLane[]): Promise<void> {
    if (lanes.length === 0) return;
    await releaseLanes(this.#deps.database, this.#deps.owner, lanes);
    for (const lane of lanes) this.lose(lane);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#parkPoller.stop(), this.#renewPoller.stop()]);
  }

  async #take(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    this.#freeSlots();
    // Some slots are left for lanes from the queues.
    const usual = this.#countSlots(Math.floor(this.#slotsToKeepFree / 2));
    await failpoint("engine.before-lease");
    const requestedAt = performance.now();
    const room = { urgent: maxLanesPerLease.urgent, usual, endpoints: this.#listRooms() };
    const { lanes, queuedAt } = await takeLanes(database, clock, owner, room);
    if (lanes.length > 0) await failpoint("engine.after-lease");
    for (const row of lanes) this.#add(row, requestedAt);
    const queued = new Set(queuedAt);
    for (const endpoint of this.#endpoints.all()) endpoint.queued ||= queued.has(endpoint.id);
    // The queue may be of an endpoint without an owner, or of one whose lanes this process has just released.
    if (queued.size > 0) this.#queuePoller.requestIn(pollQueuesMs / 20);
    if (lanes.length >= Math.max(1, usual) || queuedAt.length > 0) this.#leasePoller.request();
  }

  /** Lease lanes from the queues of endpoints with room; at intervals from all queues. */
  async #takeQueued(): Promise<void> {
    const { database, clock, owner } = this.#deps;
    const now = performance.now();
    const readAll = now - this.#queuesReadAt >= pollQueuesMs * 0.8;
    const endpointsWithRoom = this.#endpoints
      .all()
      .filter((endpoint) => endpoint.queued && endpoint.countRoom(leaseMs) > 0);
    // The last slots go to the lanes that have waited longest, of any endpoint.
    const usual = this.#countSlots(readAll ? 0 : this.#slotsToKeepFree);
    if ((!readAll && endpointsWithRoom.length === 0) || usual === 0) return;
    if (readAll) this.#queuesReadAt = now;
    const only = readAll ? null : endpointsWithRoom.map(({ id }) => id);
    // Saved first, so that the statement decides about probes by the current health.
    await this.#endpoints.save();
    const requestedAt = performance.now();
    const request = { only, usual, endpoints: this.#listRooms() };
    const taken = await takeQueuedLanes(database, clock, owner, request);
    const counts = Map.groupBy(taken, ({ endpoint }) => endpoint?.endpoint_id);
    for (const { id, room } of request.endpoints) {
      const endpoint = this.#endpoints.get(id);
      if (endpoint && room > 0 && (counts.get(id)?.length ?? 0) < room && taken.length < usual)
        endpoint.queued = false;
    }
    for (const row of taken) {
      const lane = this.#add(row, requestedAt);
      if (lane.endpoint) lane.endpoint.queued = true;
    }
    if (taken.length > 0) this.#queuePoller.request();
  }

  /** Return how many lanes may be leased. @param kept the number of slots left free */
  #countSlots(kept: number): number {
    return Math.max(0, Math.min(maxLanesPerLease.usual, this.#maxLanes - kept - this.#lanes.size));
  }

  get #slotsToKeepFree(): number {
    return Math.min(minFreeSlots, Math.ceil(this.#maxLanes / 2));
  }

  /** Release the lanes held longest when too few slots are free, so that other lanes get a turn. */
  #freeSlots(): void {
    if (this.#maxLanes - this.#lanes.size >= this.#slotsToKeepFree) return;
    const before = performance.now() - turnMs;
    const candidates = this.all().filter((lane) => lane.endpoint && !lane.closed && !lane.leaving);
    for (const lane of candidates.filter(({ takenAt }) => takenAt < before).slice(0, this.#slotsToKeepFree)) {
      lane.leaving = true;
      this.#events.renewed(lane);
    }
  }

  #listRooms(): EndpointRoom[] {
    return this.#endpoints.all().map((endpoint) => ({ id: endpoint.id, room: endpoint.countRoom(leaseMs) }));
  }

  #add(row: TakenLane, requestedAt: number): LeasedLane {
    const previous = this.#lanes.get(row.id);
    if (previous) this.lose(previous);
    const endpoint = row.endpoint && this.#endpoints.join(row.endpoint);
    if (row.probe) endpoint?.breaker.grantProbe();
    const lane = createLeasedLane(row, endpoint, requestedAt + leaseMs);
    this.#lanes.set(lane.id, lane);
    this.#events.taken(lane);
    return lane;
  }

  async #renew(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    const lanes = this.all();
    if (lanes.length === 0) return;
    await failpoint("engine.before-renew");
    const requestedAt = performance.now();
    await this.#endpoints.renew(leaseMs);
    const renewed = await renewLeases(database, clock, owner, lanes);
    for (const lane of lanes) {
      if (!renewed.has(lane.id)) {
        // A lane that is being parked was not lost.
        if (lane.isLeased && lane.busy !== "parking") this.lose(lane);
        continue;
      }
      lane.leaseEndsAt = requestedAt + leaseMs;
      this.#events.renewed(lane);
    }
  }

  async #park(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    for (const lane of this.#toPark) if (!isIdle(lane)) this.#toPark.delete(lane);
    const idle = [...this.#toPark].slice(0, parkBatchSize);
    for (const lane of idle) this.#toPark.delete(lane);
    if (idle.length === 0) return;
    if (this.#toPark.size > 0) this.#parkPoller.request();
    for (const lane of idle) lane.busy = "parking";
    try {
      await failpoint("engine.before-park");
      const leaving = idle.filter((lane) => lane.leaving);
      if (leaving.length > 0) {
        await requeueLanes(database, clock, owner, leaving);
        for (const lane of leaving) this.#afterRequeue(lane);
      }
      const rest = idle.filter((lane) => !lane.leaving);
      if (rest.length === 0) return;
      const parked = new Map((await this.#parkLanes(rest)).map((row) => [row.id, row]));
      for (const lane of rest) this.#afterParking(lane, parked.get(lane.id)?.wake_in_ms);
    } finally {
      for (const lane of idle) {
        lane.busy = null;
        this.parkIfIdle(lane);
      }
    }
  }

  /** Park lanes, and remove the lanes of notices that have nothing more to send. */
  async #parkLanes(lanes: readonly LeasedLane[]): Promise<ParkedLane[]> {
    const { database, clock, owner } = this.#deps;
    if (!lanes.some(({ kind }) => kind === "uninstall")) return parkLanes(database, clock, owner, lanes);
    const park = async (tx: Transaction): Promise<ParkedLane[]> => {
      const parked = await parkLanes(tx, clock, owner, lanes);
      const finished = parked.filter(({ kind, wake_in_ms }) => kind === "uninstall" && wake_in_ms === null);
      const ids = finished.map(({ id }) => id);
      await removeFinishedNotices(tx, ids);
      return parked;
    };
    return database.transaction(park, { repeatable: true });
  }

  #afterRequeue(lane: LeasedLane): void {
    lane.busy = null;
    if (lane.endpoint) lane.endpoint.queued = true;
    if (lane.isLeased) this.lose(lane);
  }

  /** @param wakeInMs undefined when the lane was not parked, because it has new arrivals or another process leased it */
  #afterParking(lane: LeasedLane, wakeInMs: number | null | undefined): void {
    lane.busy = null;
    if (!lane.isLeased) return;
    if (wakeInMs === undefined) {
      lane.hasUnread = true;
      this.#events.renewed(lane);
      return;
    }
    this.lose(lane);
    if (lane.hasUnread) this.checkDueLanes();
    else if (wakeInMs !== null) this.#leasePoller.requestIn(Math.max(1, wakeInMs));
  }
}
