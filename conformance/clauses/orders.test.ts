import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { loadLevels, loadLocations } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

const customLineItems = [{ name: "Something", price: "1.00", quantity: 1 }];

const homeAddress = {
  first_name: "Mei",
  last_name: "Tan",
  company: "Kedai Mei",
  phone: "+60312345678",
  email: "mei@kedai.test",
  address1: "12 Jalan Masjid India",
  address2: "Level 3",
  city: "Kuala Lumpur",
  zip: "50100",
  district: "Bukit Bintang",
  province: "Wilayah Persekutuan",
  province_code: "MY-14",
  country: "Malaysia",
  country_code: "MY",
};

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  installedApp = await installOrderApp(fixture, ["read_shipping"]);
  ({ api } = installedApp);
  for (const topic of ["order/create", "order/update"]) await subscribe(installedApp, topic);
});
after(() => fixture.close());

function waitForWebhook<T extends object>(topic: string, isExpected: (payload: T) => boolean) {
  return installedApp.app.receiver.waitForRequest(
    ({ method, headers, body }) =>
      method === "POST" && headers["service-topic"] === topic && isExpected(JSON.parse(body.toString())),
    10_000,
  );
}

/** Return the available and the committed quantity of a variant. */
async function readStock(variantId: number): Promise<(number | undefined)[]> {
  const [level] = await loadLevels(api, variantId);
  return [level?.inventory_quantity, level?.committed_inventory_quantity];
}

const cancelOrder = ({ id }: Order, body: object = {}) => api.post(`/3.0/orders/${id}/cancel.json`, body);

test("ORD-4: an order is created with all fields, variant lines and custom lines", async () => {
  const variantId = await createVariant(api);
  const { primary } = await loadLocations(api);
  const orderFields = {
    email: "mei@kedai.test",
    phone: "+60312345678",
    shipping_address: { ...homeAddress, address1: "1 Jalan Alor", latitude: 3.1457, longitude: 101.7088 },
    billing_address: homeAddress,
    note: "Ring twice.",
    remark: "A regular.",
    note_attributes: [{ name: "gift", value: "yes" }],
    tags: ["marketplace", "Gift"],
    source_name: "market",
    source_identifier: "M-17",
    cart_token: "cart-17",
    browser_ip: "203.0.113.9",
    taxes_included: false,
    inventory_behaviour: "decrement_obeying_policy",
  };
  const order = await placeOrder(api, {
    ...orderFields,
    line_items: [
      { variant_id: variantId, quantity: 3 },
      { name: "Gift wrap", price: 2.5, quantity: 1, shipping_required: false },
    ],
    discounts: [{ code: "FIVE", amount: "5.00" }],
    tax_lines: [{ title: "SST", rate: 0.06 }],
    shipping_fees: [{ name: "Post", price: "8.00" }],
    processed_at: "2026-11-18T08:58:00+08:00",
  });
  assert.partialDeepStrictEqual(order, {
    ...orderFields,
    discounts: [{ code: "FIVE", title: "FIVE", type: "fixed_amount", value: null, amount: "5.00" }],
    tax_lines: [{ title: "SST", rate: "0.06", price: "1.65" }],
    shipping_fees: [{ name: "Post", price: "8.00", store_app_id: null }],
    line_items: [
      { variant_id: variantId },
      { product_name: "Gift wrap", price: "2.50", shipping_required: false },
    ],
  });
  assert.equal(Date.parse(order.processed_at), Date.parse("2026-11-18T00:58:00Z"));
  // Items less the discount are 32.50 - 5.00 = 27.50, of which 6% tax is 1.65. Shipping adds 8.00.
  assert.equal(order.total_price, "37.15");
  assert.deepEqual(
    [order.status, order.financial_status, order.fulfillment_status],
    ["open", "unpaid", "unfulfilled"],
  );
  assert.equal(order.order_number, `#${order.number}`);
  assert.equal(order.sales_attributions.app_handle, installedApp.app.handle);
  assert.deepEqual(
    order.line_items.map(({ quantity, unfulfilled_quantity }) => [quantity, unfulfilled_quantity]),
    [
      [3, 3],
      [1, 1],
    ],
  );
  assert.deepEqual(
    order.fulfillment_orders.map(({ location_id }) => location_id),
    [primary.id],
  );
  assert.deepEqual(await readOrder(api, order.id), order);
});

