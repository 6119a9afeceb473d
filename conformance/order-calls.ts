import type { HttpResponse } from "@souk/testkit";
import type { OrderRecordIds } from "./order-records.ts";
import type { StoreApi } from "./store-api.ts";

/** A call and the scopes that it requires. */
export interface ScopedCall {
  requiredScopes: readonly string[];
  send(): Promise<HttpResponse>;
}

const orderScopes = { read: ["read_orders"], write: ["write_orders"] };
/** Fulfillments of an order require the scope of orders and the scope of fulfillments. */
const fulfillmentScopes = {
  read: ["read_orders", "read_fulfillments"],
  write: ["write_orders", "write_fulfillments"],
};
const returnScopes = { read: ["read_returns"], write: ["write_returns"] };
const fulfillmentRequestScopes = { read: ["read_fulfillments"], write: [] };

/** Return functions that create calls with the read and write scopes of one resource. */
function createScopedCalls(
  api: StoreApi,
  { read, write }: { read: readonly string[]; write: readonly string[] },
) {
  return {
    get: (path: string): ScopedCall => ({ requiredScopes: read, send: () => api.get(path) }),
    post: (path: string, body: object = {}): ScopedCall => ({
      requiredScopes: write,
      send: () => api.post(path, body),
    }),
    put: (path: string, body: object): ScopedCall => ({
      requiredScopes: write,
      send: () => api.put(path, body),
    }),
    delete: (path: string): ScopedCall => ({ requiredScopes: write, send: () => api.delete(path) }),
  };
}

/** Return every call about one order or its transactions, refunds, fulfillments, returns and fulfillment requests. */
export function listCallsOfOrder(api: StoreApi, ids: OrderRecordIds): ScopedCall[] {
  const { order, line, transaction, fulfillment, refund, order_return, request } = ids;
  const [orders, fulfillments] = [
    createScopedCalls(api, orderScopes),
    createScopedCalls(api, fulfillmentScopes),
  ];
  const [returns, fulfillmentRequests] = [
    createScopedCalls(api, returnScopes),
    createScopedCalls(api, fulfillmentRequestScopes),
  ];
  const path = `/3.0/orders/${order}`;
  const returnPath = `/4.0/returns/${order_return}`;
  return [
    orders.get(`${path}.json`),
    orders.put(`${path}.json`, { order: { remark: "Not theirs" } }),
    orders.post(`${path}/close.json`),
    orders.post(`${path}/open.json`),
    orders.post(`${path}/cancel.json`),
    orders.delete(`${path}.json`),
    orders.get(`${path}/transactions.json`),
    orders.get(`${path}/transactions/count.json`),
    orders.get(`${path}/transactions/${transaction}.json`),
    orders.post(`${path}/transactions.json`, { transaction: { kind: "sale", amount: "1.00" } }),
    orders.put(`${path}/transactions/${transaction}.json`, { transaction: { status: "success" } }),
    orders.get(`${path}/refunds.json`),
    orders.get(`${path}/refunds/count.json`),
    orders.get(`${path}/refunds/${refund}.json`),
    orders.post(`${path}/refund.json`, { refund: { amount: "1.00" } }),
    orders.put(`${path}/cancel_refund/${refund}/cancel.json`, {}),
    fulfillments.get(`${path}/fulfillments.json`),
    fulfillments.get(`${path}/fulfillments/count.json`),
    fulfillments.get(`${path}/fulfillments/${fulfillment}.json`),
    fulfillments.post(`${path}/fulfillments.json`, { fulfillment: {} }),
    fulfillments.put(`${path}/fulfillments/${fulfillment}.json`, { fulfillment: { message: "Not theirs" } }),
    fulfillments.post(`${path}/fulfillments/${fulfillment}/cancel.json`),
    returns.post(`/4.0/orders/${order}/returns.json`, {
      order_return: { return_line_items: [{ line_item_id: line, quantity: 1 }] },
    }),
    returns.get(`${returnPath}.json`),
    returns.put(`${returnPath}.json`, { order_return: { note: "Not theirs" } }),
    returns.post(`${returnPath}/accept.json`),
    returns.post(`${returnPath}/complete.json`),
    returns.post(`${returnPath}/cancel.json`),
    fulfillmentRequests.get(`/4.0/fulfillment_requests/${request}.json`),
  ];
}

/** Return every call about a store's orders that does not name an order. */
export function listCallsOfAllOrders(api: StoreApi): ScopedCall[] {
  const parcel = {
    destination: { country_code: "MY" },
    items: [{ name: "Tray", price: "1.00", quantity: 1 }],
  };
  // A request for shipping rates is a POST, but requires only scopes to read.
  const rates = createScopedCalls(api, { read: [], write: ["read_shipping", "read_products"] });
  const listPaths: readonly (readonly [path: string, scopes: { read: readonly string[] }])[] = [
    ["/3.0/orders", orderScopes],
    ["/3.0/fulfillments", fulfillmentScopes],
    ["/4.0/returns", returnScopes],
    ["/4.0/fulfillment_requests", fulfillmentRequestScopes],
  ];
  return [
    createScopedCalls(api, orderScopes).post("/3.0/orders.json", { order: { line_items: [] } }),
    rates.post("/3.0/shipping_rates.json", { shipping_rate: parcel }),
    ...listPaths.flatMap(([path, { read }]) =>
      [`${path}.json`, `${path}/count.json`].map((fullPath) =>
        createScopedCalls(api, { read, write: [] }).get(fullPath),
      ),
    ),
  ];
}
