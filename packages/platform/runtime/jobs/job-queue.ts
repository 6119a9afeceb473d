import type { Queryable } from "@souk/database";
import { deleteJob, insertJob } from "./job-store.ts";
import type { LongJob } from "./long-task.ts";

/** The queue to which use cases add jobs. */
export interface JobQueue {
  /** Add a job in the transaction that creates its record, so that either both are stored or neither is. */
  enqueue(tx: Queryable, job: LongJob): Promise<void>;
  /** Cancel a job in the transaction that cancels its record. If the job is running, it ends at its next step. */
  cancel(tx: Queryable, job: LongJob): Promise<void>;
  /** Call the listener after a commit if a job was added. */
  notifyCommitted(): void;
  /** Set the listener that is called when a job may be waiting. The next poll finds the jobs for which it was not called. */
  setEnqueuedListener(listener: () => void): void;
}

/** Create the job queue of a process. */
export function createJobQueue(): JobQueue {
  let hasAddedJobs = false;
  let notify = (): void => undefined;
  return {
    enqueue: async (tx, job) => {
      await insertJob(tx, job);
      hasAddedJobs = true;
    },
    cancel: deleteJob,
    notifyCommitted: () => {
      if (!hasAddedJobs) return;
      hasAddedJobs = false;
      notify();
    },
    setEnqueuedListener: (listener) => {
      notify = listener;
    },
  };
}
