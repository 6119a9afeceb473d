import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AnswerOf, operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type ErasingShop, erasingShop } from "./testing/erasing-shop.ts";

let testing: TestPlatform;
let shop: ErasingShop;

before(async () => {
  testing = await testPlatform();
  shop = await erasingShop(testing);
  // The event log shows what somebody wanted to be told.
  for (const topic of ["order/create", "order/update", "fulfillment/update", "order_returns/updated"])
    await shop.done("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/orders" });
});
after(() => testing.stop());

const address = (email: string, more = {}) => ({ first_name: "Yang", last_name: "Wu", email, ...more });

async function dataOf(id: number) {
  const { host_url, owner } = shop.api.shop;
  const data = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  return data.json<AnswerOf<typeof operations.getCustomerData>>().customer_data;
}

test("an order of a customer who was deleted is nobody's: its buyer, who is back, is shown it and erased from it", async () => {
  const email = "back@kedai.test";
  const former = await shop.customer(email);
  const copied = await shop.place({ customer_id: former, email: "work@wu.test", note: "For Xenophon" });
  const gone = await shop.place({ customer_id: former, email, note: "For Xenophon" });
  await shop.done("PUT", `/3.0/orders/${gone.id}.json`, { order: { note: "For Xenophon again" } });
  await shop.done("POST", `/3.0/orders/${gone.id}/cancel.json`, {});
  await shop.done("DELETE", `/3.0/customers/${former}.json`);
  await shop.done("DELETE", `/3.0/orders/${gone.id}.json`);
  const id = await shop.customer(email);
  const { orders } = await dataOf(id);
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [copied.id],
  );
  await shop.erase(id);
  const now = await shop.get(copied.id);
  assert.deepEqual([now.customer_id, now.customer, now.email, now.note], [null, null, "", ""]);
  await shop.scrubbed(id);
  for (const text of [email, "work@wu.test", "Xenophon"])
    assert.deepEqual([text, await shop.tablesWith(text)], [text, []]);
});

test("an order of a customer who is there is theirs whatever e-mail address it bears", async () => {
  const email = "sibling@kedai.test";
  const id = await shop.customer(email);
  const other = await shop.customer("other@kedai.test");
  const order = await shop.place({ customer_id: other, email, note: "For both" });
  await shop.erase(id);
  assert.deepEqual(await shop.get(order.id), order);
});

test("of a guest's order that is only sent or billed to somebody who is erased, that address goes and the links that lead to it", async () => {
  const email = "receiver@kedai.test";
  const id = await shop.customer(email);
  const giver = { email: "giver@kedai.test", phone: "+60111222333", note: "Happy birthday" };
  const gift = await shop.place({
    ...giver,
    shipping_address: address(email, { address1: "12 Jalan Zymurgy" }),
    billing_address: address("giver@kedai.test"),
  });
  const billed = await shop.place({ ...giver, billing_address: address(email.toUpperCase()) });
  const links = { tracking_url: "https://post.test/Zymurgy", message: "On its way", tracking_number: "T-7" };
  for (const order of [gift, billed])
    await shop.done("POST", `/3.0/orders/${order.id}/fulfillments.json`, { fulfillment: links });
  await shop.done("POST", `/3.0/orders/${gift.id}/metafields.json`, {
    metafield: { namespace: "gift", key: "card", value: "Happy birthday", value_type: "String" },
  });
  await shop.erase(id);
  const now = await shop.get(gift.id);
  assert.deepEqual([now.shipping_address, now.billing_address], [null, gift.billing_address]);
  assert.deepEqual([now.email, now.phone, now.note], [giver.email, giver.phone, giver.note]);
  const sent = now.fulfillments.map((one) => [one.tracking_url, one.message, one.tracking_number]);
  assert.deepEqual(sent, [["", "On its way", "T-7"]]);
  const other = await shop.get(billed.id);
  assert.deepEqual([other.billing_address, other.email, other.note], [null, giver.email, giver.note]);
  assert.equal(other.fulfillments[0]?.tracking_url, links.tracking_url);
  const kept = await shop.done<{ metafields: object[] }>("GET", `/3.0/orders/${gift.id}/metafields.json`);
  assert.equal(kept.metafields.length, 1);
  await shop.scrubbed(id);
  for (const text of [email, "Jalan Zymurgy"])
    assert.deepEqual([text, await shop.tablesWith(text)], [text, []]);
});

