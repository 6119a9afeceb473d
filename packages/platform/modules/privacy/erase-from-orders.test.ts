import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AnswerOf, operations } from "@souk/contract";
import { verifyStore } from "@souk/database";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { type ShopApi, shopApi } from "../../http/testing/shop-api.ts";
import { followRequests } from "./follow-requests.ts";

type Order = AnswerOf<typeof operations.getOrder>["order"];

let testing: TestPlatform;
let api: ShopApi;
let calls = 0;

before(async () => {
  testing = await testPlatform();
  api = await shopApi(testing, {
    scopes: ["customers", "orders", "fulfillments", "returns"].flatMap((of) => [`read_${of}`, `write_${of}`]),
  });
  for (const topic of [
    "order/create",
    "order/update",
    "fulfillment/create",
    "refund/create",
    "order_returns/created",
  ]) {
    const json = { topic, url: "http://localhost:1/orders" };
    assert.equal((await api.call("POST", "/3.0/webhooks.json", { json })).status, 200);
  }
});
after(() => testing.stop());

async function done<T>(method: string, path: string, json?: object): Promise<T> {
  calls += 1;
  const headers = { "idempotency-key": `call ${calls}` };
  const answer = await api.call(method, path, json ? { json, headers } : {});
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}

const address = (email: string) => ({
  first_name: "Zubaidah",
  last_name: "Quex",
  email,
  phone: "+60198765432",
  address1: "77 Lorong Xylofon",
});

async function customer(email: string): Promise<number> {
  const made = { customer: { first_name: "Zubaidah", last_name: "Quex", email } };
  return (await done<{ customer: { id: number } }>("POST", "/3.0/customers.json", made)).customer.id;
}

async function place(more: object): Promise<Order> {
  const order = { line_items: [{ name: "A tray", price: "5.00", quantity: 2 }], ...more };
  return (await done<{ order: Order }>("POST", "/3.0/orders.json", { order })).order;
}

const get = async (id: number) => (await done<{ order: Order }>("GET", `/3.0/orders/${id}.json`)).order;

async function tablesWith(text: string): Promise<string[]> {
  const { database } = testing;
  const { rows } = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const query = `select from ${name} r where position(lower($1) in lower(r::text)) > 0`;
    if ((await database.query(query, [text])).rowCount > 0) found.push(name);
  }
  return found;
}

test("an erased customer's orders keep their lines and money and say nothing of who bought, nor does anything else", async () => {
  const email = "zubaidah@kedai.test";
  const id = await customer(email);
  const known = {
    email,
    phone: "+60198765432",
    shipping_address: address(email),
    billing_address: address(""),
    note: "For Zubaidah",
    note_attributes: [{ name: "for", value: "Zubaidah" }],
    browser_ip: "203.0.113.77",
  };
  const own = await place({ ...known, customer_id: id, transactions: [{ kind: "sale", amount: "4.00" }] });
  const guest = await place({ email: email.toUpperCase(), note: "Zubaidah again" });
  const others = await place({ email: "other@kedai.test", note: "Not hers" });
  await done("PUT", `/3.0/orders/${own.id}.json`, { order: { note: "For Zubaidah, quickly" } });
  const { host_url, owner } = api.shop;
  const data = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  const { orders } = data.json<AnswerOf<typeof operations.getCustomerData>>().customer_data;
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [own.id, guest.id],
  );
  await eraseCustomer(id);
  const now = await get(own.id);
  assert.deepEqual([now.customer_id, now.customer, now.email, now.phone], [null, null, "", ""]);
  assert.deepEqual([now.shipping_address, now.billing_address, now.note], [null, null, ""]);
  assert.deepEqual([now.note_attributes, now.browser_ip], [[], ""]);
  assert.deepEqual([now.total_price, now.total_paid, now.line_items], ["10.00", "4.00", own.line_items]);
  assert.equal((await get(guest.id)).email, "");
  assert.deepEqual(await get(others.id), others);
  const found = await done<{ total_count: number }>("GET", "/3.0/orders.json?query=zubaidah");
  assert.equal(found.total_count, 0);
  // A process of the release before, whose audit log forgets the orders in the request itself, notes neither these nor whom.
  await testing.database.query(
    `with request as (update privacy_requests set order_ids = '{}', erased_email = null where customer_id = $1)
     update audit_entries set before = null, after = null where resource = 'order' and resource_id = any($2)`,
    [id, [own.id, guest.id]],
  );
  for (const text of ["zubaidah", "98765432", "Xylofon", "203.0.113.77"])
    await eventually(async () => {
      await followRequests(testing.database);
      return (await tablesWith(text)).length === 0;
    });
});

