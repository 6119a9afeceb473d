import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Right, Role } from "@souk/contract";
import {
  type HttpResponse,
  type Person,
  type SeededStore,
  seedStore,
  signUpMember,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "./testing/store-api.ts";

let testPlatform: TestPlatform;
let store: SeededStore;
let member: Person;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform, { products: 1, locations: 1 });
  member = await signUpMember(testPlatform, store, "packer");
  await member.browser.call("GET", `${testPlatform.addresses.adminOrigin}/api/console/session.json`);
});
after(() => testPlatform.stop());

type Call = (method: string, path: string, json?: object) => Promise<HttpResponse>;

/** Set the member's role, or the rights of the role `custom`, and return the function that calls the store's API as the member. */
async function setAccess(access: Exclude<Role, "owner" | "custom"> | readonly Right[]): Promise<Call> {
  const [role, rights] = typeof access === "string" ? [access, []] : ["custom", access];
  await testPlatform.database.query(
    `update memberships set role = $3, rights = $4 where store_id = $1
     and account_id = (select id from accounts where email = $2)`,
    [store.id, member.email, role, rights],
  );
  return (method, path, json) => member.browser.call(method, `${store.host_url}/api${path}`, json);
}

const callAsOwner: Call = (method, path, json) =>
  store.owner.browser.call(method, `${store.host_url}/api${path}`, json);

/** Create an order with one paid item, and return its id. */
async function createPaidOrder(): Promise<number> {
  const response = await callAsOwner("POST", "/3.0/orders.json", {
    order: {
      email: "nur@guests.test",
      line_items: [{ name: "Gift wrap", price: "10.00", quantity: 1 }],
      transactions: [{ kind: "sale", amount: "10.00" }],
    },
  });
  assert.equal(response.status, 200, response.text);
  return response.json<{ order: { id: number } }>().order.id;
}

function assertMissingRight(response: HttpResponse, right: Right): void {
  assert.equal(response.status, 403, response.text);
  const error = readError(response);
  assert.deepEqual([error.code, error.required_right], ["right_missing", right]);
  assert.ok(
    error.message.includes(right) && error.message.includes("Ask the owner or a manager"),
    error.message,
  );
}

test("a packer can view orders but cannot edit, cancel or refund them or record a payment", async () => {
  const id = await createPaidOrder();
  const callAsPacker = await setAccess("packer");
  const orders = await callAsPacker("GET", "/3.0/orders.json");
  assert.match(orders.text, /Gift wrap/);
  assert.match((await callAsPacker("GET", "/3.0/locations.json")).text, /"name"/);
  assertMissingRight(
    await callAsPacker("POST", `/3.0/orders/${id}/refund.json`, { refund: { amount: "1.00" } }),
    "orders.refund",
  );
  assertMissingRight(await callAsPacker("POST", `/3.0/orders/${id}/cancel.json`), "orders.cancel");
  assertMissingRight(
    await callAsPacker("PUT", `/3.0/orders/${id}.json`, { order: { note: "x" } }),
    "orders.edit",
  );
  const transaction = { kind: "sale", amount: "1.00" };
  assertMissingRight(
    await callAsPacker("POST", `/3.0/orders/${id}/transactions.json`, { transaction }),
    "orders.record_payments",
  );
  const orderResponse = await callAsOwner("GET", `/3.0/orders/${id}.json`);
  const { order } = orderResponse.json<{
    order: { total_refund_amount: string; status: string; note: string };
  }>();
  assert.deepEqual([order.total_refund_amount, order.status, order.note], ["0.00", "open", ""]);
});

test("a refund is recorded as a transaction only with the right to refund", async () => {
  const id = await createPaidOrder();
  const transaction = { kind: "refund", amount: "4.00" };
  const path = `/3.0/orders/${id}/transactions.json`;
  const callWithoutRefundRight = await setAccess(["orders.view", "orders.record_payments"]);
  assertMissingRight(await callWithoutRefundRight("POST", path, { transaction }), "orders.refund");
  const callWithBothRights = await setAccess(["orders.view", "orders.record_payments", "orders.refund"]);
  const refundResponse = await callWithBothRights("POST", path, { transaction });
  assert.equal(refundResponse.status, 200, refundResponse.text);
});

test("an order is created with a payment only with the right to record payments", async () => {
  const line_items = [{ name: "Card", price: "2.00", quantity: 1 }];
  const callAsMember = await setAccess(["orders.view", "orders.edit"]);
  const order = { line_items, transactions: [{ kind: "sale", amount: "2.00" }] };
  assertMissingRight(await callAsMember("POST", "/3.0/orders.json", { order }), "orders.record_payments");
  assert.equal((await callAsMember("POST", "/3.0/orders.json", { order: { line_items } })).status, 200);
});

test("without the right to set stock, stock cannot be set through products or variants", async () => {
  const callAsMember = await setAccess(["products.view", "products.edit", "stock.view"]);
  const { id, product_id } = store.variants[0] ?? assert.fail("no variant");
  const loadQuantity = () =>
    testPlatform.database.one<{ quantity: number }>(
      "select inventory_quantity::integer as quantity from variants where id = $1",
      [id],
    );
  const initialQuantity = await loadQuantity();
  const inventory_quantity = 999;
  const variantsPath = `/3.0/products/${product_id}/variants`;
  const calls: [string, string, object][] = [
    ["POST", "/3.0/products.json", { product: { title: "Mug", variants: [{ inventory_quantity }] } }],
    ["POST", `${variantsPath}.json`, { variant: { inventory_quantity } }],
    ["PUT", `${variantsPath}.json`, { variants: [{ id, inventory_quantity }] }],
    ["PUT", `${variantsPath}/${id}.json`, { variant: { inventory_quantity } }],
  ];
  for (const [method, path, json] of calls)
    assertMissingRight(await callAsMember(method, path, json), "stock.set");
  assert.deepEqual(await loadQuantity(), initialQuantity);
  const priceUpdate = await callAsMember("PUT", `${variantsPath}/${id}.json`, { variant: { price: "7.00" } });
  assert.equal(priceUpdate.status, 200, priceUpdate.text);
});

test("a person who may change an order but not view orders gets only ids, statuses and times", async () => {
  const id = await createPaidOrder();
  const callAsMember = await setAccess(["orders.edit"]);
  const response = await callAsMember("PUT", `/3.0/orders/${id}.json`, { order: { note: "gate 4" } });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.json<{ order: { id: number } }>().order.id, id);
  assert.doesNotMatch(response.text, /nur@|Gift wrap|gate 4/);
});

test("a member of one store has no rights in another store", async () => {
  const callAsMember = await setAccess("manager");
  assert.equal((await callAsMember("GET", "/3.0/products.json")).status, 200);
  const otherStore = await seedStore(testPlatform);
  const response = await member.browser.call("GET", `${otherStore.host_url}/api/3.0/products.json`);
  assert.deepEqual([response.status, readError(response).code], [404, "store_not_found"]);
});

test("if a member's role changes, the rights of the new role apply from the next request", async () => {
  const callAsMember = await setAccess("packer");
  assert.equal((await callAsMember("GET", "/3.0/orders.json")).status, 200);
  await setAccess("stock_keeper");
  assertMissingRight(await callAsMember("GET", "/3.0/orders.json"), "orders.view");
});
