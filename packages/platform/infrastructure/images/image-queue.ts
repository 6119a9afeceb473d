import { throwApiError } from "@souk/contract";

/** A queue that processes a few images at a time, because each uses a CPU core and much memory. */
export interface ImageQueue {
  /** Run the work as soon as a slot is free. @throws ApiError `unavailable` if too many are waiting */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 5;

/**
 * Create a queue for image processing.
 * @param maxRunning how many run at a time
 * @param maxWaiting how many may wait
 */
export function createImageQueue({ maxRunning = 2, maxWaiting = 64 } = {}): ImageQueue {
  const waitingJobs: (() => void)[] = [];
  let runningCount = 0;

  async function waitForTurn(): Promise<void> {
    if (runningCount < maxRunning) {
      runningCount += 1;
      return;
    }
    if (waitingJobs.length >= maxWaiting) throwApiError("unavailable", { retry_after_s: retryAfterSeconds });
    await new Promise<void>((resolve) => waitingJobs.push(resolve));
  }

  return {
    async run(work) {
      await waitForTurn();
      try {
        return await work();
      } finally {
        // The next waiting job takes over this job's slot, so `runningCount` stays the same.
        const nextJob = waitingJobs.shift();
        if (nextJob) nextJob();
        else runningCount -= 1;
      }
    },
  };
}
