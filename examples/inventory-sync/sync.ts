import {
  type AdminLink,
  type App,
  type AppConfig,
  createApp,
  createSignedTokens,
  type SignedTokens,
  type TokenStore,
} from "@souk/app-sdk";
import { type Boards, createBoards } from "./live/boards.ts";
import { createReconciler, type Reconciler } from "./live/reconcile.ts";
import { openSync } from "./pages/open-sync.ts";

/** Parts of the app. */
export interface Sync {
  app: App;
  /** Recent changes by store, and the pages that watch them. */
  boards: Boards;
  /** Tokens of people who opened the app in a separate tab. */
  tokens: SignedTokens;
  /** Reconciler that finds missed changes. */
  reconciler: Reconciler;
}

/** Links in the admin: on a product page, and for products selected in the list. */
const adminLinks: readonly AdminLink[] = [
  { label: "View stock", placement: "product", url: "/chosen" },
  { label: "View stock of selected products", placement: "products", url: "/chosen" },
];

/** Create the app with its page, links and webhook topics, and its cleanup after an uninstall. */
export function createSync(config: AppConfig, store: TokenStore): Sync {
  const boards = createBoards();
  const tokens = createSignedTokens(config);
  const app: App = createApp({
    ...config,
    store,
    page: (context) => openSync(context, tokens),
    adminLinks,
    webhooks: {
      "inventory_level/inventory_quantity_update": async ({ shop, ...webhook }) =>
        boards.of(shop).stockChanged(webhook),
      "product/update": async ({ shop, ...webhook }) => boards.of(shop).productChanged(webhook),
    },
    // Not awaited: the merchant waits for the app's page meanwhile.
    onInstalled: async ({ shop }) => void reconciler.reconcile(shop),
    onUninstalled: async ({ shop }) => boards.remove(shop),
  });
  const reconciler = createReconciler({ app, boards });
  return { app, boards, tokens, reconciler };
}
