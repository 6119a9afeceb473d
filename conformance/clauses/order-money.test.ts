import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { createPartner } from "../people.ts";
import { loadLevels } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { listReceivedWebhooks, matchTopic, parsePayload, subscribe } from "../webhooks.ts";

interface Refund {
  id: number;
  order_id: number;
  status: string;
  amount: string;
  transaction_id: number | null;
  restock_items: { line_item_id: number; quantity: number; location_id: number }[];
}

interface Transaction {
  id: number;
  kind: string;
  status: string;
  amount: string;
  parent_id: number | null;
}

/** The fields of a stock webhook that identify the variant. */
interface StockPayload {
  variant_id?: number;
  variants?: { id: number }[];
}

const orderTopics = ["order/create", "order/update", "order/paid", "order/partially_paid", "order/cancel"];
const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"];
const topics = [...orderTopics, ...stockTopics, "refund/create", "refund/cancel"];
const customLineItems = [{ name: "Engraving", price: "30.00", quantity: 1 }];

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  installedApp = await installOrderApp(fixture);
  ({ api } = installedApp);
  for (const topic of topics) await subscribe(installedApp, topic);
});
after(() => fixture.close());

const postTransaction = (id: number, transaction: object) =>
  api.post(`/3.0/orders/${id}/transactions.json`, { transaction });
const createTransaction = async (id: number, transaction: object) =>
  assertOk<{ transaction: Transaction }>(await postTransaction(id, transaction)).transaction;
const postRefund = (id: number, body: object = {}) =>
  api.post(`/3.0/orders/${id}/refund.json`, { refund: body });
const createRefund = async (id: number, body: object = {}) =>
  assertOk<{ refund: Refund }>(await postRefund(id, body)).refund;
const cancelRefund = async (orderId: number, id: number, body: object = {}) =>
  assertOk<{ refund: Refund }>(await api.put(`/3.0/orders/${orderId}/cancel_refund/${id}/cancel.json`, body))
    .refund;

/** Install an app of another partner in the same store. */
const installAnotherApp = async (scopes: readonly string[]): Promise<InstalledApp> =>
  installApp(fixture, installedApp.merchant, {
    app: await registerApp(fixture, await createPartner(fixture)),
    scopes,
  });

function waitForRequest<T>(
  topic: string,
  isExpected: (payload: T, context: string | undefined) => boolean,
): Promise<ReceivedRequest> {
  const hasTopic = matchTopic(topic);
  return installedApp.app.receiver.waitForRequest(
    (request) =>
      hasTopic(request) && isExpected(parsePayload<T>(request), request.headers["service-webhook-context"]),
    10_000,
  );
}

const waitForPayload = async <T extends object>(
  topic: string,
  isExpected: (payload: T) => boolean,
): Promise<T> => parsePayload<T>(await waitForRequest(topic, isExpected));

test("ORD-7: an order lists its transactions, which determine its financial_status", async () => {
  const { id } = await placeOrder(api, { line_items: customLineItems });
  const readFinancialStatus = async () => (await readOrder(api, id)).financial_status;
  assert.equal(await readFinancialStatus(), "unpaid");
  const pendingSale = await createTransaction(id, {
    kind: "sale",
    amount: "5.00",
    gateway: { type: "cash_on_delivery" },
  });
  assert.deepEqual([pendingSale.status, await readFinancialStatus()], ["pending", "pending"]);
  const authorization = await createTransaction(id, { kind: "authorization", amount: "25.00" });
  assert.equal(await readFinancialStatus(), "authorized");
  await createTransaction(id, { kind: "capture", amount: "20.00" });
  assert.equal(await readFinancialStatus(), "partially_paid");
  assertInvalidFields(
    await postTransaction(id, { kind: "capture", amount: "5.01", parent_id: authorization.id }),
    "amount",
  );
  await createTransaction(id, { kind: "void" });
  const path = `/3.0/orders/${id}/transactions/${pendingSale.id}.json`;
  const completedSale = assertOk(await api.put(path, { transaction: { status: "success" } }));
  await createTransaction(id, { kind: "sale", amount: "5.00" });
  const order = await readOrder(api, id);
  assert.deepEqual([order.financial_status, order.total_paid, order.amount_due], ["paid", "30.00", "0.00"]);
  const list = assertOk<{ transactions: Transaction[]; total_count: number }>(
    await api.get(`/3.0/orders/${id}/transactions.json`),
  );
  assert.deepEqual([list.transactions, list.total_count], [order.transactions, 5]);
  assert.deepEqual(assertOk(await api.get(path)), completedSale);
  assertRejected(await api.get(`/3.0/orders/987654321/transactions.json`), 404, "not_found");
});