test("ORD-7: an order keeps its customer's name and contact details from the time of purchase", async () => {
  const mei = { first_name: "Mei", last_name: "Tan", email: "mei.tan@kedai.test", phone: "+60123456789" };
  const { customer } = assertOk<{ customer: { id: number; code: string } }>(
    await api.post("/3.0/customers.json", { customer: mei }),
  );
  const { id: customer_id, code } = customer;
  const order = await placeOrder(api, {
    line_items: customLineItems,
    customer_id,
    email: "counter@kedai.test",
  });
  const path = `/3.0/customers/${customer_id}.json`;
  assertOk(await api.put(path, { customer: { last_name: "Lim", phone: "" } }));
  const { email, phone, ...currentOrder } = await readOrder(api, order.id);
  assert.deepEqual(
    [currentOrder.customer_id, currentOrder.customer],
    [customer_id, { id: customer_id, code, ...mei }],
  );
  assert.deepEqual([email, phone], ["counter@kedai.test", mei.phone]);
});

test("ORD-2: an order has items, fulfillments, sales attributions and shipping fees", async () => {
  const { id: location_id, name: location_name } = (await loadLocations(api)).primary;
  const staff = [{ id: 12, name: "Aisyah" }];
  const placedOrder = await placeOrder(api, {
    line_items: [{ name: "Something", price: "1", quantity: 2 }],
    shipping_fees: [{ name: "Post", price: "8.00" }],
    sales_attributions: { staff, location: [{ location_id }] },
  });
  const path = `/3.0/orders/${placedOrder.id}/fulfillments`;
  const { fulfillment } = assertOk<{ fulfillment: { id: number } }>(
    await api.post(`${path}.json`, { fulfillment: { tracking_number: "EN1" } }),
  );
  const order = await readOrder(api, placedOrder.id);
  const [item] = order.line_items;
  assert.deepEqual(
    [item?.id, item?.quantity, item?.fulfilled_quantity],
    [placedOrder.line_items[0]?.id, 2, 2],
  );
  assert.deepEqual(order.fulfillments, [fulfillment]);
  assert.deepEqual(assertOk(await api.get(`${path}/${fulfillment.id}.json`)), { fulfillment });
  const app_handle = installedApp.app.handle;
  assert.deepEqual(order.sales_attributions, {
    staff,
    location: [{ location_id, location_name }],
    app_handle,
  });
  assert.partialDeepStrictEqual(order.shipping_fees, [{ name: "Post", price: "8.00", store_app_id: null }]);
  assertRejected(await api.get("/3.0/orders/987654321.json"), 404, "not_found");
});

test("ORD-3: an order's shipping fee has store_app_id <app_handle>-shipping-<rate_id>", async () => {
  const { receiver, handle } = installedApp.app;
  const callback = { topic: "shipping/list/non_cod", url: `${receiver.url}/rates` };
  assertOk(await api.post("/3.0/curls.json", { curl: callback }));
  const rate = { id: "next-day", name: "Next day", shipping_charge: "8.00", handling_fee: "1.50" };
  receiver.respondWith(({ path }) => ({
    status: 200,
    body: path === "/rates" ? JSON.stringify({ rate: [rate] }) : "",
  }));
  const parcel = { destination: { country_code: "MY" }, items: customLineItems };
  const { shipping_rates } = assertOk<{ shipping_rates: { store_app_id: string }[] }>(
    await api.post("/3.0/shipping_rates.json", { shipping_rate: parcel }),
  );
  assert.equal(shipping_rates.length, 1);
  const { id } = await placeOrder(api, { line_items: customLineItems, shipping_fees: shipping_rates });
  const [fee] = (await readOrder(api, id)).shipping_fees;
  const store_app_id = `${handle}-shipping-next-day`;
  assert.partialDeepStrictEqual(fee, { name: "Next day", price: "8.00", handling_fee: "1.50", store_app_id });
  const invalidFee = { name: "Next day", price: "8.00", store_app_id: "next-day" };
  const order = { line_items: customLineItems, shipping_fees: [invalidFee] };
  assertInvalidFields(await api.post("/3.0/orders.json", { order }), "shipping_fees.0.store_app_id");
});

