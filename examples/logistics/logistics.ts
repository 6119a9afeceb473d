import {
  type App,
  type AppConfig,
  createApp,
  createSignedTokens,
  type SignedTokens,
  type TokenStore,
} from "@souk/app-sdk";
import { answerFulfill } from "./fulfill/answer-fulfill.ts";
import { parcelsPage } from "./pages/parcels-page.ts";
import { cancelParcel } from "./parcels/cancel-parcel.ts";
import { createRounds } from "./parcels/move-parcels.ts";
import { newNumber } from "./parcels/new-number.ts";
import type { ParcelBook } from "./parcels/parcel-book.ts";
import type { ParcelDeps } from "./parcels/parcel-deps.ts";
import { createTurns } from "./parcels/turns.ts";
import { answerRates } from "./rates/answer-rates.ts";

/** Parts of the app. */
export interface Logistics {
  app: App;
  store: TokenStore;
  /** Tokens that prove who was sent to a booking page. */
  tokens: SignedTokens;
  deps: ParcelDeps;
  /** Update all parcels to the current time. */
  goRound(): Promise<void>;
}

/** Dependencies of the app. */
export interface AppContext {
  store: TokenStore;
  book: ParcelBook;
  now(): Date;
}

/** Create the app: its page, rates, Fulfill action and webhooks. */
export function createLogistics(config: AppConfig, { store, book, now }: AppContext): Logistics {
  const tokens = createSignedTokens({ ...config, now });
  const deps: ParcelDeps = {
    book,
    turns: createTurns(),
    app: {
      origin: new URL(config.appUrl).origin,
      shop: (shop) => app.shop(shop),
      report: (error) => app.report(error),
    },
    now,
    newNumber,
  };
  const app: App = createApp({
    ...config,
    store,
    now,
    page: ({ shop }) => parcelsPage(shop, book.all()),
    rates: answerRates,
    fulfillment: answerFulfill(deps, tokens),
    webhooks: {
      "fulfillment/cancel": async ({ shop, payload }) => cancelParcel(shop, payload.fulfillment, deps),
    },
    onUninstalled: async ({ shop }) => book.forget(shop),
  });
  return { app, store, tokens, deps, goRound: createRounds(deps) };
}
