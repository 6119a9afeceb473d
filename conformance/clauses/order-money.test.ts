import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createVariant, installOrderApp, type Order, placeOrder, readOrder } from "../orders.ts";
import { createPartner } from "../people.ts";
import { loadLevels } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { isTopic, listReceived, parsePayload, subscribe } from "../webhooks.ts";

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

/** The fields of a stock webhook that say whose stock it is. */
interface Moved {
  variant_id?: number;
  variants?: { id: number }[];
}

const orderTopics = ["order/create", "order/update", "order/paid", "order/partially_paid", "order/cancel"];
const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"];
const topics = [...orderTopics, ...stockTopics, "refund/create", "refund/cancel"];
const custom = [{ name: "Engraving", price: "30.00", quantity: 1 }];

let fixture: ConformanceFixture;
let store: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  store = await installOrderApp(fixture);
  ({ api } = store);
  for (const topic of topics) await subscribe(store, topic);
});
after(() => fixture.close());

const record = (id: number, transaction: object) =>
  api.post(`/3.0/orders/${id}/transactions.json`, { transaction });
const paid = async (id: number, transaction: object) =>
  assertDone<{ transaction: Transaction }>(await record(id, transaction)).transaction;
const refund = (id: number, body: object = {}) => api.post(`/3.0/orders/${id}/refund.json`, { refund: body });
const refunded = async (id: number, body: object = {}) =>
  assertDone<{ refund: Refund }>(await refund(id, body)).refund;
const undone = async (order: number, id: number, body: object = {}) =>
  assertDone<{ refund: Refund }>(await api.put(`/3.0/orders/${order}/cancel_refund/${id}/cancel.json`, body))
    .refund;

/** Install a further app of another partner in the same store. */
const anotherApp = async (scopes: readonly string[]): Promise<Installed> =>
  install(fixture, store.merchant, { app: await registerApp(fixture, await createPartner(fixture)), scopes });

function waitForRequest<T>(
  topic: string,
  check: (payload: T, context: string | undefined) => boolean,
): Promise<ReceivedRequest> {
  const hasTopic = isTopic(topic);
  return store.app.receiver.received(
    (candidate) =>
      hasTopic(candidate) && check(parsePayload<T>(candidate), candidate.headers["service-webhook-context"]),
    10_000,
  );
}

const waitForPayload = async <T extends object>(topic: string, check: (payload: T) => boolean): Promise<T> =>
  parsePayload<T>(await waitForRequest(topic, check));

test("ORD-7: an order holds its transactions, and its state follows from them", async () => {
  const { id } = await placeOrder(api, { line_items: custom });
  const states = async () => (await readOrder(api, id)).financial_status;
  assert.equal(await states(), "unpaid");
  const promise = await paid(id, { kind: "sale", amount: "5.00", gateway: { type: "cash_on_delivery" } });
  assert.deepEqual([promise.status, await states()], ["pending", "pending"]);
  const authorization = await paid(id, { kind: "authorization", amount: "25.00" });
  assert.equal(await states(), "authorized");
  await paid(id, { kind: "capture", amount: "20.00" });
  assert.equal(await states(), "partially_paid");
  assertNamesFields(
    await record(id, { kind: "capture", amount: "5.01", parent_id: authorization.id }),
    "amount",
  );
  await paid(id, { kind: "void" });
  const path = `/3.0/orders/${id}/transactions/${promise.id}.json`;
  const ended = assertDone(await api.put(path, { transaction: { status: "success" } }));
  await paid(id, { kind: "sale", amount: "5.00" });
  const order = await readOrder(api, id);
  assert.deepEqual([order.financial_status, order.total_paid, order.amount_due], ["paid", "30.00", "0.00"]);
  const list = assertDone<{ transactions: Transaction[]; total_count: number }>(
    await api.get(`/3.0/orders/${id}/transactions.json`),
  );
  assert.deepEqual([list.transactions, list.total_count], [order.transactions, 5]);
  assert.deepEqual(assertDone(await api.get(path)), ended);
  assertRejected(await api.get(`/3.0/orders/987654321/transactions.json`), 404, "not_found");
});

