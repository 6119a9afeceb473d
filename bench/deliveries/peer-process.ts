// A sender that is no engine: the first message is a PeerTask and prepares it, the second sends. Each is answered when done.

import { graphileQueue } from "./peers/graphile-queue.ts";
import { noQueue } from "./peers/no-queue.ts";
import type { PeerQueue } from "./peers/peer-queue.ts";
import { pgBossQueue } from "./peers/pg-boss-queue.ts";
import { QuickSender } from "./quick-sender.ts";
import type { PeerName, PeerTask } from "./sends.ts";

const queues: Readonly<Record<PeerName, (task: PeerTask, sender: QuickSender) => Promise<PeerQueue>>> = {
  undici: noQueue,
  "graphile-worker": graphileQueue,
  "pg-boss": pgBossQueue,
};

let queue: PeerQueue | undefined;

async function step(task: PeerTask | null): Promise<void> {
  if (task) queue = await queues[task.peer](task, new QuickSender(task.targets, task.body));
  else await queue?.drain();
}

process.on("message", (task: PeerTask | null) => {
  step(task).then(
    () => process.send?.("done"),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on("disconnect", () => {
  void (queue?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
});
