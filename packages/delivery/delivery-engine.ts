import type { Database, Log } from "@souk/database";
import type { Acknowledgement } from "./acknowledge.ts";
import { Acknowledger, countResult } from "./acknowledger.ts";
import { type AttemptResult, attemptDelivery } from "./attempt.ts";
import { type DatabaseClock, databaseClock } from "./database-clock.ts";
import { DatabaseTime } from "./database-time.ts";
import { createEmptyMetrics, type DeliveryMetrics } from "./delivery-metrics.ts";
import type { Endpoint } from "./endpoint.ts";
import { EndpointKeeper } from "./endpoint-keeper.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import { type Failpoint, noFailpoint } from "./failpoint.ts";
import { LaneCloser } from "./lane-closer.ts";
import { LaneHolder, maxTurnMs } from "./lane-holder.ts";
import { LaneReader, lowWaterMark } from "./lane-reader.ts";
import { type DueDelivery, dropReadAhead, type LeasedLane, markForRelease } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";
import type { SafeSender } from "./safe-send.ts";
import { Sending } from "./sending.ts";
import { type ConcurrencyLimits, defaultConcurrencyLimits } from "./turn-queue.ts";

export interface DeliveryEngineOptions {
  database: Database;
  /** The unique name of this process, stored in the lanes it holds. */
  owner: string;
  sender: SafeSender;
  /**
   * Return the client secret with which requests to an app are currently signed; null if the app has none. Called at every
   * attempt.
   */
  findSigningSecret(appId: number): Promise<string | null>;
  /** Return the hostname of a store, by its handle. */
  getStoreHost(handle: string): string;
  /**
   * Called after the first attempt to deliver app/uninstall, so that the installation can be removed (INS-16).
   */
  onUninstallNoticeTried?: (installationId: number) => void;
  /**
   * Called after every request with `delivered`, `not_200` or the failure reason, and the duration in milliseconds.
   */
  onAttempt?: (outcome: string, durationMs: number) => void;
  /** Return a number from 0 up to, not including, 1. */
  random: () => number;
  log: Log;
  clock?: DatabaseClock;
  concurrencyLimits?: ConcurrencyLimits;
  /** The maximum number of lanes held at once. */
  maxLanes?: number;
  failpoint?: Failpoint;
}

/** P4: how long a stopping engine waits for requests in flight. */
const drainMs = 12_000;
/** How often the engine checks which lanes need a full read, which does not start at the lane's cursor. */
const fullReadCheckMs = 1_000;
/** The maximum number of lanes held at once, unless the options say otherwise. */
const defaultMaxLanes = 1_024;

export interface DeliveryEngine {
  /**
   * Read lanes now, because they have new deliveries; without `laneIds`, read all lanes. The call is only a hint, since polling
   * finds new deliveries too.
   */
  wake(laneIds?: readonly number[]): void;
  metrics(): DeliveryMetrics;
  /** Start no more requests, wait for those in flight, store their outcomes and release all lanes (P4). */
  stop(): Promise<void>;
}

/**
 * Start an engine that sends the deliveries that the sequencer has numbered (WHK-4 to WHK-8). Any number of engines can
 * share a database. Each engine leases due lanes, sends their deliveries and releases the lanes.
 */
export function startDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  return new Engine(options);
}

class Engine implements DeliveryEngine {
  readonly #options: DeliveryEngineOptions;
  readonly #deps: EngineDeps;
  readonly #metrics = createEmptyMetrics();
  readonly #endpoints: EndpointKeeper;
  readonly #holder: LaneHolder;
  readonly #reader: LaneReader;
  readonly #sending: Sending;
  readonly #acknowledger: Acknowledger;
  readonly #closer: LaneCloser;
  readonly #fullReadPoller: Poller;

