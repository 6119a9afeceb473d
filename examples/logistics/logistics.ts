import {
  type App,
  type AppConfig,
  createApp,
  createSignedTokens,
  type SignedTokens,
  type TokenStore,
} from "@souk/app-sdk";
import { createFulfillHandlers } from "./fulfill/fulfill-handlers.ts";
import { renderParcelsPage } from "./pages/parcels-page.ts";
import { cancelParcel } from "./parcels/cancel-parcel.ts";
import { createParcelNumber } from "./parcels/create-parcel-number.ts";
import type { ParcelDeps } from "./parcels/parcel-deps.ts";
import type { ParcelStore } from "./parcels/parcel-store.ts";
import { createSequentialRunner } from "./parcels/sequential-runner.ts";
import { createParcelUpdater } from "./parcels/update-parcels.ts";
import { calculateRates } from "./rates/calculate-rates.ts";

/** The app and what its routes use. */
export interface Logistics {
  app: App;
  store: TokenStore;
  /** Creates and verifies the tokens of booking pages. */
  tokens: SignedTokens;
  deps: ParcelDeps;
  /** Give every parcel the status that it has reached by now. */
  updateParcels(): Promise<void>;
}

/** Dependencies of the app. */
export interface AppContext {
  store: TokenStore;
  parcelStore: ParcelStore;
  now(): Date;
}

/** Create the app: its page, rates, Fulfill action and webhooks. */
export function createLogistics(config: AppConfig, { store, parcelStore, now }: AppContext): Logistics {
  const tokens = createSignedTokens({ ...config, now });
  const deps: ParcelDeps = {
    parcelStore,
    runInSequence: createSequentialRunner(),
    app: {
      origin: new URL(config.appUrl).origin,
      shop: (shop) => app.shop(shop),
      report: (error) => app.report(error),
    },
    now,
    createNumber: createParcelNumber,
  };
  const app: App = createApp({
    ...config,
    store,
    now,
    page: ({ shop }) => renderParcelsPage(shop, parcelStore.list()),
    rates: calculateRates,
    fulfillment: createFulfillHandlers(deps, tokens),
    webhooks: {
      "fulfillment/cancel": async ({ shop, payload }) => cancelParcel(shop, payload.fulfillment, deps),
    },
    onUninstalled: async ({ shop }) => parcelStore.deleteStoreParcels(shop),
  });
  return { app, store, tokens, deps, updateParcels: createParcelUpdater(deps) };
}
