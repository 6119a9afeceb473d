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
import { LaneHolder, turnMs } from "./lane-holder.ts";
import { LaneReader, lowWater } from "./lane-reader.ts";
import { type DueDelivery, dropAhead, type LeasedLane, markForRelease } from "./leased-lane.ts";
import type { Poller } from "./poller.ts";
import type { SafeSender } from "./safe-send.ts";
import { Sending } from "./sending.ts";
import { defaultWidths, type Widths } from "./turn-order.ts";

export interface DeliveryEngineOptions {
  database: Database;
  /** The unique name of this process, stored in the lanes it holds. */
  owner: string;
  sender: SafeSender;
  /**
   * Return the client secret that an app's requests are signed with now; null when it has none. Called at every
   * attempt.
   */
  findSigningSecret(appId: number): Promise<string | null>;
  /** Return the hostname of a store, by its handle. */
  storeHost(handle: string): string;
  /**
   * The callback after the first attempt at app/uninstall, so that the removal can follow (INS-16).
   */
  onUninstallNoticeTried?: (installationId: number) => void;
  /**
   * The callback for every request made: `delivered`, `not_200` or the failure reason, and the duration in milliseconds.
   */
  onAttempt?: (outcome: string, durationMs: number) => void;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  log: Log;
  clock?: DatabaseClock;
  widths?: Widths;
  /** The maximum number of lanes held at once. */
  maxLanes?: number;
  failpoint?: Failpoint;
}

/** P4: the time limit for requests under way when the process stops. */
const drainMs = 12_000;
const sweepIntervalMs = 1_000;
const defaultMaxLanes = 1_024;

export interface DeliveryEngine {
  /** Read lanes with new deliveries now, or all lanes without `laneIds`. Only a hint: polling finds the rest. */
  wake(laneIds?: readonly number[]): void;
  metrics(): DeliveryMetrics;
  /** Start no more requests, wait for those under way, store their outcomes and release all lanes (P4). */
  stop(): Promise<void>;
}

