import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { type Installed, install } from "../installing.ts";
import { newVariant, type Order, orderShop, placeOrder, readOrder } from "../orders.ts";
import { newPartner } from "../people.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import type { ShopApi } from "../shop-api.ts";
import { levelsOf } from "../stock.ts";
import { isTopic, payloadOf, receivedOf, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

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

/** What a webhook of stock says of whose stock it is. */
interface Moved {
  variant_id?: number;
  variants?: { id: number }[];
}

const orderTopics = ["order/create", "order/update", "order/paid", "order/partially_paid", "order/cancel"];
const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"];
const topics = [...orderTopics, ...stockTopics, "refund/create", "refund/cancel"];
const custom = [{ name: "Engraving", price: "30.00", quantity: 1 }];

let world: World;
let shop: Installed;
let api: ShopApi;

before(async () => {
  world = await openWorld();
  shop = await orderShop(world);
  ({ api } = shop);
  for (const topic of topics) await subscribe(shop, topic);
});
after(() => world.close());

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

/** A further app of another partner in the same shop. */
const anotherApp = async (scopes: readonly string[]): Promise<Installed> =>
  install(world, shop.merchant, { app: await registerApp(world, await newPartner(world)), scopes });

function heard<T>(
  topic: string,
  check: (payload: T, context: string | undefined) => boolean,
): Promise<ReceivedRequest> {
  const isIt = isTopic(topic);
  return shop.app.receiver.received(
    (each) => isIt(each) && check(payloadOf<T>(each), each.headers["service-webhook-context"]),
    10_000,
  );
}

const told = async <T extends object>(topic: string, check: (payload: T) => boolean): Promise<T> =>
  payloadOf<T>(await heard(topic, check));

test("ORD-7: an order holds its transactions, and its state follows from them", async () => {
  const { id } = await placeOrder(api, { line_items: custom });
  const states = async () => (await readOrder(api, id)).financial_status;
  assert.equal(await states(), "unpaid");
  const promise = await paid(id, { kind: "sale", amount: "5.00", gateway: { type: "cash_on_delivery" } });
  assert.deepEqual([promise.status, await states()], ["pending", "pending"]);
  const held = await paid(id, { kind: "authorization", amount: "25.00" });
  assert.equal(await states(), "authorized");
  await paid(id, { kind: "capture", amount: "20.00" });
  assert.equal(await states(), "partially_paid");
  assertNamesFields(await record(id, { kind: "capture", amount: "5.01", parent_id: held.id }), "amount");
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
  assertRefused(await api.get(`/3.0/orders/987654321/transactions.json`), 404, "not_found");
});

test("ORD-7: a refund gives money and units back, never more than there is, and can be undone", async () => {
  const variant = await newVariant(api, 3);
  const order = await placeOrder(api, {
    line_items: [{ variant_id: variant, quantity: 3 }],
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const { id } = order;
  const stock = async () => {
    const [level] = await levelsOf(api, variant);
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
  assertRefused(await record(id, { kind: "sale", amount: "1.00" }), 409, "conflict");
  assert.equal((await refunded(id)).amount, "30.00");
});

// Part of WHK-9, for order/paid and order/partially_paid.
test("WHK-10: a payment that is not enough and the one that is are told with the order as it was then", async () => {
  const { id } = await placeOrder(api, { line_items: custom });
  const isIt = ({ order }: { order: Order }) => order.id === id;
  await paid(id, { kind: "sale", amount: "10.00" });
  assert.equal((await told("order/partially_paid", isIt)).order.total_paid, "10.00");
  await paid(id, { kind: "sale", amount: "20.00" });
  assert.equal((await told("order/paid", isIt)).order.total_paid, "30.00");
  await paid(id, { kind: "sale", amount: "1.00" });
  await told(
    "order/update",
    ({ order }: { order: Order }) => order.id === id && order.total_paid === "31.00",
  );
  for (const topic of ["order/paid", "order/partially_paid"])
    assert.equal(receivedOf(shop, topic).filter((each) => isIt(payloadOf(each))).length, 1, topic);
});

// Part of WHK-9, for refund/create and refund/cancel, and of WHK-14.
test("WHK-10: refunds are told under their name, as they are fetched by their id", async () => {
  const { id } = await placeOrder(api, {
    line_items: custom,
    transactions: [{ kind: "sale", amount: "30.00" }],
  });
  const made = await refunded(id, { amount: "12.00", reference_number: "RF-1" });
  const isIt = (payload: { refund: Refund }) => payload.refund.id === made.id;
  const fetched = async () => assertDone(await api.get(`/3.0/orders/${id}/refunds/${made.id}.json`));
  assert.deepEqual(await told("refund/create", isIt), await fetched());
  assert.equal(made.order_id, id);
  await undone(id, made.id);
  assert.deepEqual(await told("refund/cancel", isIt), await fetched());
});

// Part of WHK-9, for order/cancel, order/paid and order/partially_paid.
test("WHK-10: an order that is placed with a payment, and its cancellation, are told by topics of their own", async () => {
  const sale = (amount: string) => ({ line_items: custom, transactions: [{ kind: "sale", amount }] });
  const full = await placeOrder(api, sale("30.00"));
  const part = await placeOrder(api, sale("5.00"));
  assert.deepEqual([full.financial_status, part.financial_status], ["paid", "partially_paid"]);
  assert.equal(part.amount_due, "25.00");
  await told("order/paid", ({ order }: { order: Order }) => order.id === full.id);
  const isPart = ({ order }: { order: Order }) => order.id === part.id;
  await told("order/partially_paid", isPart);
  assertDone(await api.post(`/3.0/orders/${part.id}/cancel.json`, {}));
  assert.equal((await told("order/cancel", isPart)).order.status, "cancelled");
});

test("WHK-6: stock that an order moves is told with what moved it and the app whose request did, topics of orders with neither", async () => {
  const { handle } = shop.app;
  const other = await anotherApp(["write_orders"]);
  const variant = await newVariant(api, 6);
  const order = await placeOrder(api, {
    line_items: [{ variant_id: variant, quantity: 3 }],
    transactions: [{ kind: "sale", amount: "5.00" }],
  });
  const movedBy = async (cause: string, app: string | undefined) => {
    for (const topic of stockTopics) {
      const request = await heard<Moved>(
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
  const { browser, shop: own } = shop.merchant;
  assertDone(await browser.call("POST", `${own.host_url}/api${path}/cancel.json`, {}));
  // The app that placed it did not put these units back, and must not take them for its own change.
  await movedBy("order/cancel", undefined);
  for (const topic of orderTopics) {
    const { headers } = await heard<{ order: Order }>(topic, (payload) => payload.order.id === order.id);
    for (const name of ["service-webhook-context", "service-webhook-trigger-by-app"])
      assert.equal(headers[name], undefined, `${topic}: ${name}`);
  }
});

test("ORD-7: an order in another currency keeps the rate at which it was placed", async () => {
  const { currency } = assertDone<{ currency: { id: number } }>(
    await api.post("/3.0/currencies.json", { currency: { code: "SGD", rate: "1.35" } }),
  );
  const line_items = [{ variant_id: await newVariant(api), quantity: 2 }];
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
