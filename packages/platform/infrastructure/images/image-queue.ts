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
 * A queue that processes a few images at a time, because each uses a CPU core and much memory. The owner of an image
 * in the queue is an account, or a folder of the storage.
 */
export type ImageQueue = TurnQueue;

const defaultLimits: Omit<TurnQueueLimits, "slots"> = {
  maxRunningPerOwner: 2,
  maxWaitingPerOwner: 16,
  maxWaiting: 512,
};

/**
 * Let each image use only one thread. The slots of the queue then limit how many cores all images together use.
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
