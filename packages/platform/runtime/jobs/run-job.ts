import { setTimeout as sleep } from "node:timers/promises";
import {
  type Database,
  DatabaseUnavailable,
  isUnavailable,
  type Log,
  leaseMs,
  type Transaction,
} from "@souk/database";
import {
  deleteLeasedJob,
  type LeasedJob,
  postponeJob,
  releaseJob,
  renewInProgress,
  renewJob,
} from "./job-store.ts";
import { JobInterrupted, type JobRun, type LongTask } from "./long-task.ts";

/** Dependencies of running jobs. */
export interface JobDeps {
  database: Database;
  log: Log;
  /** Is aborted when the process stops. */
  stopSignal: AbortSignal;
  /** Return whether this process serves requests, which go first. Absent if it serves none. */
  isBusy?: () => boolean;
}

/** The number of consecutive runs without progress after which a job has failed. */
const maxAttempts = 5;

/** The pause in ms after the first failure. Each further pause is four times as long. */
const firstPauseMs = 1_000;

/**
 * Run a job that this process has leased. Errors are logged and not thrown. An unfinished job is released or delayed; if
 * the database is unavailable, it can be leased again after its lease has expired.
 */
export async function runJob(deps: JobDeps, task: LongTask, leased: LeasedJob): Promise<void> {
  const { database, log } = deps;
  try {
    if (leased.attempts > maxAttempts) await failJob(database, task, leased);
    else await runLeased(deps, task, leased);
  } catch (error) {
    if (isUnavailable(error)) return;
    const { store_id, record_id } = leased;
    const fields = { err: error, task: task.name, store_id, record_id };
    if (error instanceof DatabaseUnavailable)
      log.warn(fields, "A job could not run because the database is busy.");
    else log.error(fields, "A job could not be completed or released.");
  }
}

async function failJob(database: Database, task: LongTask, leased: LeasedJob): Promise<void> {
  await database.transaction(async (tx) => {
    if (await deleteLeasedJob(tx, leased)) await task.recordFailure(tx, leased);
  });
}

async function runLeased(deps: JobDeps, task: LongTask, leased: LeasedJob): Promise<void> {
  const { database, log, stopSignal } = deps;
  const leaseLost = new AbortController();
  const renewTimer = renewLeaseRegularly(database, leased, () => leaseLost.abort());
  try {
    await task.run(
      createJobRun(deps, { task, leased, signal: AbortSignal.any([stopSignal, leaseLost.signal]) }),
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (isInterruption(error)) return await releaseJob(database, leased);
    const { store_id, record_id, attempts } = leased;
    const suffix = attempts >= maxAttempts ? " It is not retried again." : "";
    const fields = { err: error, task: task.name, store_id, record_id, attempts };
    if (error instanceof DatabaseUnavailable) log.warn(fields, "A job failed because the database is busy.");
    else log.error(fields, `A job failed.${suffix}`);
    await postponeJob(database, leased, firstPauseMs * 4 ** (attempts - 1));
  } finally {
    clearInterval(renewTimer);
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof JobInterrupted || (error instanceof Error && error.name === "AbortError");
}

/**
 * Renew the lease regularly during a run, for long work outside of steps such as uploading a file to the storage.
 */
function renewLeaseRegularly(database: Database, leased: LeasedJob, onLost: () => void): NodeJS.Timeout {
  return setInterval(() => {
    renewJob(database, leased).then(
      (isHeld) => {
        if (!isHeld) onLost();
      },
      // The next step checks whether this run still has the lease.
      () => undefined,
    );
  }, leaseMs / 3);
}

interface RunDeps {
  task: LongTask;
  leased: LeasedJob;
  signal: AbortSignal;
}

const maxPauseMs = 1_000;

/** Create the function that pauses a run, which has begun now. */
function createPause({ isBusy }: JobDeps, signal: AbortSignal): () => Promise<void> {
  let workedSince = performance.now();
  return async () => {
    const workedMs = performance.now() - workedSince;
    // An interruption ends the pause; the next step notices it.
    if (isBusy?.()) await sleep(Math.min(maxPauseMs, workedMs), undefined, { signal }).catch(() => undefined);
    workedSince = performance.now();
  };
}

function createJobRun(deps: JobDeps, { task: { resumes }, leased, signal }: RunDeps): JobRun {
  const { database } = deps;
  const { store_id, task, record_id } = leased;
  const pause = createPause(deps, signal);
  const runInTransaction = <T>(
    renewOrDelete: (tx: Transaction, job: LeasedJob) => Promise<boolean>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    if (signal.aborted) throw new JobInterrupted();
    return database.transaction(
      async (tx) => {
        if (!(await renewOrDelete(tx, leased))) throw new JobInterrupted();
        return work(tx);
      },
      { repeatable: true },
    );
  };
  return {
    job: { store_id, task, record_id },
    signal,
    pause,
    step: async (work) => {
      await pause();
      return runInTransaction(resumes ? renewInProgress : renewJob, work);
    },
    finish: async (work) => runInTransaction(deleteLeasedJob, work),
  };
}
