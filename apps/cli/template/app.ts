import { type App, type AppConfig, createApp, isNewer, type TokenStore } from "@souk/app-sdk";
import { renderPage, type StockChange } from "./page.ts";

/** Create an app that shows a store's products and the stock changes since the app started. */
export function createMyApp(config: AppConfig, store: TokenStore): App {
  const changes = new Map<string, StockChange>();

  return createApp({
    ...config,
    store,

    // Called for each page load, after the SDK has verified the signature and the installation.
    page: async ({ shop, api, bridge_url }) => {
      const { products } = await api.products.list({ query: { limit: 10 } });
      const ownChanges = [...changes.values()].filter((change) => change.shop === shop);
      return renderPage({ shop, products, changes: ownChanges, bridge_url });
    },

    // The SDK subscribes to each topic and drops duplicates. A webhook can arrive late or out of order, so check isNewer.
    webhooks: {
      "inventory_level/inventory_quantity_update": async ({ shop, payload }) => {
        const { variant_id, location_id, inventory_quantity, inventory_level_updated_at } = payload;
        const key = `${shop} ${variant_id} ${location_id}`;
        if (!isNewer(payload, changes.get(key)?.at)) return;
        changes.set(key, { shop, variant_id, quantity: inventory_quantity, at: inventory_level_updated_at });
        console.log(`${shop}: variant ${variant_id} has ${inventory_quantity}`);
      },
    },

    onInstalled: async ({ shop }) => console.log(`${shop} installed the app`),
    onUninstalled: async ({ shop }) => console.log(`${shop} uninstalled the app`),
  });
}