async function eraseCustomer(id: number): Promise<void> {
  const { host_url, owner } = api.shop;
  const erased = await owner.browser.call("POST", `${host_url}/api/console/customers/${id}/erase.json`);
  assert.equal(erased.status, 200, erased.text);
}

/** An order of which people have written whom it is for, wherever they could. */
async function toldOf(who: string, more: object): Promise<Order> {
  const order = await place({
    ...more,
    source_identifier: "A-1",
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const path = `/3.0/orders/${order.id}`;
  const metafield = { namespace: "gift", key: "card", value: `For ${who}`, value_type: "String" };
  await done("POST", `${path}/metafields.json`, { metafield });
  const fulfillment = {
    message: `For ${who}`,
    tracking_number: "T-1",
    tracking_url: `https://post.test/${who}`,
    status: "in_transit",
  };
  const sent = await done<{ fulfillment: { id: number } }>("POST", `${path}/fulfillments.json`, {
    fulfillment,
  });
  const [line] = order.line_items;
  const return_line_items = [{ line_item_id: line?.id, quantity: 1, reason: `${who} is taller` }];
  const order_return = { note: `${who} called`, return_line_items };
  const back = await done<{ order_return: { id: number } }>("POST", `/4.0/orders/${order.id}/returns.json`, {
    order_return,
  });
  await done("PUT", `/4.0/returns/${back.order_return.id}.json`, {
    order_return: { note: `${who} called again` },
  });
  await done("POST", `${path}/refund.json`, {
    refund: { amount: "1.00", note: `${who} asked`, reference_number: "R-1" },
  });
  await done("PUT", `${path}.json`, { order: { remark: `${who} is in a hurry` } });
  await done("PUT", `${path}/fulfillments/${sent.fulfillment.id}.json`, {
    fulfillment: { message: `${who} moved` },
  });
  await testing.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
       actor_id, request_id, created_at, updated_at)
     select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], answer ->> 'status',
       nullif(answer - 'status', '{}'), 'account', '1', 'r', now(), now()
     from installations i, jsonb_array_elements($3::jsonb) answer where i.id = $4`,
    [
      api.shop.id,
      order.id,
      JSON.stringify([
        { status: "messaged", type: "message", message: `${who} is away`, style: "error" },
        { status: "linked", type: "link", url: `https://send.test/labels?for=${who}` },
        { status: "linked", type: "link", url: `https:send.test/labels?for=${who}` },
        { status: "sent" },
      ]),
      api.installation_id,
    ],
  );
  return get(order.id);
}

