import { type Database, isUnreachable, type Log } from "@souk/database";
import { createPoller } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";
import type { JobQueue } from "./job-queue.ts";
import { leaseNextJob } from "./job-store.ts";
import type { LongTask } from "./long-task.ts";
import { runJob } from "./run-job.ts";

export interface JobsOptions {
  database: Database;
  queue: JobQueue;
  tasks: readonly LongTask[];
  /** The name of this process as the owner of leases. */
  owner: string;
  log: Log;
  random: RandomFraction;
  /** Return whether this process is working on requests, which have priority over jobs. Absent in a process that serves no requests. */
  isBusy?: () => boolean;
}

/** The jobs that are being run by this process. */
export interface Jobs {
  /** Start no further jobs, and wait at most 5 s until the running jobs are released after their current step. */
  stop(): Promise<void>;
}

const pollMs = 1_000;
const maxRunningJobs = 2;
const stopTimeoutMs = 5_000;

/** Start running queued jobs in this process, at most two at a time. The owners of stores take turns. */
export function startJobs(options: JobsOptions): Jobs {
  const { database, queue, tasks, owner, log, random, isBusy } = options;
  const stopController = new AbortController();
  const deps = { database, log, stopSignal: stopController.signal, ...(isBusy && { isBusy }) };
  // During an update of Souk, the queue may contain jobs whose tasks only processes of the newer version have.
  const tasksByName = new Map(tasks.map((task) => [task.name, task]));
  const runningJobs = new Set<Promise<void>>();

  /** Start the next job. @returns false if no job is due */
  async function startNextJob(): Promise<boolean> {
    const leasedJob = await leaseNextJob(database, { owner, tasks: [...tasksByName.keys()] });
    const task = leasedJob && tasksByName.get(leasedJob.task);
    if (!leasedJob || !task) return false;
    const run = runJob(deps, task, leasedJob).finally(() => {
      runningJobs.delete(run);
      poller.request();
    });
    runningJobs.add(run);
    return true;
  }

  const poller = createPoller({
    everyMs: pollMs,
    random,
    onError: (error) => {
      if (!isUnreachable(error))
        log.warn({ err: error }, "The queue of jobs could not be read; trying again.");
    },
    work: async () => {
      while (runningJobs.size < maxRunningJobs && !stopController.signal.aborted)
        if (!(await startNextJob())) return;
    },
  });
  queue.setEnqueuedListener(() => poller.request());
  return {
    stop: async () => {
      stopController.abort();
      await poller.stop();
      await waitAtMost(stopTimeoutMs, Promise.all(runningJobs));
    },
  };
}

/**
 * Wait until the work ends, but at most this number of ms. The work may never end, for example while the database is unavailable.
 */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
