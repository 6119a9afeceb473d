import type { Queryable } from "@souk/database";
import { deleteJob, insertJob } from "./job-store.ts";
import type { LongJob } from "./long-task.ts";

/** The queue in which use cases leave long work. */
export interface JobQueue {
  /** Add a job in the transaction that creates its record: both are there, or neither. */
  plan(tx: Queryable, job: LongJob): Promise<void>;
  /** Cancel a job in the transaction that cancels its record; a run of it ends at its next step. */
  cancel(tx: Queryable, job: LongJob): Promise<void>;
  /** Notify, after a commit, the listener that there may be a planned job. */
  committed(): void;
  /**
   * Set the listener that is notified when a job may be waiting. A hint: a missed one is found by the next
   * poll.
   */
  onPlanned(listener: () => void): void;
}

/** Create the queue in which one process leaves its long work. */
export function createJobQueue(): JobQueue {
  let planned = false;
  let notify = (): void => undefined;
  return {
    plan: async (tx, job) => {
      await insertJob(tx, job);
      planned = true;
    },
    cancel: deleteJob,
    committed: () => {
      if (!planned) return;
      planned = false;
      notify();
    },
    onPlanned: (listener) => {
      notify = listener;
    },
  };
}
