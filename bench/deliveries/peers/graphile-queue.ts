import { Logger, makeWorkerUtils, run } from "graphile-worker";
import type { QuickSender } from "../quick-sender.ts";
import type { PeerTask } from "../sends.ts";
import { atOnce, type PeerQueue } from "./peer-queue.ts";

const jobsAtOnce = 1_000;
const logger = new Logger(() => () => undefined);

/**
 * Create a graphile-worker queue tuned as its documentation advises: jobs fetched ahead in batches, completed in
 * batches, no listening to each other. A job holds the number of its request.
 */
export async function graphileQueue(
  { count, databaseUrl: connectionString }: PeerTask,
  sender: QuickSender,
): Promise<PeerQueue> {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  for (let from = 0; from < count; from += jobsAtOnce) {
    const length = Math.min(jobsAtOnce, count - from);
    await utils.addJobs(
      Array.from({ length }, (_, index) => ({
        identifier: "send",
        payload: { at: from + index },
        maxAttempts: 14,
      })),
    );
  }
  await utils.release();
  return {
    async drain() {
      const all = Promise.withResolvers<void>();
      let done = 0;
      const runner = await run({
        connectionString,
        maxPoolSize: 16,
        noHandleSignals: true,
        logger,
        taskList: {
          send: async (payload) => {
            await sender.send((payload as { at: number }).at);
            if (++done === count) all.resolve();
          },
        },
        preset: {
          worker: {
            concurrentJobs: atOnce,
            localQueue: { size: 2 * atOnce },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      });
      await all.promise;
      await runner.stop();
    },
    stop: () => sender.close(),
  };
}
