import type { Transaction } from "@souk/database";

/** A job: the task to run, and the record that the task works on and that shows the job's state. */
export interface LongJob {
  store_id: number;
  /** The task's name. */
  task: string;
  /** The id of the record, for example the export. */
  record_id: number;
}

/**
 * One run of a job. The run can end at any time, and the job is then run again, possibly by another process. Only
 * committed steps are kept.
 */
export interface JobRun {
  readonly job: LongJob;
  /** Is aborted when this process stops or this run loses the lease of the job. */
  readonly signal: AbortSignal;
  /**
   * Do a part of the work and store the progress, in one transaction that takes at most one or two seconds.
   * @throws JobInterrupted if this run has lost the lease of the job; nothing is changed then
   */
  step<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Give requests priority. While this process serves requests, wait as long as the run has worked since its last pause, but at
   * most 1 s. Each step begins with a pause. A run that does long work between its steps also calls this method.
   */
  pause(): Promise<void>;
  /** Do the last step, and delete the job in the same transaction. */
  finish<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A kind of job, which takes longer than a request may. */
export interface LongTask {
  name: string;
  /**
   * Whether a run continues where the previous run ended. If not, every run starts from the beginning, and its steps are not
   * counted as progress.
   */
  resumes: boolean;
  /** Do the remaining work. */
  run(jobRun: JobRun): Promise<void>;
  /** Store on the record that the job has failed because of the platform, in the transaction that deletes the job. */
  recordFailure(tx: Transaction, job: LongJob): Promise<void>;
}

/** Thrown if a run ends early because the process stops, the lease is lost or the job was canceled. */
export class JobInterrupted extends Error {
  constructor() {
    super("The job's run was interrupted.");
    this.name = "JobInterrupted";
  }
}
