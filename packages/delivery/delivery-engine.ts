import type { Database, Log } from "@souk/database";
import type { Acknowledgement } from "./acknowledge.ts";
import { Acknowledger, countResult } from "./acknowledger.ts";
import { attemptDelivery, type Tried } from "./attempt.ts";
import { type DatabaseClock, databaseClock } from "./database-clock.ts";
import { DatabaseTime } from "./database-time.ts";
import { type DeliveryMetrics, emptyMetrics } from "./delivery-metrics.ts";
import type { Endpoint } from "./endpoint.ts";
import { EndpointKeeper } from "./endpoint-keeper.ts";
import { type EngineGround, roundsOf } from "./engine-ground.ts";
import { type Failpoint, noFailpoint } from "./failpoint.ts";
import { LaneCloser } from "./lane-closer.ts";
import { LaneHolder, turnMs } from "./lane-holder.ts";
import { LaneReader, lowWater } from "./lane-reader.ts";
import { type DueDelivery, dropAhead, type LeasedLane, leave } from "./leased-lane.ts";
import type { Rounds } from "./rounds.ts";
import type { SafeSender } from "./safe-send.ts";
import { Sending } from "./sending.ts";
import { defaultWidths, type Widths } from "./turn-order.ts";

export interface DeliveryEngineOptions {
  database: Database;
  /** Names this process in the lanes it holds; no two that run have the same. */
  owner: string;
  sender: SafeSender;
  /** The client secret that an app's requests are signed with now; null when it has none. Asked at every attempt. */
  signingSecretOf(appId: number): Promise<string | null>;
  /** The hostname of a store, by its handle. */
  shopHost(handle: string): string;
  /** Told when the first request of app/uninstall was answered or has failed: removal may follow (INS-16). */
  onUninstallNoticeTried?: (installationId: number) => void;
  /** Told of every request made: `delivered`, `not_200`, or why there was no answer, and its time in milliseconds. */
  onAttempt?: (outcome: string, durationMs: number) => void;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  log: Log;
  clock?: DatabaseClock;
  widths?: Widths;
  /** Lanes held at once. */
  mostLanes?: number;
  failpoint?: Failpoint;
}

/** P4: what is under way when the process stops has so long to end. */
const drainMs = 12_000;
const sweepLookMs = 1_000;
const usuallyMostLanes = 1_024;

export interface DeliveryEngine {
  /** Tells of lanes that something has come to; of any lane when none is named. A hint: polling finds the rest. */
  wake(laneIds?: readonly number[]): void;
  metrics(): DeliveryMetrics;
  /** Begins nothing more, waits for what is under way, writes what came of it and gives all lanes back (P4). */
  stop(): Promise<void>;
}

/**
 * Sends what the sequencer has numbered (WHK-4 to WHK-8), from now on. Any number of engines work on one database: each
 * takes lanes that are due, sends what they have, and gives them back.
 */
export function startDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  return new Engine(options);
}

class Engine implements DeliveryEngine {
  readonly #options: DeliveryEngineOptions;
  readonly #ground: EngineGround;
  readonly #metrics = emptyMetrics();
  readonly #endpoints: EndpointKeeper;
  readonly #holder: LaneHolder;
  readonly #reader: LaneReader;
  readonly #sending: Sending;
  readonly #acknowledger: Acknowledger;
  readonly #closer: LaneCloser;
  readonly #sweeping: Rounds;

