import { DatabaseUnavailable } from "@souk/database";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { createEnginePoller, type EngineDeps } from "./engine-deps.ts";
import type { Poller } from "./poller.ts";

/** Called for each processed acknowledgement. `isLeased` says whether this process still held the lane. */
export type OnWritten = (acknowledgement: Acknowledgement, isLeased: boolean) => void;

/** The time that a write waits for further acknowledgements, which it then stores in one batch. */
const gatherMs = 5;
/** The largest number of acknowledgements in one write. */
const batchSize = 500;

/** Writes the outcomes of deliveries to the database in batches, and retries outcomes that could not be written. */
export class Acknowledger {
  readonly #deps: EngineDeps;
  readonly #onWritten: OnWritten;
  readonly #poller: Poller;
  #waiting: Acknowledgement[] = [];
  #singleWritesLeft = 0;

  constructor(deps: EngineDeps, onWritten: OnWritten) {
    this.#deps = deps;
    this.#onWritten = onWritten;
    this.#poller = createEnginePoller(deps, "acknowledge", { work: () => this.#write(), gatherMs });
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  add(acknowledgement: Acknowledgement): void {
    this.#waiting.push(acknowledgement);
    this.#poller.request();
  }

  /** Write all waiting acknowledgements, then stop. Throws if the database is unavailable. */
  async stop(): Promise<void> {
    await this.#poller.stop();
    while (this.#waiting.length > 0) await this.#write();
  }

  async #write(): Promise<void> {
    const { database, clock, owner, failpoint } = this.#deps;
    const batch = this.#waiting.slice(0, this.#singleWritesLeft > 0 ? 1 : batchSize);
    if (batch.length === 0) return;
    await failpoint("engine.after-send-before-ack");
    const [epochByLane] = await Promise.all([
      acknowledge(database, clock, owner, batch).catch((error: unknown) =>
        this.#handleRejectedBatch(batch, error),
      ),
      failpoint("engine.during-ack"),
    ]);
    if (!epochByLane) return;
    this.#waiting.splice(0, batch.length);
    await failpoint("engine.after-ack");
    for (const acknowledgement of batch)
      this.#onWritten(acknowledgement, epochByLane.get(acknowledgement.lane_id) === acknowledgement.epoch);
    this.#singleWritesLeft = Math.max(0, this.#singleWritesLeft - batch.length);
    if (this.#waiting.length > 0) this.#poller.request();
  }

  /**
   * Switch to writing acknowledgements one by one after the database rejected a batch. An acknowledgement that is
   * rejected on its own is dropped. This process then drops the lane, and the delivery is sent again after the lane's lease ends.
   * @returns an empty map if the acknowledgement is dropped; null if the batch must be retried
   */
  #handleRejectedBatch(batch: readonly Acknowledgement[], error: unknown): Map<number, number> | null {
    if (error instanceof DatabaseUnavailable) throw error;
    if (batch.length === 1) {
      const { delivery_id } = batch[0] as Acknowledgement;
      this.#deps.log.error({ err: error, delivery_id }, "The outcome of a delivery could not be written.");
      return new Map();
    }
    this.#singleWritesLeft = batch.length;
    this.#poller.request();
    return null;
  }
}

/** Count an acknowledgement in the metrics by the outcome of its delivery. */
export function countResult(
  metrics: DeliveryMetrics,
  { state, attempt }: Acknowledgement,
  isLeased: boolean,
): void {
  if (!isLeased) metrics.results.fenced++;
  else if (state !== "pending") metrics.results[state]++;
  else if (attempt) metrics.results.retried++;
  else metrics.results.postponed++;
}
