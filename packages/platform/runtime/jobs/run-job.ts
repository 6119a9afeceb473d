import {
  type Database,
  DatabaseUnavailable,
  isUnavailable,
  type Log,
  leaseMs,
  type Transaction,
} from "@souk/database";
import { endJob, type LeasedJob, postponeJob, releaseJob, renewInProgress, renewJob } from "./job-store.ts";
import { JobInterrupted, type JobRun, type LongTask } from "./long-task.ts";

/** The dependencies of job runs on their process. */
export interface JobDeps {
  database: Database;
  log: Log;
  /** Fires when the process stops. */
  stopping: AbortSignal;
}

/** The number of runs that may end without advancing before the work is given up. */
const maxAttempts = 5;

/** The pause after the first failure in ms; each further one is four times as long. */
const firstPauseMs = 1_000;

/**
 * Run a job that this process holds. However it ends, nothing is thrown: unfinished work is released,
 * delayed, or, when the database is unavailable, found again once its lease has run out.
 */
export async function runJob(deps: JobDeps, task: LongTask, leased: LeasedJob): Promise<void> {
  const { database, log } = deps;
  try {
    if (leased.attempts > maxAttempts) await giveUp(database, task, leased);
    else await runLeased(deps, task, leased);
  } catch (error) {
    if (isUnavailable(error)) return;
    const { store_id, record_id } = leased;
    const fields = { err: error, task: task.name, store_id, record_id };
    if (error instanceof DatabaseUnavailable) log.warn(fields, "A job waits for the database.");
    else log.error(fields, "A job could not be taken or returned.");
  }
}

async function giveUp(database: Database, task: LongTask, leased: LeasedJob): Promise<void> {
  await database.transaction(async (tx) => {
    if (await endJob(tx, leased)) await task.giveUp(tx, leased);
  });
}

async function runLeased(deps: JobDeps, task: LongTask, leased: LeasedJob): Promise<void> {
  const { database, log, stopping } = deps;
  const lost = new AbortController();
  const renewing = keepLease(database, leased, () => lost.abort());
  try {
    await task.run(createRun(deps, { task, leased, signal: AbortSignal.any([stopping, lost.signal]) }));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (isInterruption(error)) return await releaseJob(database, leased);
    const { store_id, record_id, attempts } = leased;
    const last = attempts >= maxAttempts ? " It is given up." : "";
    const fields = { err: error, task: task.name, store_id, record_id, attempts };
    if (error instanceof DatabaseUnavailable) log.warn(fields, "A job found the database busy.");
    else log.error(fields, `A job failed.${last}`);
    await postponeJob(database, leased, firstPauseMs * 4 ** (attempts - 1));
  } finally {
    clearInterval(renewing);
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof JobInterrupted || (error instanceof Error && error.name === "AbortError");
}

/**
 * Renew the lease while the run lasts; long work outside of steps, for example sending a file to the storage,
 * needs it.
 */
function keepLease(database: Database, leased: LeasedJob, onLost: () => void): NodeJS.Timeout {
  return setInterval(() => {
    renewJob(database, leased).then(
      (still) => {
        if (!still) onLost();
      },
      // Its next step finds out whether the job is still its own.
      () => undefined,
    );
  }, leaseMs / 3);
}

interface RunDeps {
  task: LongTask;
  leased: LeasedJob;
  signal: AbortSignal;
}

function createRun({ database }: JobDeps, { task: { resumes }, leased, signal }: RunDeps): JobRun {
  const { store_id, task, record_id } = leased;
  const inTransaction = <T>(
    hold: (tx: Transaction, job: LeasedJob) => Promise<boolean>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    if (signal.aborted) throw new JobInterrupted();
    return database.transaction(
      async (tx) => {
        if (!(await hold(tx, leased))) throw new JobInterrupted();
        return work(tx);
      },
      { repeatable: true },
    );
  };
  return {
    job: { store_id, task, record_id },
    signal,
    step: async (work) => inTransaction(resumes ? renewInProgress : renewJob, work),
    finish: async (work) => inTransaction(endJob, work),
  };
}
