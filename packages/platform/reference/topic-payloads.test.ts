import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Operation, operations, payloads, type TopicName } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import Value from "typebox/value";
import { shapeOf } from "./testing/shape-of.ts";

let testing: TestPlatform;
let receiver: RecordingReceiver;
let shop: SeededShop;
let token: string;

before(async () => {
  [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  shop = await seedShop(testing, { products: 3, locations: 2 });
  const app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { shop, app }));
  await call("POST", "/3.0/customer_attributes.json", bodyOf(operations.createCustomerAttribute));
  for (const topic of Object.keys(payloads))
    await call("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/${topic}` });
});

after(async () => {
  await testing.stop();
  await receiver.stop();
});

async function call(method: string, path: string, json?: unknown): Promise<Record<string, { id: number }>> {
  const answer = await testing.request(`${shop.origin}/api${path}`, {
    method,
    token,
    ...(json === undefined ? {} : { json }),
  });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.json();
}

const bodyOf = ({ example }: Operation): unknown => example?.body;

/** The customer of the example, whose custom field is made before. */
const customerBody = bodyOf(operations.createCustomer) as { customer: object };

/** What the shop's owner does for a customer who asks. */
async function asked(kind: "data_request" | "erase"): Promise<void> {
  const { customer } = await call("POST", "/3.0/customers.json", {
    customer: { ...customerBody.customer, email: `${kind}@kedai.test`, phone: "" },
  });
  const url = `${shop.host_url}/api/console/customers/${customer?.id}/${kind}.json`;
  const answer = await shop.owner.browser.call("POST", url);
  assert.equal(answer.status, 200, answer.text);
}

/** A return of an order of its own, and the steps that follow it. */
async function returned(...steps: readonly (readonly [string, string, unknown?])[]): Promise<void> {
  const placed = await call("POST", "/3.0/orders.json", {
    line_items: [{ name: "Rattan tray", price: "45.00", quantity: 1 }],
  });
  const { id, line_items = [] } = placed["order"] as { id: number; line_items?: { id: number }[] };
  await call("POST", `/3.0/orders/${id}/fulfillments.json`, {});
  const { order_return } = await call("POST", `/4.0/orders/${id}/returns.json`, {
    return_line_items: [{ line_item_id: line_items[0]?.id, quantity: 1 }],
  });
  for (const [method, step, body] of steps)
    await call(method, `/4.0/returns/${order_return?.id}${step}.json`, body);
}

