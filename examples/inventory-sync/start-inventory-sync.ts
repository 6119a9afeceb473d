import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileTokenStore, type Listening, listen, nodeHandler } from "@souk/app-sdk";
import type { SyncConfig } from "./config.ts";
import { answerOwnAddress } from "./http/own-addresses.ts";
import type { Reconciler } from "./live/reconcile.ts";
import { createSync } from "./sync.ts";

/**
 * Start the app: three addresses are the SDK's, all others are its own. Reconciliation runs at once and then
 * periodically.
 */
export async function startInventorySync(config: SyncConfig): Promise<Listening> {
  const sync = createSync(config.app, fileTokenStore(join(config.dataDir, "installations")));
  const { boards, reconciler } = sync;
  const { url, stop } = await listen(
    nodeHandler(sync.app, (request, reply) => answerOwnAddress(request, reply, sync)),
    config,
  );
  const reconciling = repeatReconciliation(reconciler, {
    seconds: config.reconcileSeconds,
    stopping: boards.closing,
  });
  return {
    url,
    stop: async () => {
      // Open streams do not end on their own.
      boards.close();
      await Promise.all([stop(), reconciling]);
    },
  };
}

/** Reconcile until the app stops. @returns when the current run has ended */
async function repeatReconciliation(
  { reconcileAll }: Reconciler,
  { seconds, stopping }: { seconds: number; stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    await reconcileAll();
    await sleep(seconds * 1000, undefined, { signal: stopping }).catch(() => undefined);
  }
}
