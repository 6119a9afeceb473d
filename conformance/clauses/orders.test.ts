import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { loadLevels, loadLocations } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

const custom = [{ name: "Something", price: "1.00", quantity: 1 }];

const home = {
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
let store: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  store = await installOrderApp(fixture, ["read_shipping"]);
  ({ api } = store);
  for (const topic of ["order/create", "order/update"]) await subscribe(store, topic);
});
after(() => fixture.close());

function waitForWebhook<T extends object>(topic: string, check: (payload: T) => boolean) {
  return store.app.receiver.received(
    ({ method, headers, body }) =>
      method === "POST" && headers["service-topic"] === topic && check(JSON.parse(body.toString())),
    10_000,
  );
}

/** Return the units of a variant at the primary location: available ones and committed ones. */
async function readStock(variant: number): Promise<(number | undefined)[]> {
  const [level] = await loadLevels(api, variant);
  return [level?.inventory_quantity, level?.committed_inventory_quantity];
}

const cancel = ({ id }: Order, body: object = {}) => api.post(`/3.0/orders/${id}/cancel.json`, body);

test("ORD-4: an order is created with all parts from lines with variants or custom items", async () => {
  const variant = await createVariant(api);
  const { primary } = await loadLocations(api);
  const sent = {
    email: "mei@kedai.test",
    phone: "+60312345678",
    shipping_address: { ...home, address1: "1 Jalan Alor", latitude: 3.1457, longitude: 101.7088 },
    billing_address: home,
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
    ...sent,
    line_items: [
      { variant_id: variant, quantity: 3 },
      { name: "Gift wrap", price: 2.5, quantity: 1, shipping_required: false },
    ],
    discounts: [{ code: "FIVE", amount: "5.00" }],
    tax_lines: [{ title: "SST", rate: 0.06 }],
    shipping_fees: [{ name: "Post", price: "8.00" }],
    processed_at: "2026-11-18T08:58:00+08:00",
  });
  assert.partialDeepStrictEqual(order, {
    ...sent,
    discounts: [{ code: "FIVE", title: "FIVE", type: "fixed_amount", value: null, amount: "5.00" }],
    tax_lines: [{ title: "SST", rate: "0.06", price: "1.65" }],
    shipping_fees: [{ name: "Post", price: "8.00", store_app_id: null }],
    line_items: [
      { variant_id: variant },
      { product_name: "Gift wrap", price: "2.50", shipping_required: false },
    ],
  });
  assert.equal(Date.parse(order.processed_at), Date.parse("2026-11-18T00:58:00Z"));
  // 32.50 - 5.00 = 27.50; 6 % of it are 1.65.
  assert.equal(order.total_price, "37.15");
  assert.deepEqual(
    [order.status, order.financial_status, order.fulfillment_status],
    ["open", "unpaid", "unfulfilled"],
  );
  assert.equal(order.order_number, `#${order.number}`);
  assert.equal(order.sales_attributions.app_handle, store.app.handle);
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

test("ORD-7: a customer's order keeps the customer's data and default contact at that time", async () => {
  const mei = { first_name: "Mei", last_name: "Tan", email: "mei.tan@kedai.test", phone: "+60123456789" };
  const { customer } = assertDone<{ customer: { id: number; code: string } }>(
    await api.post("/3.0/customers.json", { customer: mei }),
  );
  const { id: customer_id, code } = customer;
  const order = await placeOrder(api, { line_items: custom, customer_id, email: "counter@kedai.test" });
  const path = `/3.0/customers/${customer_id}.json`;
  assertDone(await api.put(path, { customer: { last_name: "Lim", phone: "" } }));
  const { email, phone, ...later } = await readOrder(api, order.id);
  assert.deepEqual([later.customer_id, later.customer], [customer_id, { id: customer_id, code, ...mei }]);
  assert.deepEqual([email, phone], ["counter@kedai.test", mei.phone]);
});

test("ORD-2: a single order includes items, fulfillments, sales attribution and shipping fees", async () => {
  const { id: location_id, name: location_name } = (await loadLocations(api)).primary;
  const staff = [{ id: 12, name: "Aisyah" }];
  const placed = await placeOrder(api, {
    line_items: [{ name: "Something", price: "1", quantity: 2 }],
    shipping_fees: [{ name: "Post", price: "8.00" }],
    sales_attributions: { staff, location: [{ location_id }] },
  });
  const path = `/3.0/orders/${placed.id}/fulfillments`;
  const { fulfillment } = assertDone<{ fulfillment: { id: number } }>(
    await api.post(`${path}.json`, { fulfillment: { tracking_number: "EN1" } }),
  );
  const order = await readOrder(api, placed.id);
  const [item] = order.line_items;
  assert.deepEqual([item?.id, item?.quantity, item?.fulfilled_quantity], [placed.line_items[0]?.id, 2, 2]);
  assert.deepEqual(order.fulfillments, [fulfillment]);
  assert.deepEqual(assertDone(await api.get(`${path}/${fulfillment.id}.json`)), { fulfillment });
  const app_handle = store.app.handle;
  assert.deepEqual(order.sales_attributions, {
    staff,
    location: [{ location_id, location_name }],
    app_handle,
  });
  assert.partialDeepStrictEqual(order.shipping_fees, [{ name: "Post", price: "8.00", store_app_id: null }]);
  assertRejected(await api.get("/3.0/orders/987654321.json"), 404, "not_found");
});

test("ORD-3: an app's rate is kept with the order as <app_handle>-shipping-<rate_id>", async () => {
  const { receiver, handle } = store.app;
  const curl = { topic: "shipping/list/non_cod", url: `${receiver.url}/rates` };
  assertDone(await api.post("/3.0/curls.json", { curl }));
  const rate = { id: "next-day", name: "Next day", shipping_charge: "8.00", handling_fee: "1.50" };
  receiver.answer(({ path }) => ({
    status: 200,
    body: path === "/rates" ? JSON.stringify({ rate: [rate] }) : "",
  }));
  const parcel = { destination: { country_code: "MY" }, items: custom };
  const { shipping_rates } = assertDone<{ shipping_rates: { store_app_id: string }[] }>(
    await api.post("/3.0/shipping_rates.json", { shipping_rate: parcel }),
  );
  assert.equal(shipping_rates.length, 1);
  const { id } = await placeOrder(api, { line_items: custom, shipping_fees: shipping_rates });
  const [fee] = (await readOrder(api, id)).shipping_fees;
  const store_app_id = `${handle}-shipping-next-day`;
  assert.partialDeepStrictEqual(fee, { name: "Next day", price: "8.00", handling_fee: "1.50", store_app_id });
  const wrong = { name: "Next day", price: "8.00", store_app_id: "next-day" };
  const order = { line_items: custom, shipping_fees: [wrong] };
  assertNamesFields(await api.post("/3.0/orders.json", { order }), "shipping_fees.0.store_app_id");
});

test("API-4: an order that is wrong names each field and line, and changes nothing", async () => {
  const variant = await createVariant(api, 2);
  const { count } = assertDone<{ count: number }>(await api.get("/3.0/orders/count.json"));
  const rejected = await api.post("/3.0/orders.json", {
    order: {
      line_items: [{ variant_id: 987654321, quantity: 1 }, { quantity: 1 }],
      currency_code: "XAU",
      customer_id: 987654321,
    },
  });
  assertNamesFields(
    rejected,
    "currency_code",
    "customer_id",
    "line_items.0.variant_id",
    "line_items.1.name",
    "line_items.1.price",
  );
  const short = await api.post("/3.0/orders.json", {
    order: { line_items: [{ variant_id: variant, quantity: 3 }] },
  });
  assertNamesFields(short, "line_items.0.quantity");
  assert.deepEqual(assertDone(await api.get("/3.0/orders/count.json")), { count });
  assert.deepEqual(await readStock(variant), [2, 0]);
});

test("INV-3: placing commits units, cancelling frees them, and what is on hand stays", async () => {
  const variant = await createVariant(api, 6);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 4 }] });
  assert.deepEqual(await readStock(variant), [2, 4]);
  assertDone(await cancel(order));
  assert.deepEqual(await readStock(variant), [6, 0]);
});

