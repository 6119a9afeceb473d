import { type Database, isUnavailable, type Log } from "@souk/database";
import { createPoller } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";
import type { JobQueue } from "./job-queue.ts";
import { takeNextJob } from "./job-store.ts";
import type { LongTask } from "./long-task.ts";
import { runJob } from "./run-job.ts";

export interface JobsOptions {
  database: Database;
  queue: JobQueue;
  tasks: readonly LongTask[];
  /** The name of this process. */
  owner: string;
  log: Log;
  random: RandomFraction;
}

/** The long work that is being done in this process. */
export interface Jobs {
  /** Begin nothing more; running jobs are released after their present step, waited for at most 5 s. */
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
const concurrency = 2;
const stopWithinMs = 5_000;

/** Run the jobs of `long_jobs`, at most two at once, in every process that calls this; stores take turns. */
export function startJobs({ database, queue, tasks, owner, log, random }: JobsOptions): Jobs {
  const stopping = new AbortController();
  const deps = { database, log, stopping: stopping.signal };
  // A newer version beside this one may know more tasks: its own processes run them.
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const running = new Set<Promise<void>>();

  /** Begin the next job. @returns false when none is due */
  async function beginNext(): Promise<boolean> {
    const leased = await takeNextJob(database, { owner, tasks: [...byName.keys()] });
    const task = leased && byName.get(leased.task);
    if (!leased || !task) return false;
    const run = runJob(deps, task, leased).finally(() => {
      running.delete(run);
      looking.request();
    });
    running.add(run);
    return true;
  }

  const looking = createPoller({
    everyMs: lookEveryMs,
    random,
    onError: (error) => {
      if (!isUnavailable(error))
        log.warn({ err: error }, "The queue of jobs could not be read; trying again.");
    },
    work: async () => {
      while (running.size < concurrency && !stopping.signal.aborted) if (!(await beginNext())) return;
    },
  });
  queue.onPlanned(() => looking.request());
  return {
    stop: async () => {
      stopping.abort();
      await looking.stop();
      await within(stopWithinMs, Promise.all(running));
    },
  };
}

/**
 * Wait for work, at most so many ms: work that cannot end, for example while the database is unavailable, is
 * left to end by itself.
 */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