/**
 * Start an engine that sends the deliveries the sequencer has numbered (WHK-4 to WHK-8). Any number of engines can share
 * a database: each leases due lanes, sends their deliveries and releases them.
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
  readonly #sweepPoller: Poller;

  constructor(options: DeliveryEngineOptions) {
    const { clock = databaseClock, failpoint = noFailpoint } = options;
    const deps = { ...options, clock, failpoint, time: new DatabaseTime(clock) };
    this.#options = options;
    this.#deps = deps;
    this.#sending = new Sending(options.widths ?? defaultWidths, {
      attempt: (lane, delivery) => attemptDelivery(deps, lane, delivery),
      done: (lane, delivery, result) => this.#handleAttempt(lane, delivery, result),
      stale: (lane) => this.#reader.requestRead(lane),
    });
    this.#acknowledger = new Acknowledger(deps, (acknowledgement, isLeased) =>
      this.#handleAcknowledged(acknowledgement, isLeased),
    );
    this.#closer = new LaneCloser(deps, {
      cancelled: (count) => {
        this.#metrics.results.cancelled += count;
      },
      done: (lane) => this.#holder.release([lane]),
    });
    this.#reader = new LaneReader(deps, {
      read: (lane) => this.#continue(lane),
      lost: (lane) => this.#holder.lose(lane),
      countAhead: () => this.#holder.all().reduce((sum, { ahead }) => sum + ahead.length, 0),
    });
    this.#endpoints = new EndpointKeeper(deps);
    this.#holder = new LaneHolder(deps, this.#endpoints, {
      maxLanes: options.maxLanes ?? defaultMaxLanes,
      taken: (lane) => (lane.closed ? this.#closer.add(lane) : this.#reader.requestRead(lane)),
      renewed: (lane) => this.#continue(lane),
      lost: (lane) => this.#forget(lane),
    });
    this.#sweepPoller = createEnginePoller(deps, "sweep", {
      work: async () => this.#reader.sweep(this.#holder.all().filter(({ closed }) => !closed)),
      everyMs: sweepIntervalMs,
    });
  }

  wake(laneIds?: readonly number[]): void {
    const lanes = laneIds ? laneIds.map((id) => this.#holder.get(id)) : this.#holder.all();
    for (const lane of lanes) {
      if (!lane || lane.closed || lane.leaving) continue;
      lane.hasUnread = true;
      this.#reader.requestRead(lane);
    }
    if (!laneIds || lanes.includes(undefined)) this.#holder.checkDueLanes();
    if (!laneIds) this.#holder.checkQueues(true);
  }

  metrics(): DeliveryMetrics {
    this.#metrics.lanes_leased = this.#holder.size;
    this.#metrics.requests_under_way = this.#sending.underWay;
    this.#metrics.unacknowledged = this.#acknowledger.waiting;
    return this.#metrics;
  }

  async stop(): Promise<void> {
    const sent = this.#sending.stop(drainMs);
    await Promise.all([this.#holder.stopTaking(), this.#sweepPoller.stop(), this.#closer.stop()]);
    await this.#reader.stop();
    for (const lane of this.#holder.all()) dropAhead(lane);
    const isUnused = ({ underWay, known }: LeasedLane) => underWay === 0 && known.size === 0;
    await this.#runOrLog(() => this.#holder.release(this.#holder.all().filter(isUnused)));
    await sent;
    await this.#runOrLog(() => this.#acknowledger.stop());
    await this.#holder.stop();
    // A lane whose request is still under way is not released; its lease runs out.
    await this.#runOrLog(() => this.#holder.release(this.#holder.all().filter(isUnused)));
    await this.#runOrLog(() => this.#endpoints.stop());
  }

  /**
   * Run a step of stopping; log its error when the database is unavailable. Leases then end by themselves, and deliveries
   * without a stored outcome are sent again.
   */
  async #runOrLog(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, "The delivery engine stopped without the database."),
    );
  }

  /** Send from a lane that has been read, renewed or kept. */
  #continue(lane: LeasedLane): void {
    if (!lane.isLeased || lane.closed) return;
    if (lane.leaving || mustRelease(lane)) markForRelease(lane);
    if (lane.ahead.length > 0) this.#sending.offer(lane);
    else this.#sending.withdraw(lane);
    if (lane.hasUnread && lane.ahead.length < lowWater) this.#reader.requestRead(lane);
    this.#holder.parkIfIdle(lane);
  }

  #forget(lane: LeasedLane): void {
    this.#sending.withdraw(lane);
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
    this.#holder.countEndedRequest(lane);
    if (lane.isLeased && lane.hasUnread && lane.ahead.length < lowWater) this.#reader.requestRead(lane);
    // An unsent notice does not count as tried; the sweep of uninstalls limits that wait (INS-16).
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
    const before = breaker.state;
    if (!result) breaker.undoBegin();
    else {
      const times = { now: this.#deps.time.now(), startedAt, endedAt: performance.now() };
      if (!breaker.recordResult(result, times)) return;
      this.#endpoints.markChanged(endpoint);
    }
    if (before !== breaker.state) this.#holder.checkQueues(false);
    this.#sending.refresh(appId, endpoint);
    if (!breaker.isBlocked) return;
    for (const lane of this.#holder.all()) if (lane.endpoint === endpoint) this.#continue(lane);
  }

  #handleAcknowledged(acknowledgement: Acknowledgement, isLeased: boolean): void {
    countResult(this.#metrics, acknowledgement, isLeased);
    this.#reader.markAcknowledged(acknowledgement.delivery_id);
    const lane = this.#holder.get(acknowledgement.lane_id);
    if (lane?.epoch !== acknowledgement.epoch) return;
    lane.known.delete(acknowledgement.delivery_id);
    if (isLeased) this.#holder.parkIfIdle(lane);
    else this.#holder.lose(lane);
  }
}

/**
 * Return whether a lane must be released: its breaker is open, or the lane has sent something and its turn is over while
 * other lanes wait. A lane that could not send yet because of the pace is kept: another lane could not send either.
 */
function mustRelease({ endpoint, hadTurn, takenAt }: LeasedLane): boolean {
  if (!endpoint) return false;
  // guard: turn-at-a-slow-pace without `&& hadTurn`: slow-endpoints.slow.test.ts lanes of a slow endpoint keep their place until each has sent something
  return endpoint.breaker.isBlocked || (endpoint.queued && hadTurn && performance.now() - takenAt > turnMs);
}