  constructor(options: DeliveryEngineOptions) {
    const { clock = databaseClock, failpoint = noFailpoint } = options;
    const ground = { ...options, clock, failpoint, time: new DatabaseTime(clock) };
    this.#options = options;
    this.#ground = ground;
    this.#sending = new Sending(options.widths ?? defaultWidths, {
      attempt: (lane, delivery) => attemptDelivery(ground, lane, delivery),
      done: (lane, delivery, tried) => this.#tried(lane, delivery, tried),
      stale: (lane) => this.#reader.want(lane),
    });
    this.#acknowledger = new Acknowledger(ground, (told, held) => this.#acknowledged(told, held));
    this.#closer = new LaneCloser(ground, {
      cancelled: (count) => {
        this.#metrics.results.cancelled += count;
      },
      done: (lane) => this.#holder.release([lane]),
    });
    this.#reader = new LaneReader(ground, {
      read: (lane) => this.#goOn(lane),
      lost: (lane) => this.#holder.lose(lane),
      ahead: () => this.#holder.all().reduce((sum, { ahead }) => sum + ahead.length, 0),
    });
    this.#endpoints = new EndpointKeeper(ground);
    this.#holder = new LaneHolder(ground, this.#endpoints, {
      mostLanes: options.mostLanes ?? usuallyMostLanes,
      taken: (lane) => (lane.closed ? this.#closer.add(lane) : this.#reader.want(lane)),
      renewed: (lane) => this.#goOn(lane),
      lost: (lane) => this.#forget(lane),
    });
    this.#sweeping = roundsOf(ground, "sweep", {
      work: async () => this.#reader.sweep(this.#holder.all().filter(({ closed }) => !closed)),
      everyMs: sweepLookMs,
    });
  }

  wake(laneIds?: readonly number[]): void {
    const held = laneIds ? laneIds.map((id) => this.#holder.get(id)) : this.#holder.all();
    for (const lane of held) {
      if (!lane || lane.closed || lane.leaving) continue;
      lane.hungry = true;
      this.#reader.want(lane);
    }
    if (!laneIds || held.includes(undefined)) this.#holder.look();
    if (!laneIds) this.#holder.lookIntoQueues(true);
  }

  metrics(): DeliveryMetrics {
    this.#metrics.lanes_leased = this.#holder.size;
    this.#metrics.requests_under_way = this.#sending.underWay;
    this.#metrics.unacknowledged = this.#acknowledger.waiting;
    return this.#metrics;
  }

  async stop(): Promise<void> {
    const sent = this.#sending.stop(drainMs);
    await Promise.all([this.#holder.stopTaking(), this.#sweeping.stop(), this.#closer.stop()]);
    await this.#reader.stop();
    for (const lane of this.#holder.all()) dropAhead(lane);
    const unused = ({ underWay, known }: LeasedLane) => underWay === 0 && known.size === 0;
    await this.#untilDone(() => this.#holder.release(this.#holder.all().filter(unused)));
    await sent;
    await this.#untilDone(() => this.#acknowledger.stop());
    await this.#holder.stop();
    // A lane whose request has not even now ended is left to the end of its lease.
    await this.#untilDone(() => this.#holder.release(this.#holder.all().filter(unused)));
    await this.#untilDone(() => this.#endpoints.stop());
  }

  /** Without the database there is nothing more to do: leases end by themselves, and what was sent is sent again. */
  async #untilDone(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      this.#ground.log.warn({ err: error }, "The delivery engine stopped without the database."),
    );
  }

  /** A lane has been read, renewed or kept: whatever there is to do with it next. */
  #goOn(lane: LeasedLane): void {
    if (!lane.held || lane.closed) return;
    if (lane.leaving || mustLeave(lane)) leave(lane);
    if (lane.ahead.length > 0) this.#sending.offer(lane);
    else this.#sending.withdraw(lane);
    if (lane.hungry && lane.ahead.length < lowWater) this.#reader.want(lane);
    this.#holder.parkIfIdle(lane);
  }

  #forget(lane: LeasedLane): void {
    this.#sending.withdraw(lane);
    this.#reader.forget(lane);
    this.#closer.forget(lane);
  }

  #tried(
    lane: LeasedLane,
    delivery: DueDelivery,
    { told, answer, beganAt }: Tried & { beganAt: number },
  ): void {
    this.#acknowledger.add(told);
    if (lane.endpoint) this.#answered(lane.app_id, lane.endpoint, answer, beganAt);
    this.#holder.ended(lane);
    if (lane.held && lane.hungry && lane.ahead.length < lowWater) this.#reader.want(lane);
    // A notice that could not leave yet is waited for; the sweep of uninstalls bounds that (INS-16).
    const tried = told.attempt !== undefined || told.state !== "pending";
    if (told.attempt && delivery.replays > 0) this.#metrics.replayed_attempts++;
    if (lane.kind === "uninstall" && delivery.attempts === 0 && tried)
      this.#options.onUninstallNoticeTried?.(lane.installation_id);
  }

  /** What an endpoint made of a request may open it, close it or change its pace. */
  #answered(appId: number, endpoint: Endpoint, answer: Tried["answer"], beganAt: number): void {
    const { breaker } = endpoint;
    const before = breaker.state;
    if (!answer) breaker.unsent();
    else {
      const times = { now: this.#ground.time.now(), beganAt, endedAt: performance.now() };
      if (!breaker.answered(answer, times)) return;
      this.#endpoints.changed(endpoint);
    }
    if (before !== breaker.state) this.#holder.lookIntoQueues(false);
    this.#sending.refresh(appId, endpoint);
    if (!breaker.blocked) return;
    for (const lane of this.#holder.all()) if (lane.endpoint === endpoint) this.#goOn(lane);
  }

  #acknowledged(told: Acknowledgement, held: boolean): void {
    countResult(this.#metrics, told, held);
    this.#reader.settled(told.delivery_id);
    const lane = this.#holder.get(told.lane_id);
    if (lane?.epoch !== told.epoch) return;
    lane.known.delete(told.delivery_id);
    if (held) this.#holder.parkIfIdle(lane);
    else this.#holder.lose(lane);
  }
}

/**
 * A lane whose endpoint is open, or one that has sent something and that others have waited for long enough. Where the pace
 * lets nothing be sent, taking others in its place would change nothing.
 */
function mustLeave({ endpoint, hadTurn, takenAt }: LeasedLane): boolean {
  if (!endpoint) return false;
  return endpoint.breaker.blocked || (endpoint.queued && hadTurn && performance.now() - takenAt > turnMs);
}
