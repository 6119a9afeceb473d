import type { Answer } from "@souk/testkit";
import type { SoldIds } from "./sold-order.ts";
import type { StoreApi } from "./store-api.ts";

/** A call with the scopes that it needs, all of them. */
export interface ScopedCall {
  needs: readonly string[];
  send(): Promise<Answer>;
}

const ofOrders = { read: ["read_orders"], write: ["write_orders"] };
/** Fulfillments of an order need the orders and the fulfillments scope. */
const ofFulfillments = {
  read: ["read_orders", "read_fulfillments"],
  write: ["write_orders", "write_fulfillments"],
};
const ofReturns = { read: ["read_returns"], write: ["write_returns"] };
const ofRequests = { read: ["read_fulfillments"], write: [] };

/** Return the calls of one path, by the scopes of its resource. */
function callsTo(api: StoreApi, { read, write }: { read: readonly string[]; write: readonly string[] }) {
  return {
    get: (path: string): ScopedCall => ({ needs: read, send: () => api.get(path) }),
    post: (path: string, body: object = {}): ScopedCall => ({
      needs: write,
      send: () => api.post(path, body),
    }),
    put: (path: string, body: object): ScopedCall => ({ needs: write, send: () => api.put(path, body) }),
    delete: (path: string): ScopedCall => ({ needs: write, send: () => api.delete(path) }),
  };
}

/** Return every call about one order, or about what belongs to it. */
export function listCallsOfOrder(api: StoreApi, ids: SoldIds): ScopedCall[] {
  const { order, line, transaction, fulfillment, refund, order_return, request } = ids;
  const [orders, fulfillments] = [callsTo(api, ofOrders), callsTo(api, ofFulfillments)];
  const [returns, requests] = [callsTo(api, ofReturns), callsTo(api, ofRequests)];
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
    requests.get(`/4.0/fulfillment_requests/${request}.json`),
  ];
}

/** Return every call about a store's orders that names none of them. */
export function listCallsOfAllOrders(api: StoreApi): ScopedCall[] {
  const parcel = {
    destination: { country_code: "MY" },
    items: [{ name: "Tray", price: "1.00", quantity: 1 }],
  };
  const rates = callsTo(api, { read: [], write: ["read_shipping", "read_products"] });
  const listed: readonly (readonly [path: string, scopes: { read: readonly string[] }])[] = [
    ["/3.0/orders", ofOrders],
    ["/3.0/fulfillments", ofFulfillments],
    ["/4.0/returns", ofReturns],
    ["/4.0/fulfillment_requests", ofRequests],
  ];
  return [
    callsTo(api, ofOrders).post("/3.0/orders.json", { order: { line_items: [] } }),
    rates.post("/3.0/shipping_rates.json", { shipping_rate: parcel }),
    ...listed.flatMap(([path, { read }]) =>
      [`${path}.json`, `${path}/count.json`].map((url) => callsTo(api, { read, write: [] }).get(url)),
    ),
  ];
}