test("ORD-7: a refund returns money and units, never more than there is, and can be undone", async () => {
  const variant = await createVariant(api, 3);
  const order = await placeOrder(api, {
    line_items: [{ variant_id: variant, quantity: 3 }],
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const { id } = order;
  const stock = async () => {
    const [level] = await loadLevels(api, variant);
    return [level?.inventory_quantity, level?.committed_inventory_quantity];
  };
  const restock_items = [{ line_item_id: order.line_items[0]?.id, quantity: 2 }];
  const first = await refunded(id, { amount: "20.00", restock_items });
  assert.deepEqual(await stock(), [2, 1]);
  assertNamesFields(await refund(id, { amount: "10.01" }), "amount");
  assertNamesFields(await refund(id, { restock_items }), "restock_items.0.quantity");
  await refunded(id);
  assert.equal((await readOrder(api, id)).financial_status, "refunded");
  assertNamesFields(await refund(id), "amount");
  assert.equal((await undone(id, first.id, { refund: { is_revert_restock: true } })).status, "cancelled");
  assert.deepEqual(await stock(), [0, 3]);
  assert.equal((await readOrder(api, id)).financial_status, "partially_refunded");
});

test("ORD-7: a cancelled order is not paid any more, but refunded", async () => {
  const { id } = await placeOrder(api, {
    line_items: custom,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  assertDone(await api.post(`/3.0/orders/${id}/cancel.json`, {}));
  assertRejected(await record(id, { kind: "sale", amount: "1.00" }), 409, "conflict");
  assert.equal((await refunded(id)).amount, "30.00");
});

// Part of WHK-9, for order/paid and order/partially_paid.
test("WHK-10: partial and completing payments send the order as it was at each payment", async () => {
  const { id } = await placeOrder(api, { line_items: custom });
  const hasTopic = ({ order }: { order: Order }) => order.id === id;
  await paid(id, { kind: "sale", amount: "10.00" });
  assert.equal((await waitForPayload("order/partially_paid", hasTopic)).order.total_paid, "10.00");
  await paid(id, { kind: "sale", amount: "20.00" });
  assert.equal((await waitForPayload("order/paid", hasTopic)).order.total_paid, "30.00");
  await paid(id, { kind: "sale", amount: "1.00" });
  await waitForPayload(
    "order/update",
    ({ order }: { order: Order }) => order.id === id && order.total_paid === "31.00",
  );
  for (const topic of ["order/paid", "order/partially_paid"])
    assert.equal(
      listReceived(store, topic).filter((candidate) => hasTopic(parsePayload(candidate))).length,
      1,
      topic,
    );
});

// Part of WHK-9, for refund/create and refund/cancel, and of WHK-14.
test("WHK-10: refunds are sent under their name, as fetched by their id", async () => {
  const { id } = await placeOrder(api, {
    line_items: custom,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const made = await refunded(id, { amount: "12.00", reference_number: "RF-1" });
  const hasTopic = (payload: { refund: Refund }) => payload.refund.id === made.id;
  const fetched = async () => assertDone(await api.get(`/3.0/orders/${id}/refunds/${made.id}.json`));
  assert.deepEqual(await waitForPayload("refund/create", hasTopic), await fetched());
  assert.equal(made.order_id, id);
  await undone(id, made.id);
  assert.deepEqual(await waitForPayload("refund/cancel", hasTopic), await fetched());
});

// Part of WHK-9, for order/cancel, order/paid and order/partially_paid.
test("WHK-10: placing an order with a payment and cancelling it each fire their own topic", async () => {
  const sale = (amount: string) => ({ line_items: custom, transactions: [{ kind: "sale", amount }] });
  const full = await placeOrder(api, sale("30.00"));
  const part = await placeOrder(api, sale("5.00"));
  assert.deepEqual([full.financial_status, part.financial_status], ["paid", "partially_paid"]);
  assert.equal(part.amount_due, "25.00");
  await waitForPayload("order/paid", ({ order }: { order: Order }) => order.id === full.id);
  const isPart = ({ order }: { order: Order }) => order.id === part.id;
  await waitForPayload("order/partially_paid", isPart);
  assertDone(await api.post(`/3.0/orders/${part.id}/cancel.json`, {}));
  assert.equal((await waitForPayload("order/cancel", isPart)).order.status, "cancelled");
});

test("WHK-6: stock events of an order carry its cause and app, order topics carry neither", async () => {
  const { handle } = store.app;
  const other = await anotherApp(["write_orders"]);
  const variant = await createVariant(api, 6);
  const order = await placeOrder(api, {
    line_items: [{ variant_id: variant, quantity: 3 }],
    transactions: [{ kind: "sale", amount: "5.00" }],
  });
  const movedBy = async (cause: string, app: string | undefined) => {
    for (const topic of stockTopics) {
      const request = await waitForRequest<Moved>(
        topic,
        ({ variant_id, variants = [] }, context) =>
          context === cause && [variant_id, ...variants.map(({ id }) => id)].includes(variant),
      );
      assert.equal(request.headers["service-webhook-trigger-by-app"], app, `${cause}: ${topic}`);
    }
  };
  await movedBy("order/create", handle);
  await paid(order.id, { kind: "sale", amount: "25.00" });
  const restock_items = [{ line_item_id: order.line_items[0]?.id, quantity: 1 }];
  const path = `/3.0/orders/${order.id}`;
  assertDone(await other.api.post(`${path}/refund.json`, { refund: { restock_items } }));
  await movedBy("refund/create", other.app.handle);
  const { browser, store: own } = store.merchant;
  assertDone(await browser.call("POST", `${own.host_url}/api${path}/cancel.json`, {}));
  // The app that placed it did not put these units back, and must not take them for its own change.
  await movedBy("order/cancel", undefined);
  for (const topic of orderTopics) {
    const { headers } = await waitForRequest<{ order: Order }>(
      topic,
      (payload) => payload.order.id === order.id,
    );
    for (const name of ["service-webhook-context", "service-webhook-trigger-by-app"])
      assert.equal(headers[name], undefined, `${topic}: ${name}`);
  }
});

test("ORD-7: an order in another currency keeps the rate at which it was placed", async () => {
  const { currency } = assertDone<{ currency: { id: number } }>(
    await api.post("/3.0/currencies.json", { currency: { code: "SGD", rate: "1.35" } }),
  );
  const line_items = [{ variant_id: await createVariant(api), quantity: 2 }];
  const order = await placeOrder(api, { line_items, currency_code: "SGD" });
  assert.deepEqual(
    [order.currency_code, order.exchange_rate, order.line_items[0]?.price, order.total_price],
    ["SGD", "1.35", "13.50", "27.00"],
  );
  assertDone(await api.put(`/3.0/currencies/${currency.id}.json`, { currency: { rate: "1.5" } }));
  await paid(order.id, { kind: "sale", amount: "27.00" });
  const now = await readOrder(api, order.id);
  assert.deepEqual([now.exchange_rate, now.total_price, now.financial_status], ["1.35", "27.00", "paid"]);
});

test("ORD-7: eight refunds at once give back what was paid, and no more", async () => {
  const { id } = await placeOrder(api, {
    line_items: custom,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, { amount: "10.00" })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  const order = await readOrder(api, id);
  assert.deepEqual([order.financial_status, order.transactions.length], ["refunded", 4]);
});
