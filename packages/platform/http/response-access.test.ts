import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let store: SeededStore;
let orderId: number;

const buyerName = "Nur Aisyah";

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
  const response = await callAs(["read_orders", "write_orders"], "POST", "/orders.json", {
    order: {
      email: "nur@guests.test",
      billing_address: { first_name: buyerName, last_name: "Rahman" },
      line_items: [{ name: "Gift wrap", price: "1.00", quantity: 1 }],
    },
  });
  assert.match(response.text, /Nur Aisyah/);
  orderId = response.json<{ order: { id: number } }>().order.id;
});
after(() => testPlatform.stop());

/** Install an app with these scopes, and send a request as this app. */
async function callAs(
  scopes: readonly string[],
  method: string,
  path: string,
  json: object,
  headers: Record<string, string> = {},
) {
  const app = await registerApp(testPlatform, "http://localhost:1");
  const { token } = await installApp(testPlatform, { store, app, scopes });
  return testPlatform.request(`${store.origin}/api/3.0${path}`, { method, token, json, headers });
}

test("a change of an order by an app without read_orders returns the order without the buyer's data", async () => {
  const response = await callAs(["write_orders"], "PUT", `/orders/${orderId}.json`, { order: {} });
  assert.equal(response.status, 200, response.text);
  const { order } = response.json<{ order: Record<string, unknown> }>();
  assert.equal(order["id"], orderId);
  assert.equal(order["financial_status"], "unpaid");
  assert.doesNotMatch(response.text, /Nur|guests\.test|Gift wrap/);
});

test("without read_orders, the stored response of an idempotency key omits the buyer's data", async () => {
  const app = await registerApp(testPlatform, "http://localhost:1");
  const headers = { "idempotency-key": "one" };
  const { token } = await installApp(testPlatform, { store, app, scopes: ["write_orders"] });
  const update = () =>
    testPlatform.request(`${store.origin}/api/3.0/orders/${orderId}.json`, {
      method: "PUT",
      token,
      headers,
      json: { order: { note: "gate 4" } },
    });
  const [firstResponse, secondResponse] = [await update(), await update()];
  assert.equal(secondResponse.headers["idempotent-replay"], "true");
  assert.equal(secondResponse.text, firstResponse.text);
  assert.doesNotMatch(secondResponse.text, /Nur/);
});

test("a customer created without read_customers is returned without personal data", async () => {
  const createResponse = await callAs(["write_customers"], "POST", "/customers.json", {
    customer: { email: "tan@guests.test", first_name: "Tan" },
  });
  assert.equal(createResponse.status, 200, createResponse.text);
  const { id } = createResponse.json<{ customer: { id: number } }>().customer;
  assert.doesNotMatch(createResponse.text, /tan@/);
  const fullResponse = await callAs(["read_customers", "write_customers"], "PUT", `/customers/${id}.json`, {
    customer: {},
  });
  assert.match(fullResponse.text, /tan@guests\.test/);
});

test("a product created without read_products is returned whole", async () => {
  const response = await callAs(["write_products"], "POST", "/products.json", {
    product: { title: "Teh Tarik" },
  });
  assert.match(response.text, /Teh Tarik/);
});
