import { type Database, isUnavailable, type Log } from "@souk/database";
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
  /** Return whether this process serves requests, which go first. Absent if it serves none. */
  isBusy?: () => boolean;
}

/** The jobs that are being run by this process. */
export interface Jobs {
  /** Start no further jobs, and wait at most 5 s until running ones are released after their current step. */
  stop(): Promise<void>;
}

const pollMs = 1_000;
const concurrency = 2;
const stopTimeoutMs = 5_000;

/** Start running queued jobs in this process, at most two at a time. Stores take turns. */
export function startJobs(options: JobsOptions): Jobs {
  const { database, queue, tasks, owner, log, random, isBusy } = options;
  const stopController = new AbortController();
  const deps = { database, log, stopSignal: stopController.signal, ...(isBusy && { isBusy }) };
  // During an update, the queue may contain tasks of a newer version, which only processes of that version can run.
  const tasksByName = new Map(tasks.map((task) => [task.name, task]));
  const running = new Set<Promise<void>>();

  /** Start the next job. @returns false if no job is due */
  async function startNextJob(): Promise<boolean> {
    const leased = await leaseNextJob(database, { owner, tasks: [...tasksByName.keys()] });
    const task = leased && tasksByName.get(leased.task);
    if (!leased || !task) return false;
    const run = runJob(deps, task, leased).finally(() => {
      running.delete(run);
      poller.request();
    });
    running.add(run);
    return true;
  }

  const poller = createPoller({
    everyMs: pollMs,
    random,
    onError: (error) => {
      if (!isUnavailable(error))
        log.warn({ err: error }, "The queue of jobs could not be read; trying again.");
    },
    work: async () => {
      while (running.size < concurrency && !stopController.signal.aborted)
        if (!(await startNextJob())) return;
    },
  });
  queue.onEnqueued(() => poller.request());
  return {
    stop: async () => {
      stopController.abort();
      await poller.stop();
      await waitAtMost(stopTimeoutMs, Promise.all(running));
    },
  };
}

/**
 * Wait for work, but at most this number of ms. Work may not end, for example while the database is unavailable.
 */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