test("no words about an erased customer are left in orders, also in the history of those that were deleted, edited or given away", async () => {
  const [who, email] = ["Quimby", "quimby@kedai.test"];
  const made = { customer: { first_name: who, last_name: "Vash", email, phone: "+60187771234" } };
  const { id } = (await done<{ customer: { id: number } }>("POST", "/3.0/customers.json", made)).customer;
  const other = await customer("heir@kedai.test");
  const hers = {
    customer_id: id,
    shipping_address: { ...address(email), first_name: who, last_name: "Vash" },
  };
  const kept = await toldOf(who, hers);
  const gone = await toldOf(who, { ...hers, email: "work@vash.test" });
  const [sent] = gone.fulfillments;
  await done("POST", `/4.0/returns/${gone.returns[0]?.id}/cancel.json`, {});
  await done("POST", `/3.0/orders/${gone.id}/fulfillments/${sent?.id}/cancel.json`, {});
  await done("POST", `/3.0/orders/${gone.id}/cancel.json`, { reason: `${who} cried off` });
  await done("DELETE", `/3.0/orders/${gone.id}.json`);
  const guest = await place({ email, note: `For ${who}` });
  await done("POST", `/3.0/orders/${guest.id}/cancel.json`, {});
  await done("DELETE", `/3.0/orders/${guest.id}.json`);
  const given = await place({ ...hers, note: `For ${who}` });
  const order = { customer_id: other, email: "heir@kedai.test", phone: "", note: "", shipping_address: null };
  await done("PUT", `/3.0/orders/${given.id}.json`, { order });
  const heirs = await get(given.id);
  const answer = `update fulfillment_requests set status = 'messaged', answer = $2 where status = 'sent' and order_ids = $1`;
  await eraseCustomer(id);
  const followed = (what: string) =>
    eventually(async () => {
      await followRequests(testing.database);
      const text = `select from privacy_requests where customer_id = $1 and ${what}`;
      return (await testing.database.query(text, [id])).rowCount === 1;
    });
  await followed("event_sequence is not null");
  await followRequests(testing.database);
  const late = { type: "message", message: `${who} was away`, style: "error" };
  assert.equal((await testing.database.query(answer, [[kept.id], JSON.stringify(late)])).rowCount, 1);
  // As a process of the release before does, that knows of no orders but those of now.
  const marked =
    "update privacy_requests set scrubbed_at = now(), completed_at = now() where customer_id = $1 and scrubbed_at is null";
  assert.equal((await testing.database.query(marked, [id])).rowCount, 1);
  await followed("erased_email is null");
  for (const text of ["Quimby", "Vash", "87771234", "Xylofon"]) {
    assert.deepEqual([text, await tablesWith(text)], [text, []]);
    assert.ok(!JSON.stringify(testing.log.lines).includes(text));
  }
  const now = await get(kept.id);
  assert.deepEqual(
    [now.source_identifier, now.fulfillments[0]?.tracking_number, now.refunds[0]?.reference_number],
    ["A-1", "T-1", "R-1"],
  );
  assert.deepEqual([now.total_paid, now.total_refund_amount], [kept.total_paid, kept.total_refund_amount]);
  assert.deepEqual(await get(given.id), heirs);
  for await (const difference of verifyStore(testing.database, api.shop.id))
    assert.fail(JSON.stringify(difference));
});

test("another customer's order that merely bears the e-mail address of one who is erased is left alone", async () => {
  const email = "shared@kedai.test";
  const id = await customer(email);
  const other = await customer("partner@kedai.test");
  const theirs = await place({ customer_id: other, email, note: "For both" });
  await done("PUT", `/3.0/orders/${theirs.id}.json`, { order: { email: "partner@kedai.test" } });
  await done("PUT", `/3.0/orders/${theirs.id}.json`, { order: { email } });
  const now = await get(theirs.id);
  await eraseCustomer(id);
  assert.deepEqual(await get(theirs.id), now);
  await eventually(async () => {
    await followRequests(testing.database);
    const text = "select from privacy_requests where customer_id = $1 and completed_at is not null";
    return (await testing.database.query(text, [id])).rowCount === 1;
  });
  const entries =
    "select from audit_entries where resource = 'order' and resource_id = $1 and before is not null";
  assert.equal((await testing.database.query(entries, [theirs.id])).rowCount, 2);
});

test("orders keep what they knew of a customer who is deleted", async () => {
  const id = await customer("gone@kedai.test");
  const order = await place({ customer_id: id, email: "gone@kedai.test" });
  await done("DELETE", `/3.0/customers/${id}.json`);
  assert.deepEqual(await get(order.id), order);
});
