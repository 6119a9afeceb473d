import { DatabaseUnavailable } from "@souk/database";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { type EngineGround, roundsOf } from "./engine-ground.ts";
import type { Rounds } from "./rounds.ts";

/** Told of each acknowledgement once it is written, and whether its lane was still this process's. */
export type Written = (acknowledgement: Acknowledgement, held: boolean) => void;

const gatherMs = 5;
const atOnce = 500;

/** Writes what became of deliveries, many in one statement. What could not be written is kept and tried again. */
export class Acknowledger {
  readonly #ground: EngineGround;
  readonly #written: Written;
  readonly #writing: Rounds;
  #waiting: Acknowledgement[] = [];
  #oneByOne = 0;

  constructor(ground: EngineGround, written: Written) {
    this.#ground = ground;
    this.#written = written;
    this.#writing = roundsOf(ground, "acknowledge", { work: () => this.#write(), gatherMs });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(acknowledgement: Acknowledgement): void {
    this.#waiting.push(acknowledgement);
    this.#writing.ask();
  }

  /** Writes all that waits; gives up when the database does not take it. */
  async stop(): Promise<void> {
    await this.#writing.stop();
    while (this.#waiting.length > 0) await this.#write();
  }

  async #write(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#ground;
    const batch = this.#waiting.slice(0, this.#oneByOne > 0 ? 1 : atOnce);
    if (batch.length === 0) return;
    await failpoint("engine.after-send-before-ack");
    const [held] = await Promise.all([
      acknowledge(database, clock, owner, batch).catch((error: unknown) => this.#refused(batch, error)),
      failpoint("engine.during-ack"),
    ]);
    if (!held) return;
    this.#waiting.splice(0, batch.length);
    await failpoint("engine.after-ack");
    for (const told of batch) this.#written(told, held.get(told.lane_id) === told.epoch);
    this.#oneByOne = Math.max(0, this.#oneByOne - batch.length);
    if (this.#waiting.length > 0) this.#writing.ask();
  }

  /**
   * When the database is there and does not take a batch, each of it is written by itself, and the one at fault is given up:
   * its lane is let go of and read anew.
   * @returns no lane held for one that is given up, null when the batch is to be tried again
   */
  #refused(batch: readonly Acknowledgement[], error: unknown): Map<number, number> | null {
    if (error instanceof DatabaseUnavailable) throw error;
    if (batch.length === 1) {
      const { delivery_id } = batch[0] as Acknowledgement;
      this.#ground.log.error({ err: error, delivery_id }, "What became of a delivery could not be written.");
      return new Map();
    }
    this.#oneByOne = batch.length;
    this.#writing.ask();
    return null;
  }
}

/** Counts an acknowledgement under what became of its delivery. */
export function countResult(
  metrics: DeliveryMetrics,
  { state, attempt }: Acknowledgement,
  held: boolean,
): void {
  if (!held) metrics.results.fenced++;
  else if (state !== "pending") metrics.results[state]++;
  else if (attempt) metrics.results.retried++;
  else metrics.results.postponed++;
}
