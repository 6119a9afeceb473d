import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileTokenStore, type Listening, listen, nodeHandler } from "@souk/app-sdk";
import type { SyncConfig } from "./config.ts";
import { sendRouteResponse } from "./http/routes.ts";
import type { Reconciler } from "./live/reconcile.ts";
import { createSync } from "./sync.ts";

/**
 * Start the app's server. The SDK handles the App URL, the Redirection URL and the webhook URL, and the app handles all
 * other paths. Reconciliation runs immediately and then periodically.
 */
export async function startInventorySync(config: SyncConfig): Promise<Listening> {
  const sync = createSync(config.app, fileTokenStore(join(config.dataDir, "installations")));
  const { feeds, reconciler } = sync;
  const { url, stop } = await listen(
    nodeHandler(sync.app, (request, reply) => sendRouteResponse(request, reply, sync)),
    config,
  );
  const reconciliationLoop = repeatReconciliation(reconciler, {
    seconds: config.reconcileSeconds,
    stopSignal: feeds.stopSignal,
  });
  return {
    url,
    stop: async () => {
      // The server cannot stop while streams are open.
      feeds.endStreams();
      await Promise.all([stop(), reconciliationLoop]);
    },
  };
}

/** Reconcile repeatedly until the app stops. The promise is resolved when the last reconciliation has finished. */
async function repeatReconciliation(
  { reconcileAll }: Reconciler,
  { seconds, stopSignal }: { seconds: number; stopSignal: AbortSignal },
): Promise<void> {
  while (!stopSignal.aborted) {
    await reconcileAll();
    await sleep(seconds * 1000, undefined, { signal: stopSignal }).catch(() => undefined);
  }
}
