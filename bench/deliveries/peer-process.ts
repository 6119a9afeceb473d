// The process of a peer, a sender that Souk is compared with. The first message is a PeerTask, whose requests the process
// prepares. The second message is null and starts sending. The process replies to each message when it is done.

import { createBareLoop } from "./peers/bare-loop.ts";
import { createGraphileQueue } from "./peers/graphile-queue.ts";
import type { PeerQueue } from "./peers/peer-queue.ts";
import { createPgBossQueue } from "./peers/pg-boss-queue.ts";
import { QuickSender } from "./quick-sender.ts";
import type { PeerName, PeerTask } from "./targets.ts";

const queueFactories: Readonly<
  Record<PeerName, (task: PeerTask, sender: QuickSender) => Promise<PeerQueue>>
> = {
  undici: createBareLoop,
  "graphile-worker": createGraphileQueue,
  "pg-boss": createPgBossQueue,
};

let queue: PeerQueue | undefined;

async function runStep(task: PeerTask | null): Promise<void> {
  if (task) queue = await queueFactories[task.peer](task, new QuickSender(task.targets, task.body));
  else await queue?.drain();
}

process.on("message", (task: PeerTask | null) => {
  runStep(task).then(
    () => process.send?.("done"),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on("disconnect", () => {
  void (queue?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
});
