import type { HttpResponse } from "@souk/testkit";
import { listCallsOfAllOrders, listCallsOfOrder } from "./order-calls.ts";
import type { OrderRecordIds } from "./order-records.ts";
import type { StoreApi } from "./store-api.ts";

/** The ids of the records that the calls read or change. */
export interface CallIds {
  product: number;
  variant: number;
  location: number;
  orderRecordIds: OrderRecordIds;
}

/** Return one call of every kind that an app can make. */
export function listAllCalls(api: StoreApi, ids: CallIds): (() => Promise<HttpResponse>)[] {
  const { product: productId, variant: variantId, location: locationId } = ids;
  const body = { variant_id: variantId, location_id: locationId };
  return [
    () => api.get("/3.0/products.json"),
    () => api.get("/3.0/products/count.json"),
    () => api.get(`/3.0/products/${productId}.json`),
    () => api.get(`/3.0/products/${productId}/variants.json`),
    () => api.put(`/3.0/products/${productId}/variants.json`, { variants: [{ id: variantId, sku: "no" }] }),
    () => api.get("/3.0/locations.json"),
    () => api.get(`/3.0/locations/${locationId}.json`),
    () => api.get(`/4.0/inventory_levels.json?variant_ids=${variantId}`),
    () => api.put("/4.0/inventory_levels/set.json", { ...body, quantity: 1 }),
    () => api.put("/4.0/inventory_levels/adjust.json", { ...body, adjustment_quantity: 1 }),
    () => api.get("/3.0/webhooks.json"),
    () =>
      api.post("/3.0/webhooks.json", { webhook: { topic: "order/create", url: "https://souk-app.dev/h" } }),
    () => api.delete("/3.0/webhooks/1.json"),
    ...[...listCallsOfOrder(api, ids.orderRecordIds), ...listCallsOfAllOrders(api)].map(({ send }) => send),
  ];
}
