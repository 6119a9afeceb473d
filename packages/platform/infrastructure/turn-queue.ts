import { throwApiError } from "@souk/contract";

/** A queue that runs expensive work, a few at a time. Owners take turns, so that one of them cannot delay the others. */
export interface TurnQueue {
  /**
   * Run the work when it is its owner's turn and a slot is free.
   * @param owner whose work it is, for example a store
   * @throws ApiError `unavailable` if too much work of the owner, or of all owners, is waiting
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** The limits of a queue. */
export interface TurnQueueLimits {
  /** How many run at a time. */
  maxRunning: number;
  /** How many of one owner may wait. */
  maxWaitingPerOwner: number;
  /** How many may wait in all. */
  maxWaiting: number;
}

const retryAfterSeconds = 5;

/** Create a queue in which owners take turns. */
export function createTurnQueue({ maxRunning, maxWaitingPerOwner, maxWaiting }: TurnQueueLimits): TurnQueue {
  // The waiting jobs of each owner. The owner whose turn is next comes first.
  const waitingJobs = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let runningCount = 0;

  async function waitForTurn(owner: string): Promise<void> {
    if (runningCount < maxRunning) {
      runningCount += 1;
      return;
    }
    const jobs = waitingJobs.get(owner) ?? [];
    if (jobs.length >= maxWaitingPerOwner || waitingCount >= maxWaiting)
      throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
    waitingJobs.set(owner, jobs);
    waitingCount += 1;
    await new Promise<void>((resolve) => jobs.push(resolve));
  }

  /** Take the next waiting job, and move its owner behind the others. */
  function takeNextJob(): (() => void) | undefined {
    for (const [owner, jobs] of waitingJobs) {
      const job = jobs.shift();
      waitingJobs.delete(owner);
      if (jobs.length > 0) waitingJobs.set(owner, jobs);
      waitingCount -= 1;
      return job;
    }
    return undefined;
  }

  return {
    async run(owner, work) {
      await waitForTurn(owner);
      try {
        return await work();
      } finally {
        // The next waiting job takes over this job's slot, so `runningCount` stays the same.
        const nextJob = takeNextJob();
        if (nextJob) nextJob();
        else runningCount -= 1;
      }
    },
  };
}
