import { PgBoss } from "pg-boss";
import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../targets.ts";
import { maxConcurrentRequests, type PeerQueue } from "./peer-queue.ts";

const insertBatchSize = 1_000;
const queueName = "send";
// A batch is acknowledged as a whole, so other workers must send while one waits for the last response of its batch.
const workerCount = 8;

/** Create a pg-boss queue whose batches together fill the concurrency limit and are fetched without pauses. */
export async function createPgBossQueue(
  { count, databaseUrl }: PeerTask,
  sender: QuickSender,
): Promise<PeerQueue> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 16 });
  boss.on("error", (error) => {
    throw error;
  });
  await boss.start();
  await boss.createQueue(queueName);
  for (let firstIndex = 0; firstIndex < count; firstIndex += insertBatchSize) {
    const length = Math.min(insertBatchSize, count - firstIndex);
    await boss.insert(
      queueName,
      Array.from({ length }, (_, index) => ({ data: { requestIndex: firstIndex + index }, retryLimit: 13 })),
    );
  }
  return {
    async drain() {
      const allSent = Promise.withResolvers<void>();
      let sentCount = 0;
      const options = {
        batchSize: maxConcurrentRequests / workerCount,
        localConcurrency: workerCount,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      };
      await boss.work<{ requestIndex: number }>(queueName, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => sender.send(data.requestIndex)));
        sentCount += jobs.length;
        if (sentCount === count) allSent.resolve();
      });
      await allSent.promise;
    },
    stop: async () => {
      await boss.stop({ graceful: true, close: true });
      await sender.close();
    },
  };
}
