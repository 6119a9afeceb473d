import { availableParallelism } from "node:os";
import { throwApiError } from "@souk/contract";
import sharp from "sharp";

/** A queue that processes a few images at a time, because each uses a CPU core and much memory. Owners take turns. */
export interface ImageQueue {
  /**
   * Run the work when it is its owner's turn and a slot is free.
   * @param owner whose image it is: a store, or a folder of the storage
   * @throws ApiError `unavailable` if too many images of the owner, or of all owners, are waiting
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** The limits of an image queue. */
export interface ImageQueueLimits {
  /** How many run at a time. */
  maxRunning: number;
  /** How many of one owner may wait. */
  maxWaitingPerOwner: number;
  /** How many may wait in all. */
  maxWaiting: number;
}

const retryAfterSeconds = 5;
// A core is left to requests.
const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1));
const defaultLimits: ImageQueueLimits = { maxRunning, maxWaitingPerOwner: 16, maxWaiting: 512 };

/**
 * Let each image use one thread. The queue decides how many images are processed at a time, so that requests have a core left.
 */
export function useOneThreadPerImage(): void {
  sharp.concurrency(1);
}

/** Create a queue for image processing. */
export function createImageQueue(limits: Partial<ImageQueueLimits> = {}): ImageQueue {
  const { maxRunning, maxWaitingPerOwner, maxWaiting } = { ...defaultLimits, ...limits };
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
