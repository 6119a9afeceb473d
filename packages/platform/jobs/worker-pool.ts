import { type DriverPool, isAway, type Log, toUnavailable } from "@souk/database";
import type { LongJob } from "./long-task.ts";

/** The runner of long work in one process, once it has started. */
export interface WorkerPool {
  /** Gives a job to whichever process is free; a job that waits already is given once. */
  add(job: LongJob): Promise<void>;
  /** Whether it has ended by itself, as after a migration of a newer version. */
  readonly ended: boolean;
  /** Takes nothing new; resolves when what runs has ended, or after 5 s. */
  stop(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** Its own connections: one listens, one is for each job at once, one for what comes between. */
  pool: DriverPool;
  log: Log;
  /** Jobs at once in this process. */
  concurrency: number;
  run(job: LongJob): Promise<void>;
}

const taskName = "long_job";
const stopWithinMs = 5_000;

/**
 * Loads graphile-worker, brings its own schema `graphile_worker` up to date and starts it. Loading takes a moment and
 * connections, so this waits until there is a job (docs/decisions/0009).
 */
export async function startWorkerPool({
  pool,
  log,
  concurrency,
  run,
}: WorkerPoolOptions): Promise<WorkerPool> {
  const { Logger, makeWorkerUtils, runTaskList } = await import("graphile-worker");
  pool.on("connect", (client) => client.on("error", () => undefined));
  const logger = new Logger(() => (level, message, meta) => {
    const error = meta?.["error"];
    const isWorth = (level === "error" || level === "warning") && !isAway(toUnavailable(error));
    if (isWorth) log.warn({ err: error }, `The runner of jobs: ${message}`);
  });
  // In batches, even of one, a job that cannot be marked as done ends the pool; without, its rejection ends the process.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  const shared = { pgPool: pool, logger, preset };
  const utils = await makeWorkerUtils(shared);
  const tasks = { [taskName]: (payload: unknown) => run(payload as LongJob) };
  const workers = runTaskList({ ...shared, concurrency, noHandleSignals: true }, tasks, pool);
  let ended = false;
  // It ends with an error when a job could not be marked as done: then a new one is started.
  workers.promise
    .catch((error: unknown) => log.warn({ err: error }, "The runner of jobs has ended; it is started again."))
    .finally(() => {
      ended = true;
    });
  return {
    add: async (job) => {
      const { store_id, task, record_id } = job;
      const jobKey = `${task} ${store_id} ${record_id}`;
      // What is to be tried again, and when, stands in long_jobs.
      await utils.addJob(taskName, job, { jobKey, jobKeyMode: "preserve_run_at", maxAttempts: 1 });
    },
    get ended() {
      return ended;
    },
    stop: async () => {
      if (!ended) await within(stopWithinMs, Promise.resolve(workers.gracefulShutdown()));
      await within(stopWithinMs, Promise.resolve(utils.release()));
      await within(stopWithinMs, pool.end());
    },
  };
}

/** What does not end in its time, as while the database is away, is left to end by itself. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