/** The path of an order of one line that is refunded in part, and the refund's id. */
async function refunded(): Promise<{ path: string; id: number }> {
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

/** An order of one line, sent. */
async function sent(): Promise<{ path: string }> {
  const { order } = await call("POST", "/3.0/orders.json", {
    order: { line_items: [{ name: "Rattan tray", price: "45.00", quantity: 1 }] },
  });
  const fulfillments = `/3.0/orders/${order?.id}/fulfillments`;
  const { fulfillment } = await call("POST", `${fulfillments}.json`, { fulfillment: {} });
  return { path: `${fulfillments}/${fulfillment?.id}` };
}

/** The order of the example, which is paid in part. */
async function placed(): Promise<{ path: string }> {
  const { order } = await call("POST", "/3.0/orders.json", bodyOf(operations.createOrder));
  return { path: `/3.0/orders/${order?.id}` };
}

/** What makes each topic fire, by the calls of an app. */
const causes: Record<Exclude<TopicName, "app/uninstall">, () => Promise<unknown>> = {
  "order/create": placed,
  "order/update": async () => call("PUT", `${(await placed()).path}.json`, bodyOf(operations.updateOrder)),
  "order/paid": async () =>
    call("POST", `${(await placed()).path}/transactions.json`, { kind: "sale", amount: "43.86" }),
  "order/partially_paid": placed,
  "order/cancel": async () => call("POST", `${(await placed()).path}/cancel.json`, {}),
  "product/create": () => call("POST", "/3.0/products.json", bodyOf(operations.createProduct)),
  "product/update": () => call("PUT", "/3.0/products/2.json", { product: { title: "Another title" } }),
  "product/delete": async () => {
    const { product } = await call("POST", "/3.0/products.json", { product: { title: "Soon gone" } });
    await call("DELETE", `/3.0/products/${product?.id}.json`);
  },
  "inventory_level/inventory_quantity_update": () =>
    call("PUT", "/4.0/inventory_levels/adjust.json", {
      variant_id: shop.variants[0]?.id,
      location_id: shop.locations[0]?.id,
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
  "customer/data_request": () => asked("data_request"),
  "customer/erase": () => asked("erase"),
  "store/update": () => call("PUT", "/3.0/store.json", { store: { name: "Another name" } }),
  "location/create": () => call("POST", "/3.0/locations.json", bodyOf(operations.createLocation)),
  "location/update": () => call("PUT", "/3.0/locations/2.json", bodyOf(operations.updateLocation)),
  "location/delete": async () => {
    const { location } = await call("POST", "/3.0/locations.json", { location: { name: "Soon gone" } });
    await call("DELETE", `/3.0/locations/${location?.id}.json`);
  },
  "currency/update": () => call("POST", "/3.0/currencies.json", bodyOf(operations.createCurrency)),
  "currency/delete": () => call("DELETE", "/3.0/currencies/SGD.json"),
  "refund/create": async () => void (await refunded()),
  "refund/cancel": async () => {
    const { path, id } = await refunded();
    await call("PUT", `${path}/cancel_refund/${id}/cancel.json`, {});
  },
  "fulfillment/create": sent,
  "fulfillment/update": async () => {
    const { path } = await sent();
    await call("PUT", `${path}.json`, { fulfillment: { courier: "Pos Laju" } });
  },
  "fulfillment/cancel": async () => {
    const { path } = await sent();
    await call("POST", `${path}/cancel.json`, {});
  },
  "purchase_order/create": () =>
    call("POST", "/4.0/purchase_orders.json", bodyOf(operations.createPurchaseOrder)),
  "purchase_order/update": async () => {
    const { purchase_order } = await call(
      "POST",
      "/4.0/purchase_orders.json",
      bodyOf(operations.createPurchaseOrder),
    );
    const { line_items = [] } = (purchase_order ?? {}) as { line_items?: { id: number }[] };
    assert.ok(line_items[0]);
    await call("POST", `/4.0/purchase_orders/${purchase_order?.id}/receive.json`, {
      line_items: [{ id: line_items[0].id, quantity: 1 }],
    });
  },
  "order_returns/created": () => returned(),
  "order_returns/accepted": () => returned(["POST", "/accept"]),
  "order_returns/updated": () => returned(["PUT", "", { note: "By post." }]),
  "order_returns/completed": () => returned(["POST", "/accept"], ["POST", "/complete"]),
  "order_returns/cancelled": () => returned(["POST", "/cancel"]),
};

async function requireLikeExample(topic: TopicName): Promise<void> {
  const { schema, example } = payloads[topic];
  const { body, headers } = await receiver.received(({ headers: sent }) => sent["service-topic"] === topic);
  const payload: unknown = JSON.parse(body.toString());
  assert.equal(headers["service-topic"], topic);
  assert.deepEqual([...Value.Errors(schema, payload)], [], `${topic}: ${body}`);
  assert.deepEqual([...Value.Errors(schema, example)], [], topic);
  assert.deepEqual(shapeOf(payload), shapeOf(example), topic);
}

test("every topic is sent as its example in the reference shows it", async () => {
  for (const [topic, cause] of Object.entries(causes)) {
    await cause();
    await requireLikeExample(topic as TopicName);
  }
  const listed = await shop.owner.browser.call("GET", `${shop.host_url}/api/console/apps.json`);
  const [installed] = listed.json<{ apps: { id: number }[] }>().apps;
  const path = operations.uninstallApp.path.replace(":id", String(installed?.id));
  const { method } = operations.uninstallApp;
  assert.equal((await shop.owner.browser.call(method, `${shop.host_url}/api/console${path}`)).status, 200);
  await requireLikeExample("app/uninstall");
});

/** What tells of something that no record holds, and a currency that is gone: nobody can be told later. */
const untold: readonly string[] = [
  "app/uninstall",
  "currency/update",
  "currency/delete",
  "customer/data_request",
  "customer/erase",
];

test("what no subscription wanted as it happened is told later by the record as it is then, in the same shape", async () => {
  await testing.database.query("update events set payload = null where store_id = $1", [shop.id]);
  const late = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { shop, app: late }));
  const told = Object.keys(payloads).filter((topic) => !untold.includes(topic));
  for (const topic of [...told, ...untold])
    await call("POST", "/3.0/webhooks.json", { topic, url: `${receiver.url}/late/${topic}`, replay_from: 1 });
  for (const topic of told) {
    const { body } = await receiver.received(({ path }) => path === `/late/${topic}`);
    const { schema } = payloads[topic as TopicName];
    assert.deepEqual([...Value.Errors(schema, JSON.parse(body.toString()))], [], `${topic}: ${body}`);
  }
  await eventually(async () => {
    const text = "select from webhook_subscriptions where app_id = $1 and history_after is not null";
    return (await testing.database.query(text, [late.id])).rowCount === 0;
  });
  for (const topic of untold)
    assert.ok(!receiver.requests.some(({ path }) => path === `/late/${topic}`), topic);
});
