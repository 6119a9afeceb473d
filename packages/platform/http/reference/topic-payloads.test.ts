import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations, payloads, type TopicName } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import Value from "typebox/value";
import { getShape } from "./testing/get-shape.ts";

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let token: string;

before(async () => {
  [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  store = await seedStore(testPlatform, { products: 3, locations: 2 });
  const app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
  await call("POST", "/3.0/customer_attributes.json", getExampleBody(operations.createCustomerAttribute));
  for (const topic of Object.keys(payloads))
    await call("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/${topic}` });
});

after(async () => {
  await testPlatform.stop();
  await receiver.stop();
});

async function call(method: string, path: string, json?: unknown): Promise<Record<string, { id: number }>> {
  const response = await testPlatform.request(`${store.origin}/api${path}`, {
    method,
    token,
    ...(json === undefined ? {} : { json }),
  });
  assert.equal(response.status, 200, `${method} ${path}: ${response.text}`);
  return response.json();
}

const getExampleBody = ({ example }: Operation): unknown => example?.body;

/** The body of the example that creates a customer. Its custom field is created in `before`. */
const customerBody = getExampleBody(operations.createCustomer) as { customer: object };

/** Create a customer, and a privacy request for this customer in the admin. */
async function createPrivacyRequest(kind: "data_request" | "erase"): Promise<void> {
  const { customer } = await call("POST", "/3.0/customers.json", {
    customer: { ...customerBody.customer, email: `${kind}@kedai.test`, phone: "" },
  });
  const url = `${store.host_url}/api/console/customers/${customer?.id}/${kind}.json`;
  const response = await store.owner.browser.call("POST", url);
  assert.equal(response.status, 200, response.text);
}

/** Create a return for a new order, and then call these endpoints of the return. */
async function createReturn(...steps: readonly (readonly [string, string, unknown?])[]): Promise<void> {
  const createdOrder = await call("POST", "/3.0/orders.json", {
    line_items: [{ name: "Rattan tray", price: "45.00", quantity: 1 }],
  });
  const { id, line_items = [] } = createdOrder["order"] as { id: number; line_items?: { id: number }[] };
  await call("POST", `/3.0/orders/${id}/fulfillments.json`, {});
  const { order_return } = await call("POST", `/4.0/orders/${id}/returns.json`, {
    return_line_items: [{ line_item_id: line_items[0]?.id, quantity: 1 }],
  });
  for (const [method, step, body] of steps)
    await call(method, `/4.0/returns/${order_return?.id}${step}.json`, body);
}

/** Create an order, refund half of it, and return the order's path and the refund's id. */
async function createRefund(): Promise<{ path: string; id: number }> {
  const { order } = await call("POST", "/3.0/orders.json", {
    line_items: [{ name: "Engraving", price: "12.00", quantity: 2 }],
    transactions: [{ kind: "sale", amount: "24.00" }],
  });
  const { line_items = [] } = (order ?? {}) as { line_items?: { id: number }[] };
  const path = `/3.0/orders/${order?.id}`;
  const restock_items = [{ line_item_id: line_items[0]?.id, quantity: 1 }];
  const { refund } = await call("POST", `${path}/refund.json`, { amount: "12.00", restock_items });
  return { path, id: refund?.id ?? 0 };
}

/** Create an order, fulfill it, and return the fulfillment's path. */
async function createFulfillment(): Promise<{ path: string }> {
  const { order } = await call("POST", "/3.0/orders.json", {
    order: { line_items: [{ name: "Rattan tray", price: "45.00", quantity: 1 }] },
  });
  const fulfillmentsPath = `/3.0/orders/${order?.id}/fulfillments`;
  const { fulfillment } = await call("POST", `${fulfillmentsPath}.json`, { fulfillment: {} });
  return { path: `${fulfillmentsPath}/${fulfillment?.id}` };
}

/** Create the partially paid order of the operation's example, and return the order's path. */
async function createOrder(): Promise<{ path: string }> {
  const { order } = await call("POST", "/3.0/orders.json", getExampleBody(operations.createOrder));
  return { path: `/3.0/orders/${order?.id}` };
}

/** For each topic, a function that makes the API calls which publish it. */
const triggersByTopic: Record<Exclude<TopicName, "app/uninstall">, () => Promise<unknown>> = {
  "order/create": createOrder,
  "order/update": async () =>
    call("PUT", `${(await createOrder()).path}.json`, getExampleBody(operations.updateOrder)),
  // 43.86 is the amount due of the example's order.
  "order/paid": async () =>
    call("POST", `${(await createOrder()).path}/transactions.json`, { kind: "sale", amount: "43.86" }),
  "order/partially_paid": createOrder,
  "order/cancel": async () => call("POST", `${(await createOrder()).path}/cancel.json`, {}),
  "product/create": () => call("POST", "/3.0/products.json", getExampleBody(operations.createProduct)),
  "product/update": () => call("PUT", "/3.0/products/2.json", { product: { title: "Another title" } }),
  "product/delete": async () => {
    const { product } = await call("POST", "/3.0/products.json", { product: { title: "Soon gone" } });
    await call("DELETE", `/3.0/products/${product?.id}.json`);
  },
  "inventory_level/inventory_quantity_update": () =>
    call("PUT", "/4.0/inventory_levels/adjust.json", {
      variant_id: store.variants[0]?.id,
      location_id: store.locations[0]?.id,
      adjustment_quantity: -1,
    }),
  "customer/create": () => call("POST", "/3.0/customers.json", customerBody),
  "customer/update": async () => {
    const { customer } = await call("POST", "/3.0/customers.json", {
      customer: { ...customerBody.customer, email: "", phone: "" },
    });
    await call("PUT", `/3.0/customers/${customer?.id}.json`, {
      customer: { note: "Rings before she comes." },
    });
  },
  "customer/delete": async () => {
    const { customer } = await call("POST", "/3.0/customers.json", { customer: { first_name: "Soon gone" } });
    await call("DELETE", `/3.0/customers/${customer?.id}.json`);
  },
  "customer/data_request": () => createPrivacyRequest("data_request"),
  "customer/erase": () => createPrivacyRequest("erase"),
  "store/update": () => call("PUT", "/3.0/store.json", { store: { name: "Another name" } }),
  "location/create": () => call("POST", "/3.0/locations.json", getExampleBody(operations.createLocation)),
  "location/update": () => call("PUT", "/3.0/locations/2.json", getExampleBody(operations.updateLocation)),
  "location/delete": async () => {
    const { location } = await call("POST", "/3.0/locations.json", { location: { name: "Soon gone" } });
    await call("DELETE", `/3.0/locations/${location?.id}.json`);
  },
  "currency/update": () => call("POST", "/3.0/currencies.json", getExampleBody(operations.createCurrency)),
  "currency/delete": () => call("DELETE", "/3.0/currencies/SGD.json"),
  "refund/create": async () => void (await createRefund()),
  "refund/cancel": async () => {
    const { path, id } = await createRefund();
    await call("PUT", `${path}/cancel_refund/${id}/cancel.json`, {});
  },
  "fulfillment/create": createFulfillment,
  "fulfillment/update": async () => {
    const { path } = await createFulfillment();
    await call("PUT", `${path}.json`, { fulfillment: { courier: "Pos Laju" } });
  },
  "fulfillment/cancel": async () => {
    const { path } = await createFulfillment();
    await call("POST", `${path}/cancel.json`, {});
  },
  "purchase_order/create": () =>
    call("POST", "/4.0/purchase_orders.json", getExampleBody(operations.createPurchaseOrder)),
  "purchase_order/update": async () => {
    const { purchase_order } = await call(
      "POST",
      "/4.0/purchase_orders.json",
      getExampleBody(operations.createPurchaseOrder),
    );
    const { line_items = [] } = (purchase_order ?? {}) as { line_items?: { id: number }[] };
    assert.ok(line_items[0]);
    await call("POST", `/4.0/purchase_orders/${purchase_order?.id}/receive.json`, {
      line_items: [{ id: line_items[0].id, quantity: 1 }],
    });
  },
  "order_returns/created": () => createReturn(),
  "order_returns/accepted": () => createReturn(["POST", "/accept"]),
  "order_returns/updated": () => createReturn(["PUT", "", { note: "By post." }]),
  "order_returns/completed": () => createReturn(["POST", "/accept"], ["POST", "/complete"]),
  "order_returns/cancelled": () => createReturn(["POST", "/cancel"]),
};

/** Wait for the webhook of a topic, and assert that it has the shape of the topic's example. */
async function assertMatchesExample(topic: TopicName): Promise<void> {
  const { schema, example } = payloads[topic];
  const { body, headers } = await receiver.waitForRequest(
    (request) => request.headers["service-topic"] === topic,
  );
  const payload: unknown = JSON.parse(body.toString());
  assert.equal(headers["service-topic"], topic);
  assert.deepEqual([...Value.Errors(schema, payload)], [], `${topic}: ${body}`);
  assert.deepEqual([...Value.Errors(schema, example)], [], topic);
  assert.deepEqual(getShape(payload), getShape(example), topic);
}

test("every topic's webhook has the shape of its example in the reference", async () => {
  for (const [topic, trigger] of Object.entries(triggersByTopic)) {
    await trigger();
    await assertMatchesExample(topic as TopicName);
  }
  const appsResponse = await store.owner.browser.call("GET", `${store.host_url}/api/console/apps.json`);
  const [installedApp] = appsResponse.json<{ apps: { id: number }[] }>().apps;
  const path = operations.uninstallApp.path.replace(":id", String(installedApp?.id));
  const { method } = operations.uninstallApp;
  assert.equal((await store.owner.browser.call(method, `${store.host_url}/api/console${path}`)).status, 200);
  await assertMatchesExample("app/uninstall");
});

/** Topics whose past events cannot be replayed without a stored payload, because no record exists from which the payload could be built. */
const unreplayableTopics: readonly string[] = [
  "app/uninstall",
  "currency/update",
  "currency/delete",
  "customer/data_request",
  "customer/erase",
];

test("if no payload of a past event is stored, its replay has a payload built from the record", async () => {
  await testPlatform.database.query("update events set payload = null where store_id = $1", [store.id]);
  const lateApp = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app: lateApp }));
  const replayedTopics = Object.keys(payloads).filter((topic) => !unreplayableTopics.includes(topic));
  for (const topic of [...replayedTopics, ...unreplayableTopics])
    await call("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/late/${topic}`, replay_from: 1 });
  for (const topic of replayedTopics) {
    const { body } = await receiver.waitForRequest(({ path }) => path === `/late/${topic}`);
    const { schema } = payloads[topic as TopicName];
    assert.deepEqual([...Value.Errors(schema, JSON.parse(body.toString()))], [], `${topic}: ${body}`);
  }
  // `history_after` is set until a subscription has all of the past events that it requested.
  await eventually(async () => {
    const text = "select from webhook_subscriptions where app_id = $1 and history_after is not null";
    return (await testPlatform.database.query(text, [lateApp.id])).rowCount === 0;
  });
  for (const topic of unreplayableTopics)
    assert.ok(!receiver.requests.some(({ path }) => path === `/late/${topic}`), topic);
});
