import { type Database, DatabaseUnavailable, isAway, type Log, type Transaction } from "@souk/database";
import {
  endJob,
  type HeldJob,
  handBack,
  holdJob,
  leaseMs,
  putOff,
  renewInProgress,
  renewJob,
} from "./job-store.ts";
import { JobInterrupted, type JobRun, type LongJob, type LongTask } from "./long-task.ts";

/** What runs of jobs need of their process. */
export interface JobGround {
  database: Database;
  log: Log;
  /** Names this process. */
  owner: string;
  /** Fires when the process stops. */
  stopping: AbortSignal;
}

/** So many runs may end without having come further; then the work is given up. */
const mostAttempts = 5;

/** The pause after the first failure in ms; each further one is four times as long. */
const firstPauseMs = 1_000;

/**
 * Runs a job if nobody else does. However it ends, nothing is thrown: what is unfinished is handed back, put off, or, when
 * the database is away, found again once its lease has run out.
 */
export async function runJob(ground: JobGround, task: LongTask, job: LongJob): Promise<void> {
  const { database, log, owner } = ground;
  try {
    const held = await holdJob(database, job, owner);
    if (held === null) return;
    if (held.attempts > mostAttempts) await giveUp(database, task, held);
    else await runHeld(ground, task, held);
  } catch (error) {
    if (isAway(error)) return;
    const fields = { err: error, ...job };
    if (error instanceof DatabaseUnavailable) log.warn(fields, "A job waits for the database.");
    else log.error(fields, "A job could not be taken or put back.");
  }
}

async function giveUp(database: Database, task: LongTask, held: HeldJob): Promise<void> {
  await database.transaction(async (tx) => {
    if (await endJob(tx, held)) await task.giveUp(tx, held);
  });
}

async function runHeld(ground: JobGround, task: LongTask, held: HeldJob): Promise<void> {
  const { database, log, stopping } = ground;
  const lost = new AbortController();
  const renewing = keepHeld(database, held, () => lost.abort());
  try {
    await task.run(createRun(ground, { task, held, signal: AbortSignal.any([stopping, lost.signal]) }));
  } catch (error) {
    if (isAway(error)) throw error;
    if (isInterruption(error)) return await handBack(database, held);
    const { store_id, record_id, attempts } = held;
    const last = attempts >= mostAttempts ? " It is given up." : "";
    const fields = { err: error, task: task.name, store_id, record_id, attempts };
    if (error instanceof DatabaseUnavailable) log.warn(fields, "A job found the database busy.");
    else log.error(fields, `A job failed.${last}`);
    await putOff(database, held, firstPauseMs * 4 ** (attempts - 1));
  } finally {
    clearInterval(renewing);
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof JobInterrupted || (error instanceof Error && error.name === "AbortError");
}

/** Renews the lease while the run lasts; long work outside of steps, such as sending a file away, needs it. */
function keepHeld(database: Database, held: HeldJob, onLost: () => void): NodeJS.Timeout {
  return setInterval(() => {
    renewJob(database, held).then(
      (still) => {
        if (!still) onLost();
      },
      // Its next step finds out whether the job is still its own.
      () => undefined,
    );
  }, leaseMs / 3);
}

interface RunParts {
  task: LongTask;
  held: HeldJob;
  signal: AbortSignal;
}

function createRun({ database }: JobGround, { task: { resumes }, held, signal }: RunParts): JobRun {
  const { store_id, task, record_id } = held;
  const inTransaction = <T>(
    hold: (tx: Transaction, job: HeldJob) => Promise<boolean>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    if (signal.aborted) throw new JobInterrupted();
    return database.transaction(
      async (tx) => {
        if (!(await hold(tx, held))) throw new JobInterrupted();
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
