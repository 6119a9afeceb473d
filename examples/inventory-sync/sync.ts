import {
  type AdminLink,
  type App,
  type AppConfig,
  createApp,
  createSignedTokens,
  type SignedTokens,
  type TokenStore,
} from "@souk/app-sdk";
import { type ChangeFeeds, createChangeFeeds } from "./live/change-feeds.ts";
import { createReconciler, type Reconciler } from "./live/reconcile.ts";
import { createPageResponse } from "./pages/create-page-response.ts";

/** The app and what its routes use. */
export interface Sync {
  app: App;
  /** Recent changes of each store, which open pages watch. */
  feeds: ChangeFeeds;
  /** Creates and verifies the tokens of users who open the app in a separate tab. */
  tokens: SignedTokens;
  /** Finds changes whose webhooks were missed. */
  reconciler: Reconciler;
}

/** Links that the app adds to the admin, on a product's page and for products selected in the product list. */
const adminLinks: readonly AdminLink[] = [
  { label: "View stock", placement: "product", url: "/chosen" },
  { label: "View stock of selected products", placement: "products", url: "/chosen" },
];

/** Create the app with its page, its admin links, its webhook handlers and the cleanup after an uninstallation. */
export function createSync(config: AppConfig, store: TokenStore): Sync {
  const feeds = createChangeFeeds();
  const tokens = createSignedTokens(config);
  const app: App = createApp({
    ...config,
    store,
    page: (context) => createPageResponse(context, tokens),
    adminLinks,
    webhooks: {
      "inventory_level/inventory_quantity_update": async ({ shop, ...webhook }) =>
        feeds.get(shop).recordStockWebhook(webhook),
      "product/update": async ({ shop, ...webhook }) => feeds.get(shop).recordProductWebhook(webhook),
    },
    // Reconciliation is not awaited, because the merchant waits for the app's page.
    onInstalled: async ({ shop }) => void reconciler.reconcile(shop),
    onUninstalled: async ({ shop }) => feeds.remove(shop),
  });
  const reconciler = createReconciler({ app, feeds });
  return { app, feeds, tokens, reconciler };
}
