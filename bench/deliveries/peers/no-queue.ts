import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../sends.ts";
import { atOnce, type PeerQueue } from "./peer-queue.ts";

/** Run the floor: a loop that sends and stores nothing. */
export async function noQueue({ count }: PeerTask, sender: QuickSender): Promise<PeerQueue> {
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < count) await sender.send(next++);
  };
  return {
    drain: async () => void (await Promise.all(Array.from({ length: atOnce }, loop))),
    stop: () => sender.close(),
  };
}
