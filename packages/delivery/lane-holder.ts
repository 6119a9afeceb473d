import { leaseMs, type Transaction } from "@souk/database";
import type { EndpointKeeper } from "./endpoint-keeper.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import {
  type ParkedLane,
  parkLanes,
  releaseLanes,
  removeFinishedNoticeLanes,
  renewLeases,
  requeueLanes,
} from "./lane-leases.ts";
import { type EndpointCapacity, leaseDueLanes, leaseQueuedLanes } from "./lease-lanes.ts";
import { createLeasedLane, isIdle, type LaneRow, type LeasedLane } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";

export interface LaneHolderCallbacks {
  onLeased(lane: LeasedLane): void;
  /** Called when a lane's lease was renewed, when the lane must be released, and when the lane could not be parked. */
  onChanged(lane: LeasedLane): void;
  onLost(lane: LeasedLane): void;
}

/** The interval of polling the database for due lanes, in milliseconds. */
const pollMs = 250;
const renewEveryMs = leaseMs / 3;
/** The maximum numbers of lanes that one statement leases. */
const maxPerLease = { notices: 32, subscriptions: 128 };
/** How many slots for further lanes a process tries to keep free. To do so, it releases the lanes that it has held longest. */
const minFreeSlots = 32;
const maxLanesParkedAtOnce = 256;
/** The time after which a lane that has sent something is released if other lanes wait. */
export const maxTurnMs = 2_000;
/** The interval of reading all endpoint queues. The poller varies it by up to 20%, so a read is due after 80% of it. */
const pollQueuesMs = 1_000;

/** Leases lanes, renews their leases, and releases lanes that have nothing to send. */
export class LaneHolder {
  readonly #deps: EngineDeps;
  readonly #maxLanes: number;
  readonly #callbacks: LaneHolderCallbacks;
  readonly #endpoints: EndpointKeeper;
  readonly #lanes = new Map<number, LeasedLane>();
  readonly #parkQueue = new Set<LeasedLane>();
  readonly #leasePoller: Poller;
  readonly #queuePoller: Poller;
  #queuesReadAt = Number.NEGATIVE_INFINITY;
  readonly #parkPoller: Poller;
  readonly #renewPoller: Poller;

