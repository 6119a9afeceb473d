import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../targets.ts";
import { maxConcurrentRequests, type PeerQueue } from "./peer-queue.ts";

/** Create the bare loop, which sends the requests and stores nothing. */
export async function createBareLoop({ count }: PeerTask, sender: QuickSender): Promise<PeerQueue> {
  let nextIndex = 0;
  const loop = async (): Promise<void> => {
    while (nextIndex < count) await sender.send(nextIndex++);
  };
  return {
    drain: async () => void (await Promise.all(Array.from({ length: maxConcurrentRequests }, loop))),
    stop: () => sender.close(),
  };
}
