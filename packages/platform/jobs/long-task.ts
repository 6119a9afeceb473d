import type { Transaction } from "@souk/database";

/** Which piece of long work is meant: the record that shows its state names it. */
export interface LongJob {
  store_id: number;
  /** The task's name. */
  task: string;
  /** The id of the record, such as the export. */
  record_id: number;
}

/** One run of a job. It may end in the middle and begin anew elsewhere: what a step has committed is all that lasts. */
export interface JobRun {
  readonly job: LongJob;
  /** Fires when this process stops, or when the job is no longer this run's. */
  readonly signal: AbortSignal;
  /**
   * A portion of the work and its progress, in one transaction of a second or two at most.
   * @throws JobInterrupted when the job is no longer this run's; nothing is changed then
   */
  step<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The last step: the job is done with it. */
  finish<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A kind of long work, the same in every process. */
export interface LongTask {
  name: string;
  /** Whether a run goes on where the last one has ended; otherwise it begins again, and its steps bring nothing further. */
  resumes: boolean;
  /** Does what is left of the work. */
  run(run: JobRun): Promise<void>;
  /** Shows on the record that the work failed on our side, in the transaction that gives it up. */
  giveUp(tx: Transaction, job: LongJob): Promise<void>;
}

/** The run ends here; the job goes on in another run, or was taken back by whoever asked for it. */
export class JobInterrupted extends Error {
  constructor() {
    super("The job's run was interrupted.");
    this.name = "JobInterrupted";
  }
}
