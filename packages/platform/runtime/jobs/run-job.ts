import { setTimeout as sleep } from "node:timers/promises";
import {
  type Database,
  DatabaseUnavailable,
  isUnreachable,
  type Log,
  leaseMs,
  type Transaction,
} from "@souk/database";
import {
  deleteLeasedJob,
  type LeasedJob,
  postponeJob,
  releaseJob,
  renewAndResetAttempts,
  renewJob,
} from "./job-store.ts";
import { JobInterrupted, type JobRun, type LongTask } from "./long-task.ts";

/** Dependencies of running jobs. */
export interface JobDeps {
  database: Database;
  log: Log;
  /** Is aborted when the process stops. */
  stopSignal: AbortSignal;
  /** Return whether this process is working on requests, which have priority over jobs. Absent in a process that serves no requests. */
  isBusy?: () => boolean;
}

/** The number of consecutive runs without progress after which a job has failed. */
const maxAttempts = 5;

/** The pause in ms after the first failure. Each further pause is four times as long. */
const firstPauseMs = 1_000;

/**
 * Run a job that this process has leased. Errors are logged and not thrown. An unfinished job is released or delayed. If the
 * database is unavailable, the job can be leased again after its lease has expired.
 */
export async function runJob(deps: JobDeps, task: LongTask, leasedJob: LeasedJob): Promise<void> {
  const { database, log } = deps;
  try {
    if (leasedJob.attempts > maxAttempts) await failJob(database, task, leasedJob);
    else await runLeasedJob(deps, task, leasedJob);
  } catch (error) {
    if (isUnreachable(error)) return;
    const { store_id, record_id } = leasedJob;
    const fields = { err: error, task: task.name, store_id, record_id };
    if (error instanceof DatabaseUnavailable)
      log.warn(fields, "A job could not run because the database is busy.");
    else log.error(fields, "A job could not be completed or released.");
  }
}

async function failJob(database: Database, task: LongTask, leasedJob: LeasedJob): Promise<void> {
  await database.transaction(async (tx) => {
    if (await deleteLeasedJob(tx, leasedJob)) await task.recordFailure(tx, leasedJob);
  });
}

async function runLeasedJob(deps: JobDeps, task: LongTask, leasedJob: LeasedJob): Promise<void> {
  const { database, log, stopSignal } = deps;
  const leaseLossController = new AbortController();
  const renewTimer = renewLeaseRegularly(database, leasedJob, () => leaseLossController.abort());
  try {
    await task.run(
      createJobRun(deps, {
        longTask: task,
        leasedJob,
        signal: AbortSignal.any([stopSignal, leaseLossController.signal]),
      }),
    );
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (isInterruption(error)) return await releaseJob(database, leasedJob);
    const { store_id, record_id, attempts } = leasedJob;
    const suffix = attempts >= maxAttempts ? " It is not retried again." : "";
    const fields = { err: error, task: task.name, store_id, record_id, attempts };
    if (error instanceof DatabaseUnavailable) log.warn(fields, "A job failed because the database is busy.");
    else log.error(fields, `A job failed.${suffix}`);
    await postponeJob(database, leasedJob, firstPauseMs * 4 ** (attempts - 1));
  } finally {
    clearInterval(renewTimer);
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof JobInterrupted || (error instanceof Error && error.name === "AbortError");
}

/**
 * Renew the lease regularly during a run, because work outside of steps, such as uploading a file, can take longer than a lease.
 */
function renewLeaseRegularly(database: Database, leasedJob: LeasedJob, onLost: () => void): NodeJS.Timeout {
  return setInterval(() => {
    renewJob(database, leasedJob).then(
      (isHeld) => {
        if (!isHeld) onLost();
      },
      // A failed renewal is ignored, because the next step checks whether this run still has the lease.
      () => undefined,
    );
  }, leaseMs / 3);
}

interface RunDeps {
  longTask: LongTask;
  leasedJob: LeasedJob;
  signal: AbortSignal;
}

/** The longest pause that gives requests priority. */
const maxPauseMs = 1_000;

/** Create the function that pauses a run. The run's work is timed from this call on. */
function createPause({ isBusy }: JobDeps, signal: AbortSignal): () => Promise<void> {
  let workedSince = performance.now();
  return async () => {
    const workedMs = performance.now() - workedSince;
    // If the run is interrupted, the pause ends without an error, and the next step throws `JobInterrupted`.
    if (isBusy?.()) await sleep(Math.min(maxPauseMs, workedMs), undefined, { signal }).catch(() => undefined);
    workedSince = performance.now();
  };
}

function createJobRun(deps: JobDeps, { longTask, leasedJob, signal }: RunDeps): JobRun {
  const { database } = deps;
  const { resumes } = longTask;
  const { store_id, task, record_id } = leasedJob;
  const pause = createPause(deps, signal);
  const runInTransaction = <T>(
    renewOrDelete: (tx: Transaction, job: LeasedJob) => Promise<boolean>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    if (signal.aborted) throw new JobInterrupted();
    return database.transaction(
      async (tx) => {
        if (!(await renewOrDelete(tx, leasedJob))) throw new JobInterrupted();
        return work(tx);
      },
      { retryable: true },
    );
  };
  return {
    job: { store_id, task, record_id },
    signal,
    pause,
    step: async (work) => {
      await pause();
      return runInTransaction(resumes ? renewAndResetAttempts : renewJob, work);
    },
    finish: async (work) => runInTransaction(deleteLeasedJob, work),
  };
}
