import { type Database, isAway, type Log } from "@souk/database";
import { createRounds } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";
import type { JobQueue } from "./job-queue.ts";
import { hasJobs, takeDueJobs } from "./job-store.ts";
import type { LongJob, LongTask } from "./long-task.ts";
import { runJob } from "./run-job.ts";
import { startWorkerPool, type WorkerPool } from "./worker-pool.ts";

export interface JobsOptions {
  database: Database;
  queue: JobQueue;
  tasks: readonly LongTask[];
  /** Names this process. */
  owner: string;
  log: Log;
  random: RandomFraction;
}

/** Long work that is being done in this process. */
export interface Jobs {
  /** Begins nothing more; what runs is handed back after its present step. */
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
const concurrency = 2;

/**
 * Does the long work that is noted in `long_jobs`, in every process that calls this. The runner is loaded when there is a
 * job for the first time, so that a start costs nothing.
 */
export function startJobs({ database, queue, tasks, owner, log, random }: JobsOptions): Jobs {
  const stopping = new AbortController();
  const ground = { database, log, owner, stopping: stopping.signal };
  const byName = new Map(tasks.map((task) => [task.name, task]));
  let workers: WorkerPool | null = null;

  async function run(job: LongJob): Promise<void> {
    const task = byName.get(job.task);
    // A newer version beside this one may know more tasks: its own processes run them.
    if (task !== undefined && !stopping.signal.aborted) await runJob(ground, task, job);
  }

  async function startedWorkers(): Promise<WorkerPool> {
    if (workers !== null && !workers.ended) return workers;
    await workers?.stop();
    workers = null;
    const pool = database.separatePool(concurrency + 2);
    try {
      workers = await startWorkerPool({ pool, log, concurrency, run });
    } catch (error) {
      await pool.end();
      throw error;
    }
    return workers;
  }

  const looking = createRounds({
    everyMs: lookEveryMs,
    random,
    onError: (error) => {
      if (!isAway(error)) log.warn({ err: error }, "The jobs could not be looked through; trying again.");
    },
    work: async () => {
      if (!(await hasJobs(database))) return;
      const { add } = await startedWorkers();
      for (const job of await takeDueJobs(database)) await add(job);
    },
  });
  queue.onPlanned(() => looking.ask());
  return {
    stop: async () => {
      stopping.abort();
      await looking.stop();
      await workers?.stop();
    },
  };
}
