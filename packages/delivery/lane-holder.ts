import type { Transaction } from "@souk/database";
import type { EndpointKeeper } from "./endpoint-keeper.ts";
import { type EngineGround, roundsOf } from "./engine-ground.ts";
import {
  leaseMs,
  type ParkedLane,
  parkLanes,
  releaseLanes,
  removeFinishedNotices,
  renewLeases,
  requeueLanes,
} from "./lane-leases.ts";
import { isIdle, type LeasedLane, leasedLane, type TakenLane } from "./leased-lane.ts";
import type { Rounds } from "./rounds.ts";
import { type EndpointRoom, takeLanes, takeQueuedLanes } from "./take-lanes.ts";

export interface LaneHolderEvents {
  taken(lane: LeasedLane): void;
  renewed(lane: LeasedLane): void;
  lost(lane: LeasedLane): void;
}

/** How often the database is asked for lanes that are due, in milliseconds. */
const pollMs = 250;
const renewEveryMs = leaseMs / 3;
const takenAtOnce = { urgent: 32, usual: 128 };
/** A process with fewer free places turns out as many of the lanes it has had longest. */
const freePlaces = 32;
const parkedAtOnce = 256;
/** A lane that others wait for is given back after so long, once it has sent something. */
export const turnMs = 2_000;
/** How often all queues of endpoints are looked at. */
const queuesEveryMs = 1_000;

/** Takes lanes, keeps their leases, and gives them back when they have nothing to send. */
export class LaneHolder {
  readonly #ground: EngineGround;
  readonly #mostLanes: number;
  readonly #events: LaneHolderEvents;
  readonly #endpoints: EndpointKeeper;
  readonly #lanes = new Map<number, LeasedLane>();
  readonly #toPark = new Set<LeasedLane>();
  readonly #taking: Rounds;
  readonly #queues: Rounds;
  #queuesLookedAt = Number.NEGATIVE_INFINITY;
  readonly #parking: Rounds;
  readonly #renewing: Rounds;

