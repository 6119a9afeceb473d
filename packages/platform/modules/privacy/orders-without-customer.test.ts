import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createErasureFixture, type ErasureFixture } from "./testing/erasure-fixture.ts";

let testPlatform: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  fixture = await createErasureFixture(testPlatform);
  // The event log contains only events that an app was subscribed to.
  for (const topic of ["order/create", "order/update", "fulfillment/update", "order_returns/updated"])
    await fixture.callOk("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/orders" });
});
after(() => testPlatform.stop());

const createAddress = (email: string, fields = {}) => ({
  first_name: "Yang",
  last_name: "Wu",
  email,
  ...fields,
});

async function loadData(id: number) {
  const { host_url, owner } = fixture.api.store;
  const response = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  return response.json<OperationResponse<typeof operations.getCustomerData>>().customer_data;
}

test("orders of a deleted customer belong to a new customer who has the same email", async () => {
  const email = "back@kedai.test";
  const formerId = await fixture.createCustomer(email);
  const order = await fixture.placeOrder({
    customer_id: formerId,
    email: "work@wu.test",
    note: "For Xenophon",
  });
  const deletedOrder = await fixture.placeOrder({ customer_id: formerId, email, note: "For Xenophon" });
  const deletedPath = `/3.0/orders/${deletedOrder.id}`;
  await fixture.callOk("PUT", `${deletedPath}.json`, { order: { note: "For Xenophon again" } });
  await fixture.callOk("POST", `${deletedPath}/cancel.json`, {});
  await fixture.callOk("DELETE", `/3.0/customers/${formerId}.json`);
  await fixture.callOk("DELETE", `${deletedPath}.json`);
  const id = await fixture.createCustomer(email);
  const { orders } = await loadData(id);
  assert.deepEqual(
    orders.map((ownOrder) => ownOrder["id"]),
    [order.id],
  );
  await fixture.eraseCustomer(id);
  const { customer_id, customer, email: orderEmail, note } = await fixture.getOrder(order.id);
  assert.deepEqual([customer_id, customer, orderEmail, note], [null, null, "", ""]);
  await fixture.awaitScrub(id);
  for (const text of [email, "work@wu.test", "Xenophon"])
    assert.deepEqual([text, await fixture.findTablesWith(text)], [text, []]);
});

test("erasing a customer doesn't change another customer's order with the same email", async () => {
  const email = "sibling@kedai.test";
  const id = await fixture.createCustomer(email);
  const otherId = await fixture.createCustomer("other@kedai.test");
  const order = await fixture.placeOrder({ customer_id: otherId, email, note: "For both" });
  await fixture.eraseCustomer(id);
  assert.deepEqual(await fixture.getOrder(order.id), order);
});

test("from a guest's order, an erasure removes only the customer's address, and the tracking URL of a shipment to this address", async () => {
  const email = "receiver@kedai.test";
  const id = await fixture.createCustomer(email);
  const giver = { email: "giver@kedai.test", phone: "+60111222333", note: "Happy birthday" };
  const giftOrder = await fixture.placeOrder({
    ...giver,
    shipping_address: createAddress(email, { address1: "12 Jalan Zymurgy" }),
    billing_address: createAddress("giver@kedai.test"),
  });
  const billedOrder = await fixture.placeOrder({
    ...giver,
    billing_address: createAddress(email.toUpperCase()),
  });
  const fulfillment = {
    tracking_url: "https://post.test/Zymurgy",
    message: "On its way",
    tracking_number: "T-7",
  };
  for (const order of [giftOrder, billedOrder])
    await fixture.callOk("POST", `/3.0/orders/${order.id}/fulfillments.json`, { fulfillment });
  await fixture.callOk("POST", `/3.0/orders/${giftOrder.id}/metafields.json`, {
    metafield: { namespace: "gift", key: "card", value: "Happy birthday", value_type: "String" },
  });
  await fixture.eraseCustomer(id);
  const erasedGiftOrder = await fixture.getOrder(giftOrder.id);
  const { shipping_address, billing_address, phone, note } = erasedGiftOrder;
  assert.deepEqual([shipping_address, billing_address], [null, giftOrder.billing_address]);
  assert.deepEqual([erasedGiftOrder.email, phone, note], [giver.email, giver.phone, giver.note]);
  const trackings = erasedGiftOrder.fulfillments.map(({ tracking_url, message, tracking_number }) => [
    tracking_url,
    message,
    tracking_number,
  ]);
  assert.deepEqual(trackings, [["", "On its way", "T-7"]]);
  const erasedBilledOrder = await fixture.getOrder(billedOrder.id);
  assert.deepEqual(
    [erasedBilledOrder.billing_address, erasedBilledOrder.email, erasedBilledOrder.note],
    [null, giver.email, giver.note],
  );
  assert.equal(erasedBilledOrder.fulfillments[0]?.tracking_url, fulfillment.tracking_url);
  const { metafields } = await fixture.callOk<{ metafields: object[] }>(
    "GET",
    `/3.0/orders/${giftOrder.id}/metafields.json`,
  );
  assert.equal(metafields.length, 1);
  await fixture.awaitScrub(id);
  for (const text of [email, "Jalan Zymurgy"])
    assert.deepEqual([text, await fixture.findTablesWith(text)], [text, []]);
});

