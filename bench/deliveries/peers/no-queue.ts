import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../targets.ts";
import { maxConcurrentRequests, type PeerQueue } from "./peer-queue.ts";

/** Create the floor: a loop that sends requests and stores nothing. */
export async function createNoQueue({ count }: PeerTask, sender: QuickSender): Promise<PeerQueue> {
  let nextIndex = 0;
  const loop = async (): Promise<void> => {
    while (nextIndex < count) await sender.send(nextIndex++);
  };
  return {
    drain: async () => void (await Promise.all(Array.from({ length: maxConcurrentRequests }, loop))),
    stop: () => sender.close(),
  };
}