test("API-4: an invalid order is rejected as a whole, with every invalid field in the error", async () => {
  const variantId = await createVariant(api, 2);
  const { count } = assertOk<{ count: number }>(await api.get("/3.0/orders/count.json"));
  const response = await api.post("/3.0/orders.json", {
    order: {
      line_items: [{ variant_id: 987654321, quantity: 1 }, { quantity: 1 }],
      currency_code: "XAU",
      customer_id: 987654321,
    },
  });
  assertInvalidFields(
    response,
    "currency_code",
    "customer_id",
    "line_items.0.variant_id",
    "line_items.1.name",
    "line_items.1.price",
  );
  const oversoldResponse = await api.post("/3.0/orders.json", {
    order: { line_items: [{ variant_id: variantId, quantity: 3 }] },
  });
  assertInvalidFields(oversoldResponse, "line_items.0.quantity");
  assert.deepEqual(assertOk(await api.get("/3.0/orders/count.json")), { count });
  assert.deepEqual(await readStock(variantId), [2, 0]);
});

test("INV-3: placing an order commits units and canceling releases them", async () => {
  const variantId = await createVariant(api, 6);
  const order = await placeOrder(api, { line_items: [{ variant_id: variantId, quantity: 4 }] });
  assert.deepEqual(await readStock(variantId), [2, 4]);
  assertOk(await cancelOrder(order));
  assert.deepEqual(await readStock(variantId), [6, 0]);
});

test("ORD-5: canceling an order with restock false restocks no units", async () => {
  const variantId = await createVariant(api, 3);
  const order = await placeOrder(api, { line_items: [{ variant_id: variantId, quantity: 3 }] });
  const canceledOrder = assertOk<{ order: Order }>(
    await cancelOrder(order, { reason: "Ordered twice.", restock: false }),
  ).order;
  assert.equal(canceledOrder.status, "cancelled");
  assert.deepEqual(await readStock(variantId), [0, 0]);
  assert.deepEqual(assertOk(await cancelOrder(order)), { order: canceledOrder });
});

test("ORD-5: a canceled order can't be reopened", async () => {
  const order = await placeOrder(api, { line_items: customLineItems });
  assertOk(await cancelOrder(order));
  assertRejected(await api.post(`/3.0/orders/${order.id}/open.json`, {}), 409, "conflict");
});

test("ORD-5: an order with fulfillments can be canceled only after all of them are canceled", async () => {
  const variantId = await createVariant(api, 3);
  const order = await placeOrder(api, { line_items: [{ variant_id: variantId, quantity: 3 }] });
  const path = `/3.0/orders/${order.id}/fulfillments`;
  const line_items = [{ id: order.line_items[0]?.id, quantity: 1 }];
  const { fulfillment } = assertOk<{ fulfillment: { id: number } }>(
    await api.post(`${path}.json`, { fulfillment: { line_items } }),
  );
  const fulfilledOrder = await readOrder(api, order.id);
  assertRejected(await cancelOrder(order), 409, "conflict");
  assert.deepEqual(await readOrder(api, order.id), fulfilledOrder);
  assert.deepEqual(await readStock(variantId), [0, 2]);
  assertOk(await api.post(`${path}/${fulfillment.id}/cancel.json`, {}));
  assert.equal(assertOk<{ order: Order }>(await cancelOrder(order)).order.status, "cancelled");
  assert.deepEqual(await readStock(variantId), [3, 0]);
});

test("WHK-10: order topics send the same `order` object as the API", async () => {
  const variantId = await createVariant(api, 6);
  const order = await placeOrder(api, { line_items: [{ variant_id: variantId, quantity: 1 }] });
  const createWebhook = await waitForWebhook<{ order: Order }>(
    "order/create",
    (payload) => payload.order.id === order.id,
  );
  assert.deepEqual(parsePayload(createWebhook), { order });
  const changedOrder = assertOk(
    await api.put(`/3.0/orders/${order.id}.json`, { order: { note: "Ring twice." } }),
  );
  const updateWebhook = await waitForWebhook<{ order: Order }>(
    "order/update",
    (payload) => payload.order.id === order.id,
  );
  assert.deepEqual(parsePayload(updateWebhook), changedOrder);
});

test("ORD-4: 64 concurrent orders for the last 10 units sell exactly 10", async () => {
  const variantId = await createVariant(api, 10);
  const body = { order: { line_items: [{ variant_id: variantId, quantity: 1 }] } };
  // The rate limit allows an app 40 requests at once and 4 per second, so rejected requests are repeated.
  const orderOneUnit = async (): Promise<number> => {
    for (;;) {
      const { status, headers } = await api.post("/3.0/orders.json", body);
      if (status !== 429) return status;
      const seconds = Number(headers["retry-after"] ?? "1");
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
  const statuses = await Promise.all(Array.from({ length: 64 }, orderOneUnit));
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 422).length, 54);
  assert.deepEqual(await readStock(variantId), [0, 10]);
});
