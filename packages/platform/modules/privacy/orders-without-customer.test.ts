import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createErasureFixture, type ErasureFixture } from "./testing/erasure-fixture.ts";

let testing: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testing = await testPlatform();
  fixture = await createErasureFixture(testing);
  // The event log contains only events that an app was subscribed to.
  for (const topic of ["order/create", "order/update", "fulfillment/update", "order_returns/updated"])
    await fixture.done("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/orders" });
});
after(() => testing.stop());

const address = (email: string, more = {}) => ({ first_name: "Yang", last_name: "Wu", email, ...more });

async function loadData(id: number) {
  const { host_url, owner } = fixture.api.store;
  const data = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  return data.json<OperationResponse<typeof operations.getCustomerData>>().customer_data;
}

test("a returning buyer is shown, and erased from, an order of their deleted customer", async () => {
  const email = "back@kedai.test";
  const former = await fixture.customer(email);
  const copied = await fixture.place({ customer_id: former, email: "work@wu.test", note: "For Xenophon" });
  const deleted = await fixture.place({ customer_id: former, email, note: "For Xenophon" });
  await fixture.done("PUT", `/3.0/orders/${deleted.id}.json`, { order: { note: "For Xenophon again" } });
  await fixture.done("POST", `/3.0/orders/${deleted.id}/cancel.json`, {});
  await fixture.done("DELETE", `/3.0/customers/${former}.json`);
  await fixture.done("DELETE", `/3.0/orders/${deleted.id}.json`);
  const id = await fixture.customer(email);
  const { orders } = await loadData(id);
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [copied.id],
  );
  await fixture.erase(id);
  const now = await fixture.get(copied.id);
  assert.deepEqual([now.customer_id, now.customer, now.email, now.note], [null, null, "", ""]);
  await fixture.scrubbed(id);
  for (const text of [email, "work@wu.test", "Xenophon"])
    assert.deepEqual([text, await fixture.tablesWith(text)], [text, []]);
});

test("an order of an existing customer is theirs whatever email address it contains", async () => {
  const email = "sibling@kedai.test";
  const id = await fixture.customer(email);
  const other = await fixture.customer("other@kedai.test");
  const order = await fixture.place({ customer_id: other, email, note: "For both" });
  await fixture.erase(id);
  assert.deepEqual(await fixture.get(order.id), order);
});

test("an erasure takes from a guest's order only the customer's address and its links", async () => {
  const email = "receiver@kedai.test";
  const id = await fixture.customer(email);
  const giver = { email: "giver@kedai.test", phone: "+60111222333", note: "Happy birthday" };
  const gift = await fixture.place({
    ...giver,
    shipping_address: address(email, { address1: "12 Jalan Zymurgy" }),
    billing_address: address("giver@kedai.test"),
  });
  const billed = await fixture.place({ ...giver, billing_address: address(email.toUpperCase()) });
  const links = { tracking_url: "https://post.test/Zymurgy", message: "On its way", tracking_number: "T-7" };
  for (const order of [gift, billed])
    await fixture.done("POST", `/3.0/orders/${order.id}/fulfillments.json`, { fulfillment: links });
  await fixture.done("POST", `/3.0/orders/${gift.id}/metafields.json`, {
    metafield: { namespace: "gift", key: "card", value: "Happy birthday", value_type: "String" },
  });
  await fixture.erase(id);
  const now = await fixture.get(gift.id);
  assert.deepEqual([now.shipping_address, now.billing_address], [null, gift.billing_address]);
  assert.deepEqual([now.email, now.phone, now.note], [giver.email, giver.phone, giver.note]);
  const sent = now.fulfillments.map((fulfillment) => [
    fulfillment.tracking_url,
    fulfillment.message,
    fulfillment.tracking_number,
  ]);
  assert.deepEqual(sent, [["", "On its way", "T-7"]]);
  const other = await fixture.get(billed.id);
  assert.deepEqual([other.billing_address, other.email, other.note], [null, giver.email, giver.note]);
  assert.equal(other.fulfillments[0]?.tracking_url, links.tracking_url);
  const kept = await fixture.done<{ metafields: object[] }>("GET", `/3.0/orders/${gift.id}/metafields.json`);
  assert.equal(kept.metafields.length, 1);
  await fixture.scrubbed(id);
  for (const text of [email, "Jalan Zymurgy"])
    assert.deepEqual([text, await fixture.tablesWith(text)], [text, []]);
});

