import type { Transaction } from "@souk/database";

/** The identity of a piece of long work, with the record that shows its state. */
export interface LongJob {
  store_id: number;
  /** The task's name. */
  task: string;
  /** The id of the record, for example the export. */
  record_id: number;
}

/**
 * One run of a job. It may end in the middle and start again elsewhere: only what a step has committed lasts.
 */
export interface JobRun {
  readonly job: LongJob;
  /** Fires when this process stops, or when the job is no longer this run's. */
  readonly signal: AbortSignal;
  /**
   * Do a portion of the work and its progress, in one transaction of a second or two at most.
   * @throws JobInterrupted when the job is no longer this run's; nothing is changed then
   */
  step<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Do the last step, which ends the job. */
  finish<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A type of long work, the same in every process. */
export interface LongTask {
  name: string;
  /**
   * Whether a run continues where the last one ended; otherwise it starts again, and its steps do not advance
   * the work.
   */
  resumes: boolean;
  /** Do the rest of the work. */
  run(jobRun: JobRun): Promise<void>;
  /** Show on the record that the work failed because of the platform, in the transaction that gives it up. */
  giveUp(tx: Transaction, job: LongJob): Promise<void>;
}

/** Thrown where a run ends early: the job continues in another run, or was cancelled. */
export class JobInterrupted extends Error {
  constructor() {
    super("The job's run was interrupted.");
    this.name = "JobInterrupted";
  }
}