test("ORD-7: refunds that are not canceled cannot exceed the paid amount or the sold quantity", async () => {
  const variantId = await createVariant(api, 3);
  const order = await placeOrder(api, {
    line_items: [{ variant_id: variantId, quantity: 3 }],
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const { id } = order;
  const readStock = async () => {
    const [level] = await loadLevels(api, variantId);
    return [level?.inventory_quantity, level?.committed_inventory_quantity];
  };
  const restock_items = [{ line_item_id: order.line_items[0]?.id, quantity: 2 }];
  const firstRefund = await createRefund(id, { amount: "20.00", restock_items });
  assert.deepEqual(await readStock(), [2, 1]);
  assertInvalidFields(await postRefund(id, { amount: "10.01" }), "amount");
  assertInvalidFields(await postRefund(id, { restock_items }), "restock_items.0.quantity");
  await createRefund(id);
  assert.equal((await readOrder(api, id)).financial_status, "refunded");
  assertInvalidFields(await postRefund(id), "amount");
  assert.equal(
    (await cancelRefund(id, firstRefund.id, { refund: { is_revert_restock: true } })).status,
    "cancelled",
  );
  assert.deepEqual(await readStock(), [0, 3]);
  assert.equal((await readOrder(api, id)).financial_status, "partially_refunded");
});

test("ORD-7: a canceled order accepts refunds but no payments", async () => {
  const { id } = await placeOrder(api, {
    line_items: customLineItems,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  assertOk(await api.post(`/3.0/orders/${id}/cancel.json`, {}));
  assertRejected(await postTransaction(id, { kind: "sale", amount: "1.00" }), 409, "conflict");
  assert.equal((await createRefund(id)).amount, "30.00");
});

// Also covers a part of WHK-9: order/paid and order/partially_paid.
test("WHK-10: order/partially_paid and order/paid send the order with the total paid so far", async () => {
  const { id } = await placeOrder(api, { line_items: customLineItems });
  const isOfOrder = ({ order }: { order: Order }) => order.id === id;
  await createTransaction(id, { kind: "sale", amount: "10.00" });
  assert.equal((await waitForPayload("order/partially_paid", isOfOrder)).order.total_paid, "10.00");
  await createTransaction(id, { kind: "sale", amount: "20.00" });
  assert.equal((await waitForPayload("order/paid", isOfOrder)).order.total_paid, "30.00");
  await createTransaction(id, { kind: "sale", amount: "1.00" });
  await waitForPayload(
    "order/update",
    ({ order }: { order: Order }) => order.id === id && order.total_paid === "31.00",
  );
  for (const topic of ["order/paid", "order/partially_paid"])
    assert.equal(
      listReceivedWebhooks(installedApp, topic).filter((candidate) => isOfOrder(parsePayload(candidate)))
        .length,
      1,
      topic,
    );
});

// Also covers parts of WHK-9 (refund/create and refund/cancel) and of WHK-14.
test("WHK-10: refund topics send the same `refund` object as the API", async () => {
  const { id } = await placeOrder(api, {
    line_items: customLineItems,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const createdRefund = await createRefund(id, { amount: "12.00", reference_number: "RF-1" });
  const isOfRefund = (payload: { refund: Refund }) => payload.refund.id === createdRefund.id;
  const fetchRefund = async () =>
    assertOk(await api.get(`/3.0/orders/${id}/refunds/${createdRefund.id}.json`));
  assert.deepEqual(await waitForPayload("refund/create", isOfRefund), await fetchRefund());
  assert.equal(createdRefund.order_id, id);
  await cancelRefund(id, createdRefund.id);
  assert.deepEqual(await waitForPayload("refund/cancel", isOfRefund), await fetchRefund());
});

// This test and the next also cover a part of WHK-9: order/paid, order/partially_paid and order/cancel.
test("WHK-10: placing a paid or partially paid order sends the matching payment topic", async () => {
  const buildPaidOrder = (amount: string) => ({
    line_items: customLineItems,
    transactions: [{ kind: "sale", amount }],
  });
  const paidOrder = await placeOrder(api, buildPaidOrder("30.00"));
  const partiallyPaidOrder = await placeOrder(api, buildPaidOrder("5.00"));
  assert.deepEqual(
    [paidOrder.financial_status, partiallyPaidOrder.financial_status],
    ["paid", "partially_paid"],
  );
  assert.equal(partiallyPaidOrder.amount_due, "25.00");
  await waitForPayload("order/paid", ({ order }: { order: Order }) => order.id === paidOrder.id);
  await waitForPayload(
    "order/partially_paid",
    ({ order }: { order: Order }) => order.id === partiallyPaidOrder.id,
  );
});

test("WHK-10: canceling an order sends order/cancel", async () => {
  const { id } = await placeOrder(api, { line_items: customLineItems });
  assertOk(await api.post(`/3.0/orders/${id}/cancel.json`, {}));
  const payload = await waitForPayload("order/cancel", ({ order }: { order: Order }) => order.id === id);
  assert.equal(payload.order.status, "cancelled");
});

test("WHK-6: of an order's webhooks, only those for stock have the context and app headers", async () => {
  const { handle } = installedApp.app;
  const otherApp = await installAnotherApp(["write_orders"]);
  const variantId = await createVariant(api, 6);
  const order = await placeOrder(api, {
    line_items: [{ variant_id: variantId, quantity: 3 }],
    transactions: [{ kind: "sale", amount: "5.00" }],
  });
  const assertStockWebhooks = async (expectedContext: string, expectedHandle: string | undefined) => {
    for (const topic of stockTopics) {
      const request = await waitForRequest<StockPayload>(
        topic,
        ({ variant_id, variants = [] }, context) =>
          context === expectedContext && [variant_id, ...variants.map(({ id }) => id)].includes(variantId),
      );
      assert.equal(
        request.headers["service-webhook-trigger-by-app"],
        expectedHandle,
        `${expectedContext}: ${topic}`,
      );
    }
  };
  await assertStockWebhooks("order/create", handle);
  await createTransaction(order.id, { kind: "sale", amount: "25.00" });
  const restock_items = [{ line_item_id: order.line_items[0]?.id, quantity: 1 }];
  const path = `/3.0/orders/${order.id}`;
  assertOk(await otherApp.api.post(`${path}/refund.json`, { refund: { restock_items } }));
  await assertStockWebhooks("refund/create", otherApp.app.handle);
  const { browser, store: merchantStore } = installedApp.merchant;
  assertOk(await browser.call("POST", `${merchantStore.host_url}/api${path}/cancel.json`, {}));
  // The merchant restocked these units, so the header must not name the app that placed the order.
  await assertStockWebhooks("order/cancel", undefined);
  for (const topic of orderTopics) {
    const { headers } = await waitForRequest<{ order: Order }>(
      topic,
      (payload) => payload.order.id === order.id,
    );
    for (const name of ["service-webhook-context", "service-webhook-trigger-by-app"])
      assert.equal(headers[name], undefined, `${topic}: ${name}`);
  }
});

test("ORD-7: an order in another currency keeps the exchange rate from its creation", async () => {
  const { currency } = assertOk<{ currency: { id: number } }>(
    await api.post("/3.0/currencies.json", { currency: { code: "SGD", rate: "1.35" } }),
  );
  const line_items = [{ variant_id: await createVariant(api), quantity: 2 }];
  const order = await placeOrder(api, { line_items, currency_code: "SGD" });
  assert.deepEqual(
    [order.currency_code, order.exchange_rate, order.line_items[0]?.price, order.total_price],
    ["SGD", "1.35", "13.50", "27.00"],
  );
  assertOk(await api.put(`/3.0/currencies/${currency.id}.json`, { currency: { rate: "1.5" } }));
  await createTransaction(order.id, { kind: "sale", amount: "27.00" });
  const currentOrder = await readOrder(api, order.id);
  assert.deepEqual(
    [currentOrder.exchange_rate, currentOrder.total_price, currentOrder.financial_status],
    ["1.35", "27.00", "paid"],
  );
});

test("ORD-7: concurrent refunds never exceed the paid amount", async () => {
  const { id } = await placeOrder(api, {
    line_items: customLineItems,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const responses = await Promise.all(Array.from({ length: 8 }, () => postRefund(id, { amount: "10.00" })));
  assert.equal(responses.filter(({ status }) => status === 200).length, 3);
  const order = await readOrder(api, id);
  assert.deepEqual([order.financial_status, order.transactions.length], ["refunded", 4]);
});
