import { type EngineGround, roundsOf } from "./engine-ground.ts";
import {
  leaseMs,
  parkLanes,
  releaseLanes,
  removeFinishedNotices,
  renewLeases,
  takeLanes,
} from "./lane-leases.ts";
import { isIdle, type LeasedLane, leasedLane } from "./leased-lane.ts";
import type { Rounds } from "./rounds.ts";

export interface LaneHolderEvents {
  taken(lane: LeasedLane): void;
  renewed(lane: LeasedLane): void;
  lost(lane: LeasedLane): void;
}

/** How often the database is asked for lanes that are due, in milliseconds. */
const pollMs = 250;
const renewEveryMs = leaseMs / 3;
const takenAtOnce = { urgent: 32, usual: 128 };
const parkedAtOnce = 256;

/** Takes lanes, keeps their leases, and gives them back when they have nothing to send. */
export class LaneHolder {
  readonly #ground: EngineGround;
  readonly #mostLanes: number;
  readonly #events: LaneHolderEvents;
  readonly #lanes = new Map<number, LeasedLane>();
  readonly #toPark = new Set<LeasedLane>();
  readonly #taking: Rounds;
  readonly #parking: Rounds;
  readonly #renewing: Rounds;

  /** @param mostLanes held at once; notices of uninstalls come on top */
  constructor(ground: EngineGround, mostLanes: number, events: LaneHolderEvents) {
    this.#ground = ground;
    this.#mostLanes = mostLanes;
    this.#events = events;
    this.#taking = roundsOf(ground, "take", { work: () => this.#take(), everyMs: pollMs });
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
    if (this.#lanes.get(lane.id) === lane) this.#lanes.delete(lane.id);
    this.#events.lost(lane);
  }

  async stopTaking(): Promise<void> {
    await this.#taking.stop();
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
    const usual = Math.min(takenAtOnce.usual, this.#mostLanes - this.#lanes.size);
    await failpoint("engine.before-lease");
    const askedAt = performance.now();
    const most = { ...takenAtOnce, usual: Math.max(0, usual) };
    const taken = await takeLanes(database, clock, owner, most);
    if (taken.length > 0) await failpoint("engine.after-lease");
    for (const row of taken) {
      const former = this.#lanes.get(row.id);
      if (former) this.lose(former);
      const lane = leasedLane(row, askedAt + leaseMs);
      this.#lanes.set(lane.id, lane);
      this.#events.taken(lane);
    }
    if (taken.length >= Math.max(1, usual)) this.#taking.ask();
  }

  async #renew(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    const lanes = this.all();
    if (lanes.length === 0) return;
    await failpoint("engine.before-renew");
    const askedAt = performance.now();
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
    const idle = [...this.#toPark].filter(isIdle).slice(0, parkedAtOnce);
    this.#toPark.clear();
    if (idle.length === 0) return;
    for (const lane of idle) lane.busy = "parking";
    try {
      await failpoint("engine.before-park");
      const parked = new Map((await parkLanes(database, clock, owner, idle)).map((row) => [row.id, row]));
      for (const lane of idle) this.#afterParking(lane, parked.get(lane.id)?.wake_in_ms);
      const done = idle.filter(({ id, kind }) => kind === "uninstall" && parked.get(id)?.wake_in_ms === null);
      if (done.length > 0)
        await removeFinishedNotices(
          database,
          done.map(({ id }) => id),
        );
    } finally {
      for (const lane of idle) {
        lane.busy = null;
        this.parkIfIdle(lane);
      }
    }
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
