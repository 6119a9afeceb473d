import { type LaneAnswer, type LaneQuestion, readDueDeliveries } from "./due-deliveries.ts";
import { type EngineGround, roundsOf } from "./engine-ground.ts";
import { dropAhead, type LeasedLane } from "./leased-lane.ts";
import type { Rounds } from "./rounds.ts";

export interface LaneReaderEvents {
  read(lane: LeasedLane): void;
  lost(lane: LeasedLane): void;
  /** How many deliveries are read and not begun, in all lanes. */
  ahead(): number;
}

/** A high-water cursor alone loses rows that become due behind it. */
const sweepEveryMs = 5_000;
const lanesAtOnce = 256;
const readAhead = { lane: 64, least: 8, process: 2_048 };
/** A lane with fewer read ahead is read again: as many as one endpoint has under way. */
export const lowWater = 8;

// From its cursor a lane is read in the youngest partitions only. A sweep looks at all there are: what is left from before
// every process was down must end as expired, or its lane would be taken and given back without a pause.
const youngMs = 86_400_000;
const allOfThem = new Date(0);

/**
 * How many deliveries each of several lanes is read ahead by. The more lie in memory, the fewer: after an outage every lane
 * has a backlog.
 *
 * @param ahead how many are read ahead in all lanes already
 */
export function shareOfEach(lanes: number, ahead: number): number {
  const share = Math.floor(Math.max(0, readAhead.process - ahead) / Math.max(1, lanes));
  return Math.min(readAhead.lane, Math.max(readAhead.least, share));
}

/** Reads what leased lanes have due: from their cursors as they empty, and all of it from time to time. */
export class LaneReader {
  readonly #ground: EngineGround;
  readonly #events: LaneReaderEvents;
  readonly #wanted = new Set<LeasedLane>();
  // Acknowledged since the statement under way began, which may still see them as due.
  readonly #settled = new Set<number>();
  readonly #reading: Rounds;

  constructor(ground: EngineGround, events: LaneReaderEvents) {
    this.#ground = ground;
    this.#events = events;
    this.#reading = roundsOf(ground, "read", { work: () => this.#read() });
  }

  /** Asks for a lane to be read: it has run low, something has come to it, or what is known of it is too old. */
  want(lane: LeasedLane): void {
    if (!lane.held) return;
    this.#wanted.add(lane);
    this.#reading.ask();
  }

  forget(lane: LeasedLane): void {
    this.#wanted.delete(lane);
  }

  /** Told of a delivery that has been acknowledged. */
  settled(deliveryId: number): void {
    this.#settled.add(deliveryId);
  }

  /** Asks for the lanes whose last full reading is long ago. */
  sweep(lanes: readonly LeasedLane[]): void {
    const before = performance.now() - sweepEveryMs;
    for (const lane of lanes.filter(({ sweptAt }) => sweptAt < before)) {
      lane.hungry = true;
      lane.cursor = null;
      this.want(lane);
    }
  }

  async stop(): Promise<void> {
    this.#wanted.clear();
    await this.#reading.stop();
  }

  async #read(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    const free = [...this.#wanted].filter(({ held, busy }) => held && busy === null);
    if (free.length === 0) return;
    const questions = this.#questions(free.slice(0, lanesAtOnce));
    this.#settled.clear();
    try {
      const answers = await readDueDeliveries(database, clock, owner, questions);
      await failpoint("engine.after-read");
      const answeredAt = performance.now();
      for (const question of questions) this.#apply(question, answers.get(question.lane.id), answeredAt);
    } catch (error) {
      for (const { lane, most } of questions) {
        lane.hungry ||= most > 0;
        this.#wanted.add(lane);
      }
      throw error;
    } finally {
      for (const { lane } of questions) lane.busy = null;
    }
    for (const { lane } of questions) if (lane.held) this.#events.read(lane);
    if (free.length > lanesAtOnce) this.#reading.ask();
  }

  #questions(lanes: readonly LeasedLane[]): LaneQuestion[] {
    const young = new Date(this.#ground.time.now().getTime() - youngMs);
    const hungry = new Set(
      lanes.filter((lane) => lane.hungry && !lane.leaving && lane.ahead.length < readAhead.lane),
    );
    const each = shareOfEach(hungry.size, this.#events.ahead());
    return lanes.map((lane) => {
      this.#wanted.delete(lane);
      lane.busy = "reading";
      const fromCursor = lane.cursor !== null;
      const since = fromCursor ? young : allOfThem;
      if (!hungry.has(lane)) return { lane, fromCursor, since, most: 0 };
      lane.hungry = false;
      // A full reading meets those again that are known already.
      return { lane, fromCursor, since, most: fromCursor ? each : each + lane.known.size };
    });
  }

  #apply({ lane, fromCursor, most }: LaneQuestion, answer: LaneAnswer | undefined, answeredAt: number): void {
    if (!lane.held) return;
    if (!answer) {
      this.#events.lost(lane);
      return;
    }
    this.#ground.time.heard(answer.now);
    this.#applyState(lane, answer, answeredAt);
    if (most === 0 || !lane.sendable) return;
    for (const delivery of answer.deliveries) {
      if (lane.known.has(delivery.id) || this.#settled.has(delivery.id)) continue;
      lane.known.add(delivery.id);
      lane.ahead.push(delivery);
    }
    if (!fromCursor) lane.sweptAt = answeredAt;
    const last = answer.deliveries.at(-1);
    lane.cursor = last ?? lane.cursor ?? { due_at: new Date(0), id: 0 };
    if (answer.deliveries.length === most) lane.hungry = true;
  }

  #applyState(lane: LeasedLane, answer: LaneAnswer, answeredAt: number): void {
    // Seen by a question that asked for no deliveries: there is something to read.
    if (answer.wakes !== lane.wakes && lane.readAt !== Number.NEGATIVE_INFINITY) lane.hungry = true;
    lane.wakes = answer.wakes;
    lane.readAt = answeredAt;
    // A lane that was led to another endpoint is given back, and taken anew with that.
    const isElsewhere = lane.endpoint !== null && answer.endpoint_id !== lane.endpoint.id;
    lane.sendable = answer.sendable && !isElsewhere;
    lane.shop_handle = answer.shop_handle;
    lane.url = answer.url;
    if (lane.sendable) return;
    dropAhead(lane);
    lane.hungry = false;
  }
}