  /** @param mostLanes held at once; notices of uninstalls come on top */
  constructor(
    ground: EngineGround,
    endpoints: EndpointKeeper,
    { mostLanes, ...events }: LaneHolderEvents & { mostLanes: number },
  ) {
    this.#ground = ground;
    this.#endpoints = endpoints;
    this.#mostLanes = mostLanes;
    this.#events = events;
    this.#taking = roundsOf(ground, "take", { work: () => this.#take(), everyMs: pollMs });
    this.#queues = roundsOf(ground, "take queued", {
      work: () => this.#takeQueued(),
      everyMs: queuesEveryMs,
    });
    this.#parking = roundsOf(ground, "park", { work: () => this.#park() });
    this.#renewing = roundsOf(ground, "renew", { work: () => this.#renew(), everyMs: renewEveryMs });
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

  /** Looks for due lanes now. */
  look(): void {
    this.#taking.ask();
  }

  /** Gives a lane back when there is nothing to do with it. */
  parkIfIdle(lane: LeasedLane): void {
    if (!isIdle(lane)) return;
    this.#toPark.add(lane);
    this.#parking.ask();
  }

  /** Stops counting a lane as held: another process has it, or it is gone. */
  lose(lane: LeasedLane): void {
    lane.held = false;
    lane.ahead = [];
    this.#toPark.delete(lane);
    if (this.#lanes.get(lane.id) === lane) {
      this.#lanes.delete(lane.id);
      if (lane.endpoint && lane.underWay === 0) this.#endpoints.leave(lane.endpoint);
      if (lane.endpoint?.queued) this.#queues.ask();
    }
    this.#events.lost(lane);
  }

  /** A request of a lane has ended: those of a lane that was lost meanwhile count for its endpoint until then. */
  ended(lane: LeasedLane): void {
    if (!lane.held && lane.underWay === 0 && lane.endpoint) this.#endpoints.leave(lane.endpoint);
  }

  /** Looks into the queues of the endpoints that are held now, or of all there are. */
  lookIntoQueues(all: boolean): void {
    if (all) this.#queuesLookedAt = Number.NEGATIVE_INFINITY;
    this.#queues.ask();
  }

  async stopTaking(): Promise<void> {
    await Promise.all([this.#taking.stop(), this.#queues.stop()]);
  }

  /** Gives back what is given, so that others can take it at once. */
  async release(lanes: readonly LeasedLane[]): Promise<void> {
    if (lanes.length === 0) return;
    await releaseLanes(this.#ground.database, this.#ground.owner, lanes);
    for (const lane of lanes) this.lose(lane);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#parking.stop(), this.#renewing.stop()]);
  }

  async #take(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    this.#makeRoom();
    // Some places are left to the queues.
    const usual = this.#usualRoom(Math.floor(this.#freePlaces / 2));
    await failpoint("engine.before-lease");
    const askedAt = performance.now();
    const room = { urgent: takenAtOnce.urgent, usual, endpoints: this.#rooms() };
    const { lanes, queuedAt } = await takeLanes(database, clock, owner, room);
    if (lanes.length > 0) await failpoint("engine.after-lease");
    for (const row of lanes) this.#add(row, askedAt);
    const queued = new Set(queuedAt);
    for (const endpoint of this.#endpoints.all()) endpoint.queued ||= queued.has(endpoint.id);
    // An endpoint that nobody had, or of which this process has given lanes back meanwhile.
    if (queued.size > 0) this.#queues.askIn(queuesEveryMs / 20);
    if (lanes.length >= Math.max(1, usual) || queuedAt.length > 0) this.#taking.ask();
  }

  /** From the queues of endpoints with room; from time to time from all there are, which other processes may have left. */
  async #takeQueued(): Promise<void> {
    const { database, clock, owner } = this.#ground;
    const now = performance.now();
    const all = now - this.#queuesLookedAt >= queuesEveryMs * 0.8;
    const asked = this.#endpoints
      .all()
      .filter((endpoint) => endpoint.queued && endpoint.roomFor(leaseMs) > 0);
    // The last places go to whoever has waited longest, of whatever endpoint.
    const usual = this.#usualRoom(all ? 0 : this.#freePlaces);
    if ((!all && asked.length === 0) || usual === 0) return;
    if (all) this.#queuesLookedAt = now;
    const only = all ? null : asked.map(({ id }) => id);
    // What was decided by their former state must not be undone by a probe.
    await this.#endpoints.save();
    const askedAt = performance.now();
    const question = { only, usual, endpoints: this.#rooms() };
    const taken = await takeQueuedLanes(database, clock, owner, question);
    const counts = Map.groupBy(taken, ({ endpoint }) => endpoint?.endpoint_id);
    for (const { id, room } of question.endpoints) {
      const endpoint = this.#endpoints.get(id);
      if (endpoint && room > 0 && (counts.get(id)?.length ?? 0) < room && taken.length < usual)
        endpoint.queued = false;
    }
    for (const row of taken) {
      const lane = this.#add(row, askedAt);
      if (lane.endpoint) lane.endpoint.queued = true;
    }
    if (taken.length > 0) this.#queues.ask();
  }

  /** @param kept places that are left free */
  #usualRoom(kept: number): number {
    return Math.max(0, Math.min(takenAtOnce.usual, this.#mostLanes - kept - this.#lanes.size));
  }

  get #freePlaces(): number {
    return Math.min(freePlaces, Math.ceil(this.#mostLanes / 2));
  }

  /** However many lanes with much to send fill this process, others have their turn. */
  #makeRoom(): void {
    if (this.#mostLanes - this.#lanes.size >= this.#freePlaces) return;
    const before = performance.now() - turnMs;
    const had = this.all().filter((lane) => lane.endpoint && !lane.closed && !lane.leaving);
    for (const lane of had.filter(({ takenAt }) => takenAt < before).slice(0, this.#freePlaces)) {
      lane.leaving = true;
      this.#events.renewed(lane);
    }
  }

  #rooms(): EndpointRoom[] {
    return this.#endpoints.all().map((endpoint) => ({ id: endpoint.id, room: endpoint.roomFor(leaseMs) }));
  }

  #add(row: TakenLane, askedAt: number): LeasedLane {
    const former = this.#lanes.get(row.id);
    if (former) this.lose(former);
    const endpoint = row.endpoint && this.#endpoints.join(row.endpoint);
    if (row.probe) endpoint?.breaker.grantProbe();
    const lane = leasedLane(row, endpoint, askedAt + leaseMs);
    this.#lanes.set(lane.id, lane);
    this.#events.taken(lane);
    return lane;
  }

  async #renew(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    const lanes = this.all();
    if (lanes.length === 0) return;
    await failpoint("engine.before-renew");
    const askedAt = performance.now();
    await this.#endpoints.renew(leaseMs);
    const renewed = await renewLeases(database, clock, owner, lanes);
    for (const lane of lanes) {
      if (!renewed.has(lane.id)) {
        // Given back meanwhile is not lost.
        if (lane.held && lane.busy !== "parking") this.lose(lane);
        continue;
      }
      lane.leaseEndsAt = askedAt + leaseMs;
      this.#events.renewed(lane);
    }
  }

  async #park(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    for (const lane of this.#toPark) if (!isIdle(lane)) this.#toPark.delete(lane);
    const idle = [...this.#toPark].slice(0, parkedAtOnce);
    for (const lane of idle) this.#toPark.delete(lane);
    if (idle.length === 0) return;
    if (this.#toPark.size > 0) this.#parking.ask();
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

  /** Nobody comes back to the lane of a notice that has nothing more to send: it is removed together with its parking. */
  async #parkLanes(lanes: readonly LeasedLane[]): Promise<ParkedLane[]> {
    const { database, clock, owner } = this.#ground;
    if (!lanes.some(({ kind }) => kind === "uninstall")) return parkLanes(database, clock, owner, lanes);
    const park = async (tx: Transaction): Promise<ParkedLane[]> => {
      const parked = await parkLanes(tx, clock, owner, lanes);
      const done = parked.filter(({ kind, wake_in_ms }) => kind === "uninstall" && wake_in_ms === null);
      const ids = done.map(({ id }) => id);
      await removeFinishedNotices(tx, ids);
      return parked;
    };
    return database.transaction(park, { repeatable: true });
  }

  #afterRequeue(lane: LeasedLane): void {
    lane.busy = null;
    if (lane.endpoint) lane.endpoint.queued = true;
    if (lane.held) this.lose(lane);
  }

  /** @param wakeInMs undefined when the lane was kept, for something has come to it or another has taken it */
  #afterParking(lane: LeasedLane, wakeInMs: number | null | undefined): void {
    lane.busy = null;
    if (!lane.held) return;
    if (wakeInMs === undefined) {
      lane.hungry = true;
      this.#events.renewed(lane);
      return;
    }
    this.lose(lane);
    if (lane.hungry) this.look();
    else if (wakeInMs !== null) this.#taking.askIn(Math.max(1, wakeInMs));
  }
}
