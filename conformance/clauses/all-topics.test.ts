import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { registerApp } from "../apps.ts";
import { assertOk, assertRejected } from "../assertions.ts";
import { createProduct } from "../catalog.ts";
import { parseClauses } from "../clause-results.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import { installOrderApp, type Order, placeOrder } from "../orders.ts";
import { createPartner } from "../people.ts";
import { adjustStock, loadLevels, loadLocations } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { matchTopic, parsePayload, subscribe } from "../webhooks.ts";

interface CreatedRecord {
  id: number;
}

/** A topic and the payload with which the platform must send it. */
interface ExpectedEvent {
  topic: string;
  payload: unknown;
}

const uninstallTopic = "app/uninstall";
const extraScopes = [
  ...["read_store", "write_store", "read_shipping", "write_locations"],
  ...["read_purchasing", "write_purchasing"],
];

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let api: StoreApi;
let topics: string[];
/** Three apps that subscribe to all order topics. Each has one scope: for reading tags, orders or fulfillments. */
let narrowApps: readonly InstalledApp[];
const expectedEvents: ExpectedEvent[] = [];

before(async () => {
  fixture = await createConformanceFixture();
  installedApp = await installOrderApp(fixture, extraScopes);
  ({ api } = installedApp);
  topics = await readInterfaceTopics();
  for (const topic of topics) await subscribe(installedApp, topic);
  narrowApps = [
    await installNarrowApp("read_tags"),
    await installNarrowApp("read_orders"),
    await installNarrowApp("read_fulfillments"),
  ];
  for (const makeChanges of [
    changeCatalog,
    changeCustomers,
    changeSettings,
    changePurchaseOrder,
    changePayments,
    changeFulfillment,
    changeReturns,
  ])
    await makeChanges();
});
after(() => fixture.close());

/** Install another app in the store, with one scope, and subscribe it to all order topics. */
async function installNarrowApp(scope: string): Promise<InstalledApp> {
  const app = await registerApp(fixture, await createPartner(fixture));
  const narrowApp = await installApp(fixture, installedApp.merchant, { app, scopes: [scope] });
  for (const topic of topics.filter(isOrderTopic)) await subscribe(narrowApp, topic);
  return narrowApp;
}

const isOrderTopic = (topic: string): boolean => /^(order|fulfillment|refund|order_returns)\//.test(topic);

/** Read the topics that clause WHK-9 lists. */
async function readInterfaceTopics(): Promise<string[]> {
  const list = await readFile(new URL("../clauses.md", import.meta.url), "utf8");
  const clause = parseClauses(list).find(({ id }) => id === "WHK-9");
  return clause?.sentence.match(/[a-z_]+\/[a-z_]+/g) ?? [];
}

/** Create or change a record and return it. */
async function send(method: "post" | "put", path: string, body: object = {}): Promise<CreatedRecord> {
  const response = assertOk<Record<string, CreatedRecord>>(await api[method](`${path}.json`, body));
  return Object.values(response)[0] ?? assert.fail(`${path} returned no record`);
}

/** Expect these topics with the record that the API returns now. */
async function expectRecord(path: string, ...expectedTopics: string[]): Promise<void> {
  const body = assertOk<Record<string, unknown>>(await api.get(`${path}.json`));
  for (const topic of expectedTopics)
    expectedEvents.push({ topic, payload: topic.startsWith("product/") ? body["product"] : body });
}

/** Delete a record, and expect its topic with this payload. */
async function remove(path: string, { topic, payload }: ExpectedEvent): Promise<void> {
  assertOk(await api.delete(`${path}.json`));
  assertRejected(await api.get(`${path}.json`), 404, "not_found");
  expectedEvents.push({ topic, payload });
}

