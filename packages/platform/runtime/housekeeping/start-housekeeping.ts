import { type Database, DatabaseUnavailable, isUnavailable, type Log } from "@souk/database";
import { createPoller } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";

/** Work that no request asks for. Any process runs it; an extra run does no harm. */
export interface Job {
  /** A unique name, also of the job's lock. */
  name: string;
  /** The pause between two runs in one process. */
  everyMs: number;
  /**
   * Set where several processes may run the job at once: it locks its rows by itself. Otherwise one process
   * at a time runs it.
   */
  concurrent?: true;
  /** Run the job. @param stopping fires when the process stops: a run of many pieces begins no further one */
  run(database: Database, stopping: AbortSignal): Promise<unknown>;
}

export interface HousekeepingOptions {
  database: Database;
  jobs: readonly Job[];
  log: Log;
  random: RandomFraction;
}

/** The jobs that are being run. */
export interface Housekeeping {
  /** Stop after the runs in progress. */
  stop(): Promise<void>;
}

/**
 * Run every job at its own interval until stopped; a job that fails is logged and runs again at its next
 * turn.
 */
export function startHousekeeping({ database, jobs, log, random }: HousekeepingOptions): Housekeeping {
  const stopping = new AbortController();
  const turns = jobs.map((job) => {
    const handleError = (error: unknown): void => logJobError(log, job, error);
    // A failure is logged here and not passed to the poller, which would retry at once.
    const work = (): Promise<void> =>
      runJob(database, job, stopping.signal).then(() => undefined, handleError);
    return createPoller({ work, everyMs: job.everyMs, random, onError: handleError });
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(turns.map((turn) => turn.stop()));
    },
  };
}

/** Run a job once, unless another process is running it. @returns whether it ran */
export async function runJob(
  database: Database,
  job: Job,
  stopping = new AbortController().signal,
): Promise<boolean> {
  if (job.concurrent) {
    await job.run(database, stopping);
    return true;
  }
  // The transaction only holds the lock, so a job's own statements commit by themselves. PostgreSQL ends one that is idle
  // for 30 s, so a job works in portions shorter than that.
  return database.transaction(async (lock) => {
    const key = `souk job ${job.name}`;
    const asked = await lock.maybeOne<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
      [key],
    );
    if (!asked?.taken) return false;
    await job.run(database, stopping);
    return true;
  });
}

function logJobError(log: Log, job: Job, error: unknown): void {
  if (isUnavailable(error)) return;
  const fields = { err: error, job: job.name };
  if (error instanceof DatabaseUnavailable) log.warn(fields, "A housekeeping job waits for the database.");
  else log.error(fields, "A housekeeping job failed.");
}
