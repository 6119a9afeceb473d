import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  type Person,
  registerApp,
  type SeededStore,
  seedStore,
  signUp,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let store: SeededStore;
let customerId: number;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
  const response = await callAs(["write_customers", "read_customers"], "POST", "/customers.json", {
    customer: { email: "nur@guests.test", first_name: "Nur" },
  });
  customerId = response.json<{ customer: { id: number } }>().customer.id;
});
after(() => testPlatform.stop());

const tokens = new Map<string, Promise<string>>();
let partner: Person | undefined;

async function install(scopes: readonly string[]): Promise<string> {
  partner ??= await signUp(testPlatform, "partners");
  const app = await registerApp(testPlatform, "http://localhost:1", partner);
  return (await installApp(testPlatform, { store, app, scopes })).token;
}

/** Return the token of an app that has exactly these scopes. */
async function getToken(scopes: readonly string[]): Promise<string> {
  const key = scopes.join();
  tokens.set(key, tokens.get(key) ?? install(scopes));
  return (await tokens.get(key)) ?? assert.fail();
}

/** Call the API with an app that has exactly these scopes. */
async function callAs(scopes: readonly string[], method: string, path: string, json: object) {
  const token = await getToken(scopes);
  return testPlatform.request(`${store.origin}/api/3.0${path}`, { method, token, json });
}

const line_items = [{ name: "Gift wrap", price: "1.00", quantity: 1 }];

function createOrderAs(scopes: readonly string[], fields: object) {
  return callAs(scopes, "POST", "/orders.json", { order: { line_items, ...fields } });
}

function getRequiredScope({ status, text }: { status: number; text: string }): string | undefined {
  assert.equal(status, 403, text);
  return (JSON.parse(text) as { error: { required_scope?: string } }).error.required_scope;
}

test("assigning an order to a customer by id requires read_customers", async () => {
  for (const fields of [{ customer_id: customerId }, { customer: { id: customerId } }])
    assert.equal(getRequiredScope(await createOrderAs(["write_orders"], fields)), "read_customers");
  const createResponse = await createOrderAs(["write_orders", "read_customers"], { customer_id: customerId });
  assert.equal(createResponse.status, 200, createResponse.text);
  const path = `/orders/${createResponse.json<{ order: { id: number } }>().order.id}.json`;
  const order = { customer_id: customerId };
  assert.equal(getRequiredScope(await callAs(["write_orders"], "PUT", path, { order })), "read_customers");
  const updateResponse = await callAs(["write_orders"], "PUT", path, { order: { customer_id: null } });
  assert.equal(updateResponse.status, 200, "removing the customer reveals no customer data");
});

test("without read_customers, creating an order by email does not reveal the customer", async () => {
  const fields = { customer: { email: "nur@guests.test" } };
  for (const scopes of [["write_orders"], ["write_orders", "read_orders"]]) {
    const { status, text } = await createOrderAs(scopes, fields);
    assert.equal(status, 200, text);
    const { order } = JSON.parse(text) as { order: Record<string, unknown> };
    assert.deepEqual([order["customer_id"], order["customer"]], [undefined, undefined]);
    const path = `${store.origin}/api/3.0/orders/${order["id"] as number}.json`;
    const { customer } = (await testPlatform.request(path, { token: await getToken(["read_orders"]) })).json<{
      order: { customer: object };
    }>().order;
    const names = { code: "", first_name: "", last_name: "" };
    assert.deepEqual(customer, { id: customerId, ...names, email: "nur@guests.test", phone: "" });
  }
  const completeResponse = await createOrderAs(["write_orders", "read_orders", "read_customers"], fields);
  assert.equal(completeResponse.json<{ order: { customer_id: number } }>().order.customer_id, customerId);
});

test("paying with store credit requires write_customers", async () => {
  const transactions = [{ kind: "sale", amount: "1.00", gateway: { type: "credit" } }];
  const scopes = ["write_orders", "read_orders", "read_customers"];
  const fields = { customer_id: customerId, transactions };
  assert.equal(getRequiredScope(await createOrderAs(scopes, fields)), "write_customers");
  const unpaidResponse = await createOrderAs(scopes, { customer_id: customerId });
  const path = `/orders/${unpaidResponse.json<{ order: { id: number } }>().order.id}/transactions.json`;
  const paymentResponse = await callAs(scopes, "POST", path, { transaction: transactions[0] });
  assert.equal(getRequiredScope(paymentResponse), "write_customers");
  const creditResponse = await callAs(
    ["write_customers"],
    "PUT",
    `/customers/${customerId}/credits/set.json`,
    {
      credit: { amount: "5.00" },
    },
  );
  assert.equal(creditResponse.status, 200, creditResponse.text);
  const paidResponse = await createOrderAs([...scopes, "write_customers"], fields);
  assert.equal(paidResponse.status, 200, paidResponse.text);
});

test("canceling a refund of store credit requires write_customers, because the credit is spent again", async () => {
  const scopes = ["write_orders", "read_orders", "read_customers", "write_customers"];
  const path = `/customers/${customerId}/credits/set.json`;
  assert.equal((await callAs(scopes, "PUT", path, { credit: { amount: "5.00" } })).status, 200);
  const transactions = [{ kind: "sale", amount: "1.00", gateway: { type: "credit" } }];
  const orderResponse = await createOrderAs(scopes, { customer_id: customerId, transactions });
  const orderPath = `/orders/${orderResponse.json<{ order: { id: number } }>().order.id}`;
  const refundResponse = await callAs(["write_orders"], "POST", `${orderPath}/refund.json`, {});
  assert.equal(refundResponse.status, 200, refundResponse.text);
  const { id } = refundResponse.json<{ refund: { id: number } }>().refund;
  const cancelAs = (scopes: readonly string[]) =>
    callAs(scopes, "PUT", `${orderPath}/cancel_refund/${id}/cancel.json`, {});
  assert.equal(getRequiredScope(await cancelAs(["write_orders"])), "write_customers");
  assert.equal((await cancelAs(["write_orders", "write_customers"])).status, 200);
});
