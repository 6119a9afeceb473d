import {
  type App,
  type AppConfig,
  createApp,
  createPasses,
  type Passes,
  type TokenStore,
} from "@souk/app-sdk";
import { answerFulfill } from "./fulfil/answer-fulfill.ts";
import { parcelsPage } from "./pages/parcels-page.ts";
import { cancelParcel } from "./parcels/cancel-parcel.ts";
import { createRounds } from "./parcels/move-parcels.ts";
import { newNumber } from "./parcels/new-number.ts";
import type { ParcelBook } from "./parcels/parcel-book.ts";
import type { ParcelDesk } from "./parcels/parcel-desk.ts";
import { createTurns } from "./parcels/turns.ts";
import { answerRates } from "./rates/answer-rates.ts";

/** What the app is made of. */
export interface Logistics {
  app: App;
  store: TokenStore;
  /** Proofs of who was sent to the page of a booking. */
  passes: Passes;
  desk: ParcelDesk;
  /** Moves all parcels on with the time. */
  goRound(): Promise<void>;
}

/** What the app stands on. */
export interface Ground {
  store: TokenStore;
  book: ParcelBook;
  now(): Date;
}

/** Joins the app's parts: its page, its rates, its answer to the Fulfill action, and what it hears of the shop. */
export function createLogistics(config: AppConfig, { store, book, now }: Ground): Logistics {
  const passes = createPasses({ ...config, now });
  const desk: ParcelDesk = {
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
    fulfillment: answerFulfill(desk, passes),
    webhooks: {
      "fulfillment/cancel": async ({ shop, payload }) => cancelParcel(shop, payload.fulfillment, desk),
    },
    onUninstalled: async ({ shop }) => book.forget(shop),
  });
  return { app, store, passes, desk, goRound: createRounds(desk) };
}