// Product and customer topics send the record's state at the time of sending (docs/decisions/0013-customers.md). So a product or
// customer that is changed here is neither changed again nor deleted.
async function changeCatalog(): Promise<void> {
  const [updatedProduct, stockedProduct, deletedProduct] = [
    await createSampleProduct(),
    await createSampleProduct(),
    await createSampleProduct(),
  ];
  await expectRecord(getProductPath(stockedProduct), "product/create");
  await send("put", getProductPath(updatedProduct), { product: { title: "Renamed" } });
  await expectRecord(getProductPath(updatedProduct), "product/update");
  await remove(getProductPath(deletedProduct), {
    topic: "product/delete",
    payload: { id: deletedProduct.id },
  });
  const variant_id = stockedProduct.variants[0]?.id ?? assert.fail();
  const { primary } = await loadLocations(api);
  await adjustStock(api, variant_id, { location_id: primary.id, change: 3 });
  const [level] = await loadLevels(api, variant_id);
  expectedEvents.push({
    topic: "inventory_level/inventory_quantity_update",
    payload: {
      variant_id,
      location_id: primary.id,
      inventory_quantity: 3,
      adjustment: "INCREASE",
      inventory_level_updated_at: level?.updated_at,
    },
  });
}

const createSampleProduct = () => createProduct(api, { title: "Sample", variants: [{ price: "5" }] });
const getProductPath = ({ id }: CreatedRecord) => `/3.0/products/${id}`;

async function changeCustomers(): Promise<void> {
  const createCustomerPath = async (first_name: string) =>
    `/3.0/customers/${(await send("post", "/3.0/customers", { customer: { first_name } })).id}`;
  const path = await createCustomerPath("Aisyah");
  await expectRecord(path, "customer/create");
  await send("put", path, { customer: { last_name: "Rahman" } });
  await expectRecord(path, "customer/update");
  const deletedPath = await createCustomerPath("Wei");
  const id = Number(deletedPath.split("/").at(-1));
  await remove(deletedPath, { topic: "customer/delete", payload: { customer: { id } } });
}

async function changeSettings(): Promise<void> {
  const { id } = await send("post", "/3.0/locations", { location: { name: "Harbour outlet" } });
  const path = `/3.0/locations/${id}`;
  await expectRecord(path, "location/create");
  await send("put", path, { location: { phone: "+60 4-261 0000" } });
  await expectRecord(path, "location/update");
  await remove(path, { topic: "location/delete", payload: { location: { id } } });
  const currency = await send("post", "/3.0/currencies", { currency: { code: "SGD", rate: "0.31" } });
  await expectRecord(`/3.0/currencies/${currency.id}`, "currency/update");
  const deletion = { topic: "currency/delete", payload: { currency: { code: "SGD" } } };
  await remove(`/3.0/currencies/${currency.id}`, deletion);
  await send("put", "/3.0/store", { store: { phone: "+60 3-2100 0000" } });
  await expectRecord("/3.0/store", "store/update");
}

async function changePurchaseOrder(): Promise<void> {
  const purchase_order = { supplier_name: "Weavers" };
  const { id } = await send("post", "/4.0/purchase_orders", { purchase_order });
  const path = `/4.0/purchase_orders/${id}`;
  await expectRecord(path, "purchase_order/create");
  await send("put", path, { purchase_order: { note: "By sea." } });
  await expectRecord(path, "purchase_order/update");
}

const placeSampleOrder = (): Promise<Order> =>
  placeOrder(api, { line_items: [{ name: "Engraving", price: "10.00", quantity: 2 }] });

async function changePayments(): Promise<void> {
  const path = `/3.0/orders/${(await placeSampleOrder()).id}`;
  await expectRecord(path, "order/create");
  await send("put", path, { order: { note: "Ring twice." } });
  await expectRecord(path, "order/update");
  for (const topic of ["order/partially_paid", "order/paid"]) {
    await send("post", `${path}/transactions`, { transaction: { kind: "sale", amount: "10.00" } });
    await expectRecord(path, topic);
  }
  const refund = await send("post", `${path}/refund`, { refund: { amount: "5.00" } });
  await expectRecord(`${path}/refunds/${refund.id}`, "refund/create");
  await send("put", `${path}/cancel_refund/${refund.id}/cancel`);
  await expectRecord(`${path}/refunds/${refund.id}`, "refund/cancel");
  await send("post", `${path}/cancel`);
  await expectRecord(path, "order/cancel");
}

