import { join } from "node:path";
import { fileTokenStore, type Listening, listen, nodeHandler, standardListener } from "@souk/app-sdk";
import type { LogisticsConfig } from "./config.ts";
import { createLogistics } from "./logistics.ts";
import { openParcelStore } from "./parcels/parcel-store.ts";
import { createRouteResponse } from "./routes.ts";

/** The running server of the app. */
export interface RunningLogistics extends Listening {
  /** Update the status of all parcels immediately. The app also does this periodically. */
  updateParcels(): Promise<void>;
}

/** Time between two updates of the parcels. */
const updateIntervalMs = 5_000;

/**
 * Start the app's server. The SDK handles the App URL, the Redirection URL and the webhook URL, and the app handles all
 * other paths.
 * @param now returns the current time; the system's clock if omitted
 */
export async function startLogistics(
  config: LogisticsConfig,
  now: () => Date = () => new Date(),
): Promise<RunningLogistics> {
  const { dataDir, host, port } = config;
  const store = fileTokenStore(join(dataDir, "installations"));
  const parcelStore = await openParcelStore(join(dataDir, "parcels"));
  const logistics = createLogistics(config.app, { store, parcelStore, now });
  const { app, updateParcels } = logistics;
  const routeListener = standardListener(app, (request) => createRouteResponse(request, logistics));
  const { url, stop } = await listen(nodeHandler(app, routeListener), { host, port });
  const updatesInProgress = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const update = updateParcels().finally(() => updatesInProgress.delete(update));
    updatesInProgress.add(update);
  }, updateIntervalMs);
  return {
    url,
    updateParcels,
    stop: async () => {
      clearInterval(timer);
      await Promise.all([...updatesInProgress, stop()]);
    },
  };
}
