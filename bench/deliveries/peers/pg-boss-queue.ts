import { PgBoss } from "pg-boss";
import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../sends.ts";
import { atOnce, type PeerQueue } from "./peer-queue.ts";

const jobsAtOnce = 1_000;
const queue = "send";
// A batch is acknowledged as a whole: several workers keep requests under way while one waits for its last.
const workers = 8;

/**
 * Create a pg-boss queue with batches as large as are under way at once, fetched without a pause while there is more.
 */
export async function pgBossQueue({ count, databaseUrl }: PeerTask, sender: QuickSender): Promise<PeerQueue> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 16 });
  boss.on("error", (error) => {
    throw error;
  });
  await boss.start();
  await boss.createQueue(queue);
  for (let from = 0; from < count; from += jobsAtOnce) {
    const length = Math.min(jobsAtOnce, count - from);
    await boss.insert(
      queue,
      Array.from({ length }, (_, index) => ({ data: { at: from + index }, retryLimit: 13 })),
    );
  }
  return {
    async drain() {
      const all = Promise.withResolvers<void>();
      let done = 0;
      const options = {
        batchSize: atOnce / workers,
        localConcurrency: workers,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      };
      await boss.work<{ at: number }>(queue, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => sender.send(data.at)));
        done += jobs.length;
        if (done === count) all.resolve();
      });
      await all.promise;
    },
    stop: async () => {
      await boss.stop({ graceful: true, close: true });
      await sender.close();
    },
  };
}
