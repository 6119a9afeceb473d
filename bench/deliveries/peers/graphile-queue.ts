import { Logger, makeWorkerUtils, run } from "graphile-worker";
import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../targets.ts";
import { maxConcurrentRequests, type PeerQueue } from "./peer-queue.ts";

const insertBatchSize = 1_000;
const logger = new Logger(() => () => undefined);

/**
 * Create a graphile-worker queue, tuned as its documentation recommends: jobs are prefetched and completed in batches. Each
 * job contains the index of its request.
 */
export async function createGraphileQueue(
  { count, databaseUrl }: PeerTask,
  sender: QuickSender,
): Promise<PeerQueue> {
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, logger });
  await utils.migrate();
  for (let firstIndex = 0; firstIndex < count; firstIndex += insertBatchSize) {
    const length = Math.min(insertBatchSize, count - firstIndex);
    await utils.addJobs(
      Array.from({ length }, (_, index) => ({
        identifier: "send",
        payload: { requestIndex: firstIndex + index },
        maxAttempts: 14,
      })),
    );
  }
  await utils.release();
  return {
    async drain() {
      const allSent = Promise.withResolvers<void>();
      let sentCount = 0;
      const runner = await run({
        connectionString: databaseUrl,
        maxPoolSize: 16,
        noHandleSignals: true,
        logger,
        taskList: {
          send: async (payload) => {
            await sender.send((payload as { requestIndex: number }).requestIndex);
            if (++sentCount === count) allSent.resolve();
          },
        },
        preset: {
          worker: {
            concurrentJobs: maxConcurrentRequests,
            localQueue: { size: 2 * maxConcurrentRequests },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
      await allSent.promise;
      await runner.stop();
    },
    stop: () => sender.close(),
  };
}