  constructor(options: DeliveryEngineOptions) {
    const { clock = databaseClock, failpoint = noFailpoint } = options;
    const deps = { ...options, clock, failpoint, estimatedTime: new DatabaseTime(clock) };
    this.#options = options;
    this.#deps = deps;
    this.#sending = new Sending(options.concurrencyLimits ?? defaultConcurrencyLimits, {
      attempt: (lane, delivery) => attemptDelivery(deps, lane, delivery),
      onDone: (lane, delivery, result) => this.#handleAttempt(lane, delivery, result),
      onStale: (lane) => this.#reader.requestRead(lane),
    });
    this.#acknowledger = new Acknowledger(deps, (acknowledgement, isLeased) =>
      this.#handleAcknowledged(acknowledgement, isLeased),
    );
    this.#closer = new LaneCloser(deps, {
      onCancelled: (count) => {
        this.#metrics.results.cancelled += count;
      },
      onDone: (lane) => this.#holder.release([lane]),
    });
    this.#reader = new LaneReader(deps, {
      onRead: (lane) => this.#continueLane(lane),
      onLost: (lane) => this.#holder.dropLane(lane),
      countReadAhead: () =>
        this.#holder.listLanes().reduce((sum, { readAhead }) => sum + readAhead.length, 0),
    });
    this.#endpoints = new EndpointKeeper(deps);
    this.#holder = new LaneHolder(deps, this.#endpoints, {
      maxLanes: options.maxLanes ?? defaultMaxLanes,
      onLeased: (lane) => (lane.closed ? this.#closer.add(lane) : this.#reader.requestRead(lane)),
      onChanged: (lane) => this.#continueLane(lane),
      onLost: (lane) => this.#forget(lane),
    });
    this.#fullReadPoller = createEnginePoller(deps, "full reads", {
      work: async () =>
        this.#reader.requestFullReads(this.#holder.listLanes().filter(({ closed }) => !closed)),
      everyMs: fullReadCheckMs,
    });
  }

  wake(laneIds?: readonly number[]): void {
    const lanes = laneIds ? laneIds.map((id) => this.#holder.get(id)) : this.#holder.listLanes();
    for (const lane of lanes) {
      if (!lane || lane.closed || lane.isReleasing) continue;
      lane.hasUnread = true;
      this.#reader.requestRead(lane);
    }
    if (!laneIds || lanes.includes(undefined)) this.#holder.requestDueLanes();
    if (!laneIds) this.#holder.requestQueuedLanes(true);
  }

  metrics(): DeliveryMetrics {
    this.#metrics.lanes_leased = this.#holder.size;
    this.#metrics.requests_under_way = this.#sending.requestsInFlight;
    this.#metrics.unacknowledged = this.#acknowledger.waitingCount;
    return this.#metrics;
  }

  async stop(): Promise<void> {
    const sendingStopped = this.#sending.stop(drainMs);
    await Promise.all([this.#holder.stopLeasing(), this.#fullReadPoller.stop(), this.#closer.stop()]);
    await this.#reader.stop();
    for (const lane of this.#holder.listLanes()) dropReadAhead(lane);
    const isUnused = ({ requestsInFlight, unacknowledgedIds }: LeasedLane) =>
      requestsInFlight === 0 && unacknowledgedIds.size === 0;
    await this.#runOrLog(() => this.#holder.release(this.#holder.listLanes().filter(isUnused)));
    await sendingStopped;
    await this.#runOrLog(() => this.#acknowledger.stop());
    await this.#holder.stop();
    // A lane whose request is still in flight is not released. Its lease ends by itself.
    await this.#runOrLog(() => this.#holder.release(this.#holder.listLanes().filter(isUnused)));
    await this.#runOrLog(() => this.#endpoints.stop());
  }

  /**
   * Run a step of stopping. If it fails, usually because the database is unavailable, log the error. Leases then end by
   * themselves, and deliveries without a stored outcome are sent again.
   */
  async #runOrLog(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, "A step of stopping the delivery engine failed."),
    );
  }

  /** Send the deliveries of a lane, read more of them, or park the lane if it is idle. Called after each change of the lane. */
  #continueLane(lane: LeasedLane): void {
    if (!lane.isLeased || lane.closed) return;
    if (lane.isReleasing || mustRelease(lane)) markForRelease(lane);
    if (lane.readAhead.length > 0) this.#sending.addLane(lane);
    else this.#sending.removeLane(lane);
    if (lane.hasUnread && lane.readAhead.length < lowWaterMark) this.#reader.requestRead(lane);
    this.#holder.parkIfIdle(lane);
  }

  #forget(lane: LeasedLane): void {
    this.#sending.removeLane(lane);
    this.#reader.forget(lane);
    this.#closer.forget(lane);
  }

  #handleAttempt(
    lane: LeasedLane,
    delivery: DueDelivery,
    { acknowledgement, endpointResult, startedAt }: AttemptResult & { startedAt: number },
  ): void {
    this.#acknowledger.add(acknowledgement);
    if (lane.endpoint) this.#applyResult(lane.app_id, lane.endpoint, endpointResult, startedAt);
    this.#holder.handleRequestEnd(lane);
    if (lane.isLeased && lane.hasUnread && lane.readAhead.length < lowWaterMark)
      this.#reader.requestRead(lane);
    // A notice that was not sent does not count as tried. The periodic check of uninstalls limits how long
    // the removal of the installation waits (INS-16).
    const wasTried = acknowledgement.attempt !== undefined || acknowledgement.state !== "pending";
    if (acknowledgement.attempt && delivery.replays > 0) this.#metrics.replayed_attempts++;
    if (lane.kind === "uninstall" && delivery.attempts === 0 && wasTried)
      this.#options.onUninstallNoticeTried?.(lane.installation_id);
  }

  /** Apply the result of a request to its endpoint, which may open or close the breaker or change the pace. */
  #applyResult(
    appId: number,
    endpoint: Endpoint,
    result: AttemptResult["endpointResult"],
    startedAt: number,
  ): void {
    const { breaker } = endpoint;
    const previousState = breaker.state;
    if (!result) breaker.undoStart();
    else {
      const times = { now: this.#deps.estimatedTime.now(), startedAt, endedAt: performance.now() };
      if (!breaker.recordResult(result, times)) return;
      this.#endpoints.markChanged(endpoint);
    }
    if (previousState !== breaker.state) this.#holder.requestQueuedLanes(false);
    this.#sending.refreshEndpoint(appId, endpoint);
    if (!breaker.isBlocked) return;
    for (const lane of this.#holder.listLanes()) if (lane.endpoint === endpoint) this.#continueLane(lane);
  }

  #handleAcknowledged(acknowledgement: Acknowledgement, isLeased: boolean): void {
    countResult(this.#metrics, acknowledgement, isLeased);
    this.#reader.markAcknowledged(acknowledgement.delivery_id);
    const lane = this.#holder.get(acknowledgement.lane_id);
    if (lane?.epoch !== acknowledgement.epoch) return;
    lane.unacknowledgedIds.delete(acknowledgement.delivery_id);
    if (isLeased) this.#holder.parkIfIdle(lane);
    else this.#holder.dropLane(lane);
  }
}

/**
 * Return whether a lane must be released, either because its endpoint's breaker is open, or because other lanes wait and
 * this one has sent something and its turn is over. A lane that could not send yet because of its endpoint's pace is kept,
 * since another lane of the endpoint could not send either.
 */
function mustRelease({ endpoint, hasStartedRequest, leasedAt }: LeasedLane): boolean {
  if (!endpoint) return false;
  // guard turn-at-a-slow-pace: without `&& hasStartedRequest`, slow-endpoints.slow.test.ts fails at `lanes of a slow endpoint stay leased until each has sent something`
  return (
    endpoint.breaker.isBlocked ||
    (endpoint.hasQueuedLanes && hasStartedRequest && performance.now() - leasedAt > maxTurnMs)
  );
}
