import type { Queryable } from "@souk/database";
import { deleteJob, insertJob } from "./job-store.ts";
import type { LongJob } from "./long-task.ts";

/** Where use cases leave long work. */
export interface JobQueue {
  /** Notes a job in the transaction that makes its record: both are there, or neither. */
  plan(tx: Queryable, job: LongJob): Promise<void>;
  /** Takes a job back in the transaction that cancels its record; a run of it ends at its next step. */
  cancel(tx: Queryable, job: LongJob): Promise<void>;
  /** A transaction was committed; whoever hears of planned jobs is told when there may be one. */
  committed(): void;
  /** Names who is told that a job may be waiting. A hint: what is missed is found by the next look. */
  onPlanned(tell: () => void): void;
}

/** Makes the queue that one process notes its long work in. */
export function createJobQueue(): JobQueue {
  let planned = false;
  let tell = (): void => undefined;
  return {
    plan: async (tx, job) => {
      await insertJob(tx, job);
      planned = true;
    },
    cancel: deleteJob,
    committed: () => {
      if (!planned) return;
      planned = false;
      tell();
    },
    onPlanned: (listener) => {
      tell = listener;
    },
  };
}