test("an order without a contact email belongs to the people in its addresses", async () => {
  const email = "sender@kedai.test";
  const [id, otherId] = [
    await fixture.createCustomer(email),
    await fixture.createCustomer("biller@kedai.test"),
  ];
  const note = "By phone";
  const ownOrder = await fixture.placeOrder({
    note,
    shipping_address: createAddress(email),
    billing_address: createAddress(""),
  });
  const sharedOrder = await fixture.placeOrder({
    note,
    shipping_address: createAddress(email, { city: "Ipoh" }),
    billing_address: createAddress("biller@kedai.test", { phone: "03-111 2222" }),
  });
  const { orders, order_addresses } = await loadData(id);
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [ownOrder.id],
  );
  assert.deepEqual(
    order_addresses.map(({ order_id, address }) => [order_id, address]),
    [[sharedOrder.id, sharedOrder.shipping_address]],
  );
  await fixture.eraseCustomer(id);
  assert.equal((await fixture.getOrder(ownOrder.id)).note, "");
  const partlyErasedOrder = await fixture.getOrder(sharedOrder.id);
  assert.deepEqual(
    [partlyErasedOrder.shipping_address, partlyErasedOrder.billing_address, partlyErasedOrder.note],
    [null, sharedOrder.billing_address, note],
  );
  await fixture.eraseCustomer(otherId);
  const fullyErasedOrder = await fixture.getOrder(sharedOrder.id);
  assert.deepEqual([fullyErasedOrder.billing_address, fullyErasedOrder.note], [null, ""]);
});

test("an erasure removes data from the logs of guest orders that once had the customer's email", async () => {
  const email = "moved@kedai.test";
  const id = await fixture.createCustomer(email);
  const otherId = await fixture.createCustomer("stays@kedai.test");
  const buildOrder = (addressFields: object) => ({
    email: "giver@kedai.test",
    shipping_address: createAddress(email, { address1: "9 Jalan Qwerty", ...addressFields }),
  });
  const changedOrder = await fixture.placeOrder(buildOrder({}));
  await fixture.callOk("PUT", `/3.0/orders/${changedOrder.id}.json`, {
    order: { shipping_address: createAddress("", { address1: "" }) },
  });
  const [giverOrder, orderWithoutEmail, orderWithLaterEmail, otherOrder] = [
    await fixture.placeOrder(buildOrder({})),
    await fixture.placeOrder({ ...buildOrder({}), email: "" }),
    await fixture.placeOrder({ ...buildOrder({}), email: "" }),
    await fixture.placeOrder({ ...buildOrder({ address1: "1 Jalan Vwxyz" }), customer_id: otherId }),
  ];
  // Before this change, the order belongs to the customer. After it, the order belongs to the giver.
  await fixture.callOk("PUT", `/3.0/orders/${orderWithLaterEmail.id}.json`, {
    order: { email: "giver@kedai.test" },
  });
  for (const order of [giverOrder, orderWithoutEmail, orderWithLaterEmail]) {
    const metafield = { namespace: "gift", key: "card", value: `Of ${order.id}.`, value_type: "String" };
    await fixture.callOk("POST", `/3.0/orders/${order.id}/metafields.json`, { metafield });
  }
  for (const order of [giverOrder, orderWithoutEmail, orderWithLaterEmail, otherOrder]) {
    await fixture.callOk("POST", `/3.0/orders/${order.id}/cancel.json`, {});
    await fixture.callOk("DELETE", `/3.0/orders/${order.id}.json`);
  }
  await fixture.eraseCustomer(id);
  await fixture.awaitScrub(id);
  assert.deepEqual(await fixture.findTablesWith("Jalan Qwerty"), []);
  assert.deepEqual(await fixture.findTablesWith(`Of ${orderWithoutEmail.id}.`), []);
  for (const order of [giverOrder, orderWithLaterEmail])
    assert.ok((await fixture.findTablesWith(`Of ${order.id}.`)).includes("audit_entries"));
  assert.ok((await fixture.findTablesWith("Jalan Vwxyz")).includes("events"));
});

test("a customer's data contains the customer's orders, and from other people's orders only the customer's address", async () => {
  const email = "curious@kedai.test";
  const id = await fixture.createCustomer(email);
  const ownOrder = await fixture.placeOrder({ customer_id: id, email: "curious@work.test" });
  const giftOrder = await fixture.placeOrder({
    email: "giver@kedai.test",
    shipping_address: createAddress(email, { city: "Ipoh" }),
    billing_address: createAddress("giver@kedai.test"),
  });
  for (const [order, value] of [
    [ownOrder, "Hers"],
    [giftOrder, "The giver's"],
  ] as const) {
    const metafield = { namespace: "gift", key: "card", value, value_type: "String" };
    await fixture.callOk("POST", `/3.0/orders/${order.id}/metafields.json`, { metafield });
    await testPlatform.database.query(
      `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at)
       select $1, $2, 'shipping_confirmation', recipient, $3, '', '', '', 'infinity' from unnest($4::text[]) recipient`,
      [fixture.api.store.id, order.id, value, [order.email, email]],
    );
  }
  const data = await loadData(id);
  assert.deepEqual(
    data.orders.map((order) => order["id"]),
    [ownOrder.id],
  );
  assert.deepEqual(
    data.order_metafields.map((metafield) => [metafield["order_id"], metafield["value"]]),
    [[ownOrder.id, "Hers"]],
  );
  const [{ order_id, kind, address } = assert.fail(), ...otherAddresses] = data.order_addresses;
  assert.deepEqual([order_id, kind, otherAddresses], [giftOrder.id, "shipping", []]);
  assert.deepEqual(address, giftOrder.shipping_address);
  assert.deepEqual(
    data.mails.map((mail) => [mail["order_id"], mail["recipient"], mail["subject"]]),
    [
      [ownOrder.id, "curious@work.test", "Hers"],
      [ownOrder.id, email, "Hers"],
      [giftOrder.id, email, "The giver's"],
    ],
  );
});
