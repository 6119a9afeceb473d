import {
  type AdminLink,
  type App,
  type AppConfig,
  createApp,
  createPasses,
  type Passes,
  type TokenStore,
} from "@souk/app-sdk";
import { type Boards, createBoards } from "./live/boards.ts";
import { openSync } from "./pages/open-sync.ts";

/** What the app is made of. */
export interface Sync {
  app: App;
  /** What has arrived lately, by shop, and the pages that watch it. */
  boards: Boards;
  /** Proofs of who opened the app in a tab of their own. */
  passes: Passes;
}

/** Where the app stands in the admin: on the page of a product, and over those that are chosen in the list. */
const adminLinks: readonly AdminLink[] = [
  { label: "See its stock", placement: "product", url: "/chosen" },
  { label: "See their stock", placement: "products", url: "/chosen" },
];

/** Joins the app's parts: its page, its links, the topics it listens to, and what it does when a shop removes it. */
export function createSync(config: AppConfig, store: TokenStore): Sync {
  const boards = createBoards();
  const passes = createPasses(config);
  const app = createApp({
    ...config,
    store,
    page: (context) => openSync(context, passes),
    adminLinks,
    webhooks: {
      "inventory_level/inventory_quantity_update": async ({ shop, ...webhook }) =>
        boards.of(shop).stockChanged(webhook),
      "product/update": async ({ shop, ...webhook }) => boards.of(shop).productChanged(webhook),
    },
    onUninstalled: async ({ shop }) => boards.remove(shop),
  });
  return { app, boards, passes };
}