  /** @param maxLanes the maximum number of lanes held at once, not counting lanes of uninstall notices */
  constructor(
    deps: EngineDeps,
    endpoints: EndpointKeeper,
    { maxLanes, ...callbacks }: LaneHolderCallbacks & { maxLanes: number },
  ) {
    this.#deps = deps;
    this.#endpoints = endpoints;
    this.#maxLanes = maxLanes;
    this.#callbacks = callbacks;
    this.#leasePoller = createEnginePoller(deps, "lease", { work: () => this.#leaseDue(), everyMs: pollMs });
    this.#queuePoller = createEnginePoller(deps, "lease queued", {
      work: () => this.#leaseQueued(),
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

  listLanes(): LeasedLane[] {
    return [...this.#lanes.values()];
  }

  get(id: number): LeasedLane | undefined {
    return this.#lanes.get(id);
  }

  /** Request that due lanes are leased now. */
  requestDueLanes(): void {
    this.#leasePoller.request();
  }

  /** Park a lane soon if it has nothing to do: release it until its next delivery is due. */
  parkIfIdle(lane: LeasedLane): void {
    if (!isIdle(lane)) return;
    this.#parkQueue.add(lane);
    this.#parkPoller.request();
  }

  /** Stop using a lane, because it was released, removed or leased by another process. */
  dropLane(lane: LeasedLane): void {
    lane.isLeased = false;
    lane.readAhead = [];
    this.#parkQueue.delete(lane);
    if (this.#lanes.get(lane.id) === lane) {
      this.#lanes.delete(lane.id);
      if (lane.endpoint && lane.requestsInFlight === 0) this.#endpoints.removeLane(lane.endpoint);
      if (lane.endpoint?.hasQueuedLanes) this.#queuePoller.request();
    }
    this.#callbacks.onLost(lane);
  }

  /** Handle the end of a lane's request. A lost lane counts toward its endpoint until its last request has ended. */
  handleRequestEnd(lane: LeasedLane): void {
    if (!lane.isLeased && lane.requestsInFlight === 0 && lane.endpoint)
      this.#endpoints.removeLane(lane.endpoint);
  }

  /** Request that queued lanes are leased now: those of all endpoints, or only those of this process's endpoints. */
  requestQueuedLanes(mustReadAll: boolean): void {
    if (mustReadAll) this.#queuesReadAt = Number.NEGATIVE_INFINITY;
    this.#queuePoller.request();
  }

  async stopLeasing(): Promise<void> {
    await Promise.all([this.#leasePoller.stop(), this.#queuePoller.stop()]);
  }

  /** Release lanes, so that other processes can lease them at once. */
  async release(lanes: readonly LeasedLane[]): Promise<void> {
    if (lanes.length === 0) return;
    await releaseLanes(this.#deps.database, this.#deps.owner, lanes);
    for (const lane of lanes) this.dropLane(lane);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#parkPoller.stop(), this.#renewPoller.stop()]);
  }

  async #leaseDue(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    this.#freeSlots();
    // Some slots are reserved for lanes from the queues.
    const maxSubscriptions = this.#countSlots(Math.floor(this.#slotsToKeepFree / 2));
    await failpoint("engine.before-lease");
    const requestedAt = performance.now();
    const limits = { maxNotices: maxPerLease.notices, maxSubscriptions, endpoints: this.#listCapacities() };
    const { lanes, queuedEndpointIds } = await leaseDueLanes(database, clock, owner, limits);
    if (lanes.length > 0) await failpoint("engine.after-lease");
    for (const row of lanes) this.#add(row, requestedAt);
    const endpointIds = new Set(queuedEndpointIds);
    for (const endpoint of this.#endpoints.list()) endpoint.hasQueuedLanes ||= endpointIds.has(endpoint.id);
    // A queue may belong to an endpoint without an owner, or to one whose lanes were just released, so queues are read in 50 ms.
    if (endpointIds.size > 0) this.#queuePoller.requestIn(pollQueuesMs / 20);
    if (lanes.length >= Math.max(1, maxSubscriptions) || endpointIds.size > 0) this.#leasePoller.request();
  }

  /** Lease lanes from the queues of this process's endpoints that have capacity left, and at intervals from all queues. */
  async #leaseQueued(): Promise<void> {
    const { database, clock, owner } = this.#deps;
    const mustReadAll = performance.now() - this.#queuesReadAt >= pollQueuesMs * 0.8;
    const queuedEndpoints = this.#endpoints.list().filter(({ hasQueuedLanes }) => hasQueuedLanes);
    const leasableEndpoints = queuedEndpoints.filter((endpoint) => endpoint.countLeasableLanes(leaseMs) > 0);
    // The last free slots are kept for a read of all queues, which leases the lanes that have waited longest.
    const maxLanes = this.#countSlots(mustReadAll ? 0 : this.#slotsToKeepFree);
    if ((!mustReadAll && leasableEndpoints.length === 0) || maxLanes === 0) return;
    if (mustReadAll) this.#queuesReadAt = performance.now();
    const endpointIds = mustReadAll ? null : leasableEndpoints.map(({ id }) => id);
    // The health is saved first, because the statement decides about probes by the stored health.
    await this.#endpoints.save();
    const requestedAt = performance.now();
    const request = { endpointIds, maxLanes, endpoints: this.#listCapacities() };
    const rows = await leaseQueuedLanes(database, clock, owner, request);
    const rowsByEndpoint = Map.groupBy(rows, ({ endpoint }) => endpoint?.endpoint_id);
    for (const { id, capacity } of request.endpoints) {
      const endpoint = this.#endpoints.get(id);
      const hasCapacityLeft = capacity > (rowsByEndpoint.get(id)?.length ?? 0);
      if (endpoint && hasCapacityLeft && rows.length < maxLanes) endpoint.hasQueuedLanes = false;
    }
    for (const row of rows) {
      const lane = this.#add(row, requestedAt);
      if (lane.endpoint) lane.endpoint.hasQueuedLanes = true;
    }
    if (rows.length > 0) this.#queuePoller.request();
  }

  /** Return how many lanes may be leased. @param reservedSlots the number of slots to leave free */
  #countSlots(reservedSlots: number): number {
    const freeSlotCount = this.#maxLanes - reservedSlots - this.#lanes.size;
    return Math.max(0, Math.min(maxPerLease.subscriptions, freeSlotCount));
  }

  get #slotsToKeepFree(): number {
    return Math.min(minFreeSlots, Math.ceil(this.#maxLanes / 2));
  }

  /** If too few slots are free, release the lanes held longest, so that other lanes get a turn. */
  #freeSlots(): void {
    if (this.#maxLanes - this.#lanes.size >= this.#slotsToKeepFree) return;
    const leasedBefore = performance.now() - maxTurnMs;
    const candidates = this.listLanes().filter((lane) => lane.endpoint && !lane.closed && !lane.isReleasing);
    const oldLanes = candidates.filter(({ leasedAt }) => leasedAt < leasedBefore);
    for (const lane of oldLanes.slice(0, this.#slotsToKeepFree)) {
      lane.isReleasing = true;
      this.#callbacks.onChanged(lane);
    }
  }

  #listCapacities(): EndpointCapacity[] {
    const endpoints = this.#endpoints.list();
    return endpoints.map((endpoint) => ({ id: endpoint.id, capacity: endpoint.countLeasableLanes(leaseMs) }));
  }

  #add(row: LaneRow, requestedAt: number): LeasedLane {
    const previousLane = this.#lanes.get(row.id);
    if (previousLane) this.dropLane(previousLane);
    const endpoint = row.endpoint && this.#endpoints.addLane(row.endpoint);
    if (row.probe) endpoint?.breaker.grantProbe();
    const lane = createLeasedLane(row, endpoint, requestedAt + leaseMs);
    this.#lanes.set(lane.id, lane);
    this.#callbacks.onLeased(lane);
    return lane;
  }

  async #renew(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    const lanes = this.listLanes();
    if (lanes.length === 0) return;
    await failpoint("engine.before-renew");
    const requestedAt = performance.now();
    await this.#endpoints.renew(leaseMs);
    const renewedIds = await renewLeases(database, clock, owner, lanes);
    for (const lane of lanes) {
      if (!renewedIds.has(lane.id)) {
        // A lane that is being parked was not lost.
        if (lane.isLeased && lane.runningStatement !== "park") this.dropLane(lane);
        continue;
      }
      lane.leaseEndsAt = requestedAt + leaseMs;
      this.#callbacks.onChanged(lane);
    }
  }

  async #park(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    for (const lane of this.#parkQueue) if (!isIdle(lane)) this.#parkQueue.delete(lane);
    const idleLanes = [...this.#parkQueue].slice(0, maxLanesParkedAtOnce);
    for (const lane of idleLanes) this.#parkQueue.delete(lane);
    if (idleLanes.length === 0) return;
    if (this.#parkQueue.size > 0) this.#parkPoller.request();
    for (const lane of idleLanes) lane.runningStatement = "park";
    try {
      await failpoint("engine.before-park");
      const lanesToRelease = idleLanes.filter((lane) => lane.isReleasing);
      if (lanesToRelease.length > 0) {
        await requeueLanes(database, clock, owner, lanesToRelease);
        for (const lane of lanesToRelease) this.#handleRequeued(lane);
      }
      const lanesToPark = idleLanes.filter((lane) => !lane.isReleasing);
      if (lanesToPark.length === 0) return;
      const parkedLanes = new Map((await this.#parkLanes(lanesToPark)).map((row) => [row.id, row]));
      for (const lane of lanesToPark) this.#handleParked(lane, parkedLanes.get(lane.id)?.wake_in_ms);
    } finally {
      for (const lane of idleLanes) {
        lane.runningStatement = null;
        this.parkIfIdle(lane);
      }
    }
  }

  /** Park lanes, and remove lanes of uninstall notices that have nothing more to send. */
  async #parkLanes(lanes: readonly LeasedLane[]): Promise<ParkedLane[]> {
    const { database, clock, owner } = this.#deps;
    if (!lanes.some(({ kind }) => kind === "uninstall")) return parkLanes(database, clock, owner, lanes);
    const park = async (tx: Transaction): Promise<ParkedLane[]> => {
      const parkedLanes = await parkLanes(tx, clock, owner, lanes);
      const finished = parkedLanes.filter((lane) => lane.kind === "uninstall" && lane.wake_in_ms === null);
      const finishedIds = finished.map(({ id }) => id);
      await removeFinishedNoticeLanes(tx, finishedIds);
      return parkedLanes;
    };
    return database.transaction(park, { retryable: true });
  }

  #handleRequeued(lane: LeasedLane): void {
    lane.runningStatement = null;
    if (lane.endpoint) lane.endpoint.hasQueuedLanes = true;
    if (lane.isLeased) this.dropLane(lane);
  }

  /** @param wakeInMs undefined if the lane was not parked, because it has new deliveries or another process leased it */
  #handleParked(lane: LeasedLane, wakeInMs: number | null | undefined): void {
    lane.runningStatement = null;
    if (!lane.isLeased) return;
    if (wakeInMs === undefined) {
      lane.hasUnread = true;
      this.#callbacks.onChanged(lane);
      return;
    }
    this.dropLane(lane);
    if (lane.hasUnread) this.requestDueLanes();
    else if (wakeInMs !== null) this.#leasePoller.requestIn(Math.max(1, wakeInMs));
  }
}
