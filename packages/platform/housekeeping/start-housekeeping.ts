import { type Database, DatabaseUnavailable, isAway, type Log } from "@souk/database";
import { createRounds } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";

/** Work that no request asks for. Any process does it; doing it once too often does no harm. */
export interface Job {
  /** Unique; names its lock. */
  name: string;
  /** The pause between two runs in one process. */
  everyMs: number;
  /** Several processes may run it at once: it locks what it works on by itself. Otherwise one at a time does. */
  concurrent?: true;
  /** @param stopping fires when the process stops: a run of many pieces begins no further one */
  run(database: Database, stopping: AbortSignal): Promise<unknown>;
}

export interface HousekeepingOptions {
  database: Database;
  jobs: readonly Job[];
  log: Log;
  random: RandomFraction;
}

/** Jobs that are being run. */
export interface Housekeeping {
  /** Ends after the runs in progress. */
  stop(): Promise<void>;
}

/** Runs every job at its own pace until stopped; a job that fails is logged and runs again at its next turn. */
export function startHousekeeping({ database, jobs, log, random }: HousekeepingOptions): Housekeeping {
  const stopping = new AbortController();
  const turns = jobs.map((job) => {
    const onError = (error: unknown): void => tell(log, job, error);
    // A failure is told here and not to the rounds, which would come back at once.
    const work = (): Promise<void> => runJob(database, job, stopping.signal).then(() => undefined, onError);
    return createRounds({ work, everyMs: job.everyMs, random, onError });
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(turns.map((turn) => turn.stop()));
    },
  };
}

/** One run; when another process is at it, none. @returns whether it ran */
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
    const asked = await lock.query<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
      [key],
    );
    if (!asked.rows[0]?.taken) return false;
    await job.run(database, stopping);
    return true;
  });
}

function tell(log: Log, job: Job, error: unknown): void {
  if (isAway(error)) return;
  const fields = { err: error, job: job.name };
  if (error instanceof DatabaseUnavailable) log.warn(fields, "A housekeeping job waits for the database.");
  else log.error(fields, "A housekeeping job failed.");
}