async function changeFulfillment(): Promise<void> {
  const path = `/3.0/orders/${(await placeSampleOrder()).id}/fulfillments`;
  const { id } = await send("post", path, { fulfillment: {} });
  await expectRecord(`${path}/${id}`, "fulfillment/create");
  await send("put", `${path}/${id}`, { fulfillment: { tracking_number: "EN123456789MY" } });
  await expectRecord(`${path}/${id}`, "fulfillment/update");
  await send("post", `${path}/${id}/cancel`);
  await expectRecord(`${path}/${id}`, "fulfillment/cancel");
}

async function changeReturns(): Promise<void> {
  const { id, line_items } = await placeSampleOrder();
  await send("post", `/3.0/orders/${id}/fulfillments`, { fulfillment: {} });
  const order_return = { return_line_items: [{ line_item_id: line_items[0]?.id, quantity: 1 }] };
  const createReturn = async () =>
    `/4.0/returns/${(await send("post", `/4.0/orders/${id}/returns`, { order_return })).id}`;
  const path = await createReturn();
  await expectRecord(path, "order_returns/created");
  await send("put", path, { order_return: { note: "By post." } });
  await expectRecord(path, "order_returns/updated");
  await send("post", `${path}/accept`);
  await expectRecord(path, "order_returns/accepted");
  await send("post", `${path}/complete`);
  await expectRecord(path, "order_returns/completed");
  const canceledPath = await createReturn();
  await send("post", `${canceledPath}/cancel`);
  await expectRecord(canceledPath, "order_returns/cancelled");
}

test("WHK-14: every topic sends the record that the API returns, unless the record was deleted", async () => {
  assert.deepEqual(
    topics.filter((topic) => !expectedEvents.some((event) => event.topic === topic)),
    [uninstallTopic],
  );
  for (const { topic, payload } of expectedEvents) {
    const matchesTopic = matchTopic(topic);
    await installedApp.app.receiver
      .waitForRequest(
        (request) => matchesTopic(request) && isDeepStrictEqual(parsePayload(request), payload),
        10_000,
      )
      .catch(() => assert.fail(`${topic} was not sent with ${JSON.stringify(payload)}`));
  }
});

/** Pick the fields of a payload's record that an app without the topic's scopes receives. */
function pickScopelessFields(payload: unknown): object {
  const [[name, record] = assert.fail("the payload has no wrapper")] = Object.entries(payload as object);
  const scopelessEntries = Object.entries(record as object).filter(([key]) =>
    /^(id|status)$|_(id|status|at)$/.test(key),
  );
  return { [name]: Object.fromEntries(scopelessEntries) };
}

test("WHK-10: to an app without a topic's read scopes, order topics send only ids, states and times", async () => {
  for (const { topic, payload } of expectedEvents.filter((event) => isOrderTopic(event.topic))) {
    for (const { app, scope } of narrowApps) {
      const isReadable = scope === "read_orders" && /^(order|refund)\//.test(topic);
      const expectedPayload = isReadable ? payload : pickScopelessFields(payload);
      const matchesTopic = matchTopic(topic);
      await app.receiver
        .waitForRequest(
          (request) => matchesTopic(request) && isDeepStrictEqual(parsePayload(request), expectedPayload),
          10_000,
        )
        .catch(() =>
          assert.fail(`${topic} was not sent to ${scope} with ${JSON.stringify(expectedPayload)}`),
        );
    }
  }
  for (const { app, scope } of narrowApps.filter((narrowApp) => narrowApp.scope !== "read_orders"))
    for (const { body } of app.receiver.requests)
      assert.ok(!/Engraving|10\.00|EN123456789MY/.test(body.toString()), `${scope}: ${body}`);
});

test("WHK-9: each of the 31 topics is sent after a real change", async () => {
  assert.equal(new Set(topics).size, 31);
  const waitForTopic = (topic: string) => installedApp.app.receiver.waitForRequest(matchTopic(topic), 10_000);
  for (const topic of topics.filter((name) => name !== uninstallTopic)) await waitForTopic(topic);
  assertOk(await uninstallApp(installedApp));
  const uninstallPayload = parsePayload<{ success: boolean; shop: string }>(
    await waitForTopic(uninstallTopic),
  );
  assert.deepEqual(
    [uninstallPayload.success, uninstallPayload.shop.split(".")[0]],
    [true, installedApp.merchant.store.handle],
  );
});