test("an order that bears no e-mail address but those of its addresses is wholly whose they all are, and else each has theirs", async () => {
  const email = "sender@kedai.test";
  const [id, other] = [await shop.customer(email), await shop.customer("biller@kedai.test")];
  const note = "By phone";
  const alone = await shop.place({ note, shipping_address: address(email), billing_address: address("") });
  const shared = await shop.place({
    note,
    shipping_address: address(email, { city: "Ipoh" }),
    billing_address: address("biller@kedai.test", { phone: "03-111 2222" }),
  });
  const { orders, order_addresses } = await dataOf(id);
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [alone.id],
  );
  assert.deepEqual(
    order_addresses.map(({ order_id, address: shown }) => [order_id, shown]),
    [[shared.id, shared.shipping_address]],
  );
  await shop.erase(id);
  assert.equal((await shop.get(alone.id)).note, "");
  const now = await shop.get(shared.id);
  assert.deepEqual([now.shipping_address, now.billing_address], [null, shared.billing_address]);
  assert.equal(now.note, note);
  await shop.erase(other);
  const last = await shop.get(shared.id);
  assert.deepEqual([last.billing_address, last.note], [null, ""]);
});

test("the logs forget orders of nobody that bore the e-mail address in an address alone, changed or deleted since", async () => {
  const email = "moved@kedai.test";
  const id = await shop.customer(email);
  const other = await shop.customer("stays@kedai.test");
  const told = (more: object) => ({
    email: "giver@kedai.test",
    shipping_address: address(email, { address1: "9 Jalan Qwerty", ...more }),
  });
  const changed = await shop.place(told({}));
  await shop.done("PUT", `/3.0/orders/${changed.id}.json`, {
    order: { shipping_address: address("", { address1: "" }) },
  });
  const [gone, alone, named, others] = [
    await shop.place(told({})),
    await shop.place({ ...told({}), email: "" }),
    await shop.place({ ...told({}), email: "" }),
    await shop.place({ ...told({ address1: "1 Jalan Vwxyz" }), customer_id: other }),
  ];
  // Theirs for a moment, and then of whoever named themselves.
  await shop.done("PUT", `/3.0/orders/${named.id}.json`, { order: { email: "giver@kedai.test" } });
  for (const order of [gone, alone, named]) {
    const metafield = { namespace: "gift", key: "card", value: `Of ${order.id}.`, value_type: "String" };
    await shop.done("POST", `/3.0/orders/${order.id}/metafields.json`, { metafield });
  }
  for (const order of [gone, alone, named, others]) {
    await shop.done("POST", `/3.0/orders/${order.id}/cancel.json`, {});
    await shop.done("DELETE", `/3.0/orders/${order.id}.json`);
  }
  await shop.erase(id);
  await shop.scrubbed(id);
  assert.deepEqual(await shop.tablesWith("Jalan Qwerty"), []);
  assert.deepEqual(await shop.tablesWith(`Of ${alone.id}.`), []);
  for (const order of [gone, named])
    assert.ok((await shop.tablesWith(`Of ${order.id}.`)).includes("audit_entries"));
  assert.ok((await shop.tablesWith("Jalan Vwxyz")).includes("events"));
});

test("who asks what is kept is shown metafields and mail of their orders, and of a guest's their own address alone", async () => {
  const email = "curious@kedai.test";
  const id = await shop.customer(email);
  const own = await shop.place({ customer_id: id, email: "curious@work.test" });
  const gift = await shop.place({
    email: "giver@kedai.test",
    shipping_address: address(email, { city: "Ipoh" }),
    billing_address: address("giver@kedai.test"),
  });
  for (const [order, value] of [
    [own, "Hers"],
    [gift, "The giver's"],
  ] as const) {
    const metafield = { namespace: "gift", key: "card", value, value_type: "String" };
    await shop.done("POST", `/3.0/orders/${order.id}/metafields.json`, { metafield });
    await testing.database.query(
      `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at)
       select $1, $2, 'shipping_confirmation', recipient, $3, '', '', '', 'infinity' from unnest($4::text[]) recipient`,
      [shop.api.shop.id, order.id, value, [order.email, email]],
    );
  }
  const data = await dataOf(id);
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
