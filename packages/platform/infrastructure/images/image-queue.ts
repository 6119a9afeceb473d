import { availableParallelism } from "node:os";
import sharp from "sharp";
import {
  createTurnQueue,
  createTurnSlots,
  type TurnQueue,
  type TurnQueueLimits,
  type TurnSlots,
} from "../turn-queue.ts";

/**
 * A queue that processes a few images at a time, because each uses a CPU core and much memory. Its owners are accounts, or
 * folders of the storage.
 */
export type ImageQueue = TurnQueue;

const defaultLimits: Omit<TurnQueueLimits, "slots"> = {
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

/** Create the slots for all image processing of this process: one or two, so that, if possible, at least one core is left for requests. */
export function createImageSlots(): TurnSlots {
  return createTurnSlots(Math.max(1, Math.min(2, availableParallelism() - 1)));
}

/** Create a queue for image processing. */
export function createImageQueue(limits: Partial<TurnQueueLimits> = {}): ImageQueue {
  return createTurnQueue({ slots: createImageSlots(), ...defaultLimits, ...limits });
}
