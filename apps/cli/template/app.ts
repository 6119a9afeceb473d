import { type App, type AppConfig, createApp, isNewer, type TokenStore } from "@souk/app-sdk";
import { type Change, pageOf } from "./page.ts";

/** An app that shows the products of a shop, and the stock that has changed since it was started. */
export function createMyApp(config: AppConfig, store: TokenStore): App {
  const changes = new Map<string, Change>();

  return createApp({
    ...config,
    store,

    // The signature was checked, and the shop has the app installed; otherwise the shop was asked for its consent.
    page: async ({ shop, api, bridge_url }) => {
      const { products } = await api.products.list({ query: { limit: 10 } });
      const ofShop = [...changes.values()].filter((change) => change.shop === shop);
      return pageOf({ shop, products, changes: ofShop, bridge_url });
    },

    // Each topic named here is subscribed to. A webhook may come twice, late or out of order; the first is taken care of.
    webhooks: {
      "inventory_level/inventory_quantity_update": async ({ shop, payload }) => {
        const { variant_id, location_id, inventory_quantity, inventory_level_updated_at } = payload;
        const key = `${shop} ${variant_id} ${location_id}`;
        if (!isNewer(payload, changes.get(key)?.at)) return;
        changes.set(key, { shop, variant_id, quantity: inventory_quantity, at: inventory_level_updated_at });
        console.log(`${shop}: variant ${variant_id} has ${inventory_quantity}`);
      },
    },

    onInstalled: async ({ shop }) => console.log(`${shop} has installed the app`),
    onUninstalled: async ({ shop }) => console.log(`${shop} has removed the app`),
  });
}
