import { availableParallelism } from "node:os";
import sharp from "sharp";
import { createTurnQueue, type TurnQueue, type TurnQueueLimits } from "../turn-queue.ts";

/**
 * A queue that processes a few images at a time, because each uses a CPU core and much memory. Its owners are accounts, or
 * folders of the storage.
 */
export type ImageQueue = TurnQueue;

// A core is left to requests.
const maxRunning = Math.max(1, Math.min(2, availableParallelism() - 1));
const defaultLimits: TurnQueueLimits = {
  maxRunning,
  maxRunningPerOwner: 2,
  maxWaitingPerOwner: 16,
  maxWaiting: 512,
};

/**
 * Let each image use one thread. The queue decides how many images are processed at a time, so that requests have a core left.
 */
export function useOneThreadPerImage(): void {
  sharp.concurrency(1);
}

/** Create a queue for image processing. */
export function createImageQueue(limits: Partial<TurnQueueLimits> = {}): ImageQueue {
  return createTurnQueue({ ...defaultLimits, ...limits });
}