test("ORD-5: a cancelled order frees its stock for good; restock false restocks nothing", async () => {
  const variant = await createVariant(api, 3);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 3 }] });
  const cancelled = assertDone<{ order: Order }>(
    await cancel(order, { reason: "Ordered twice.", restock: false }),
  ).order;
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual(await readStock(variant), [0, 0]);
  assert.deepEqual(assertDone(await cancel(order)), { order: cancelled });
  assertRejected(await api.post(`/3.0/orders/${order.id}/open.json`, {}), 409, "conflict");
});

test("ORD-5: a shipped order is cancelled after its fulfillment, and all units are restocked", async () => {
  const variant = await createVariant(api, 3);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 3 }] });
  const path = `/3.0/orders/${order.id}/fulfillments`;
  const line_items = [{ id: order.line_items[0]?.id, quantity: 1 }];
  const { fulfillment } = assertDone<{ fulfillment: { id: number } }>(
    await api.post(`${path}.json`, { fulfillment: { line_items } }),
  );
  const sent = await readOrder(api, order.id);
  assertRejected(await cancel(order), 409, "conflict");
  assert.deepEqual(await readOrder(api, order.id), sent);
  assert.deepEqual(await readStock(variant), [0, 2]);
  assertDone(await api.post(`${path}/${fulfillment.id}/cancel.json`, {}));
  assert.equal(assertDone<{ order: Order }>(await cancel(order)).order.status, "cancelled");
  assert.deepEqual(await readStock(variant), [3, 0]);
});

test("WHK-10: order topics send the order under its name, as it can be fetched", async () => {
  const variant = await createVariant(api, 6);
  const order = await placeOrder(api, { line_items: [{ variant_id: variant, quantity: 1 }] });
  const created = await waitForWebhook<{ order: Order }>(
    "order/create",
    (payload) => payload.order.id === order.id,
  );
  assert.deepEqual(parsePayload(created), { order });
  const changed = assertDone(
    await api.put(`/3.0/orders/${order.id}.json`, { order: { note: "Ring twice." } }),
  );
  const update = await waitForWebhook<{ order: Order }>(
    "order/update",
    (payload) => payload.order.id === order.id,
  );
  assert.deepEqual(parsePayload(update), changed);
});

test("ORD-4: 64 buyers of the last 10 units buy exactly 10", async () => {
  const variant = await createVariant(api, 10);
  const buy = () =>
    api.post("/3.0/orders.json", { order: { line_items: [{ variant_id: variant, quantity: 1 }] } });
  const answers: number[] = [];
  // An app has 40 requests at once and 4 a second: who is held back tries again.
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (;;) {
        const { status, headers } = await buy();
        if (status !== 429) return answers.push(status);
        const seconds = Number(headers["retry-after"] ?? "1");
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    }),
  );
  assert.equal(answers.filter((status) => status === 200).length, 10);
  assert.equal(answers.filter((status) => status === 422).length, 54);
  assert.deepEqual(await readStock(variant), [0, 10]);
});