test("an order without an own email belongs to the people named in its addresses", async () => {
  const email = "sender@kedai.test";
  const [id, other] = [await fixture.customer(email), await fixture.customer("biller@kedai.test")];
  const note = "By phone";
  const alone = await fixture.place({ note, shipping_address: address(email), billing_address: address("") });
  const shared = await fixture.place({
    note,
    shipping_address: address(email, { city: "Ipoh" }),
    billing_address: address("biller@kedai.test", { phone: "03-111 2222" }),
  });
  const { orders, order_addresses } = await loadData(id);
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [alone.id],
  );
  assert.deepEqual(
    order_addresses.map(({ order_id, address: shown }) => [order_id, shown]),
    [[shared.id, shared.shipping_address]],
  );
  await fixture.erase(id);
  assert.equal((await fixture.get(alone.id)).note, "");
  const now = await fixture.get(shared.id);
  assert.deepEqual([now.shipping_address, now.billing_address], [null, shared.billing_address]);
  assert.equal(now.note, note);
  await fixture.erase(other);
  const last = await fixture.get(shared.id);
  assert.deepEqual([last.billing_address, last.note], [null, ""]);
});

test("the logs forget guest orders that once had the customer's email in an address", async () => {
  const email = "moved@kedai.test";
  const id = await fixture.customer(email);
  const other = await fixture.customer("stays@kedai.test");
  const buildOrder = (more: object) => ({
    email: "giver@kedai.test",
    shipping_address: address(email, { address1: "9 Jalan Qwerty", ...more }),
  });
  const changed = await fixture.place(buildOrder({}));
  await fixture.done("PUT", `/3.0/orders/${changed.id}.json`, {
    order: { shipping_address: address("", { address1: "" }) },
  });
  const [bought, alone, named, others] = [
    await fixture.place(buildOrder({})),
    await fixture.place({ ...buildOrder({}), email: "" }),
    await fixture.place({ ...buildOrder({}), email: "" }),
    await fixture.place({ ...buildOrder({ address1: "1 Jalan Vwxyz" }), customer_id: other }),
  ];
  // Theirs for a moment, and then of whoever named themselves.
  await fixture.done("PUT", `/3.0/orders/${named.id}.json`, { order: { email: "giver@kedai.test" } });
  for (const order of [bought, alone, named]) {
    const metafield = { namespace: "gift", key: "card", value: `Of ${order.id}.`, value_type: "String" };
    await fixture.done("POST", `/3.0/orders/${order.id}/metafields.json`, { metafield });
  }
  for (const order of [bought, alone, named, others]) {
    await fixture.done("POST", `/3.0/orders/${order.id}/cancel.json`, {});
    await fixture.done("DELETE", `/3.0/orders/${order.id}.json`);
  }
  await fixture.erase(id);
  await fixture.scrubbed(id);
  assert.deepEqual(await fixture.tablesWith("Jalan Qwerty"), []);
  assert.deepEqual(await fixture.tablesWith(`Of ${alone.id}.`), []);
  for (const order of [bought, named])
    assert.ok((await fixture.tablesWith(`Of ${order.id}.`)).includes("audit_entries"));
  assert.ok((await fixture.tablesWith("Jalan Vwxyz")).includes("events"));
});

test("a data request shows own orders with metafields and email, of others the address", async () => {
  const email = "curious@kedai.test";
  const id = await fixture.customer(email);
  const own = await fixture.place({ customer_id: id, email: "curious@work.test" });
  const gift = await fixture.place({
    email: "giver@kedai.test",
    shipping_address: address(email, { city: "Ipoh" }),
    billing_address: address("giver@kedai.test"),
  });
  for (const [order, value] of [
    [own, "Hers"],
    [gift, "The giver's"],
  ] as const) {
    const metafield = { namespace: "gift", key: "card", value, value_type: "String" };
    await fixture.done("POST", `/3.0/orders/${order.id}/metafields.json`, { metafield });
    await testing.database.query(
      `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at)
       select $1, $2, 'shipping_confirmation', recipient, $3, '', '', '', 'infinity' from unnest($4::text[]) recipient`,
      [fixture.api.store.id, order.id, value, [order.email, email]],
    );
  }
  const data = await loadData(id);
  assert.deepEqual(
    data.orders.map((order) => order["id"]),
    [own.id],
  );
  assert.deepEqual(
    data.order_metafields.map((field) => [field["order_id"], field["value"]]),
    [[own.id, "Hers"]],
  );
  const [{ order_id, kind, address: shown } = assert.fail(), ...more] = data.order_addresses;
  assert.deepEqual([order_id, kind, more], [gift.id, "shipping", []]);
  assert.deepEqual(shown, gift.shipping_address);
  assert.deepEqual(
    data.mails.map((mail) => [mail["order_id"], mail["recipient"], mail["subject"]]),
    [
      [own.id, "curious@work.test", "Hers"],
      [own.id, email, "Hers"],
      [gift.id, email, "The giver's"],
    ],
  );
});
