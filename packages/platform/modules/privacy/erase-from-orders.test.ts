import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AnswerOf, operations } from "@souk/contract";
import { verifyStore } from "@souk/database";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { followRequests } from "./follow-requests.ts";
import { type ErasingShop, erasingShop, type Order } from "./testing/erasing-shop.ts";

type Return = AnswerOf<typeof operations.getReturn>["order_return"];

let testing: TestPlatform;
let shop: ErasingShop;

before(async () => {
  testing = await testPlatform();
  shop = await erasingShop(testing);
  for (const topic of [
    "order/create",
    "order/update",
    "fulfillment/create",
    "fulfillment/update",
    "refund/create",
    "order_returns/created",
    "order_returns/updated",
  ])
    await shop.done("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/orders" });
});
after(() => testing.stop());

const address = (email: string) => ({
  first_name: "Zubaidah",
  last_name: "Quex",
  email,
  phone: "+60198765432",
  address1: "77 Lorong Xylofon",
});

test("an erased customer's orders keep their lines and money and say nothing of who bought, nor does anything else", async () => {
  const email = "zubaidah@kedai.test";
  const id = await shop.customer(email);
  const known = {
    email,
    phone: "+60198765432",
    shipping_address: address(email),
    billing_address: address(""),
    note: "For Zubaidah",
    note_attributes: [{ name: "for", value: "Zubaidah" }],
    browser_ip: "203.0.113.77",
  };
  const own = await shop.place({
    ...known,
    customer_id: id,
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const guest = await shop.place({ email: email.toUpperCase(), note: "Zubaidah again" });
  const others = await shop.place({ email: "other@kedai.test", note: "Not hers" });
  await shop.done("PUT", `/3.0/orders/${own.id}.json`, { order: { note: "For Zubaidah, quickly" } });
  const { host_url, owner } = shop.api.shop;
  const data = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  const { orders } = data.json<AnswerOf<typeof operations.getCustomerData>>().customer_data;
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [own.id, guest.id],
  );
  await shop.erase(id);
  const now = await shop.get(own.id);
  assert.deepEqual([now.customer_id, now.customer, now.email, now.phone], [null, null, "", ""]);
  assert.deepEqual([now.shipping_address, now.billing_address, now.note], [null, null, ""]);
  assert.deepEqual([now.note_attributes, now.browser_ip], [[], ""]);
  assert.deepEqual([now.total_price, now.total_paid, now.line_items], ["10.00", "4.00", own.line_items]);
  assert.equal((await shop.get(guest.id)).email, "");
  assert.deepEqual(await shop.get(others.id), others);
  const found = await shop.done<{ total_count: number }>("GET", "/3.0/orders.json?query=zubaidah");
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
      return (await shop.tablesWith(text)).length === 0;
    });
});

/** An order of which people have written whom it is for, wherever they could. */
async function toldOf(who: string, more: object): Promise<Order> {
  const order = await shop.place({
    ...more,
    source_identifier: "A-1",
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const path = `/3.0/orders/${order.id}`;
  const metafield = { namespace: "gift", key: "card", value: `For ${who}`, value_type: "String" };
  await shop.done("POST", `${path}/metafields.json`, { metafield });
  const fulfillment = {
    message: `For ${who}`,
    tracking_number: "T-1",
    tracking_url: `https://post.test/${who}`,
    status: "in_transit",
  };
  const sent = await shop.done<{ fulfillment: { id: number } }>("POST", `${path}/fulfillments.json`, {
    fulfillment,
  });
  const [line] = order.line_items;
  const return_line_items = [{ line_item_id: line?.id, quantity: 1, reason: `${who} is taller` }];
  const order_return = { note: `${who} called`, return_line_items };
  const back = await shop.done<{ order_return: { id: number } }>(
    "POST",
    `/4.0/orders/${order.id}/returns.json`,
    {
      order_return,
    },
  );
  await shop.done("PUT", `/4.0/returns/${back.order_return.id}.json`, {
    order_return: { note: `${who} called again` },
  });
  await shop.done("POST", `${path}/refund.json`, {
    refund: { amount: "1.00", note: `${who} asked`, reference_number: "R-1" },
  });
  await shop.done("PUT", `${path}.json`, { order: { remark: `${who} is in a hurry` } });
  await shop.done("PUT", `${path}/fulfillments/${sent.fulfillment.id}.json`, {
    fulfillment: { message: `${who} moved` },
  });
  await testing.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
       actor_id, request_id, created_at, updated_at)
     select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], answer ->> 'status',
       nullif(answer - 'status', '{}'), 'account', '1', 'r', now(), now()
     from installations i, jsonb_array_elements($3::jsonb) answer where i.id = $4`,
    [
      shop.api.shop.id,
      order.id,
      JSON.stringify([
        { status: "messaged", type: "message", message: `${who} is away`, style: "error" },
        { status: "linked", type: "link", url: `https://send.test/labels?for=${who}` },
        { status: "linked", type: "link", url: `https:send.test/labels?for=${who}` },
        { status: "sent" },
      ]),
      shop.api.installation_id,
    ],
  );
  return shop.get(order.id);
}

test("no words about an erased customer are left in orders, also in the history of those that were deleted, edited or given away", async () => {
  const [who, email] = ["Quimby", "quimby@kedai.test"];
  const id = await shop.customer(email, { first_name: who, last_name: "Vash", phone: "+60187771234" });
  const other = await shop.customer("heir@kedai.test");
  const hers = {
    customer_id: id,
    shipping_address: { ...address(email), first_name: who, last_name: "Vash" },
  };
  const kept = await toldOf(who, hers);
  const gone = await toldOf(who, { ...hers, email: "work@vash.test" });
  const [sent] = gone.fulfillments;
  await shop.done("POST", `/4.0/returns/${gone.returns[0]?.id}/cancel.json`, {});
  await shop.done("POST", `/3.0/orders/${gone.id}/fulfillments/${sent?.id}/cancel.json`, {});
  await shop.done("POST", `/3.0/orders/${gone.id}/cancel.json`, { reason: `${who} cried off` });
  await shop.done("DELETE", `/3.0/orders/${gone.id}.json`);
  const guest = await shop.place({ email, note: `For ${who}` });
  await shop.done("POST", `/3.0/orders/${guest.id}/cancel.json`, {});
  await shop.done("DELETE", `/3.0/orders/${guest.id}.json`);
  const given = await shop.place({ ...hers, note: `For ${who}` });
  const order = { customer_id: other, email: "heir@kedai.test", phone: "", note: "", shipping_address: null };
  await shop.done("PUT", `/3.0/orders/${given.id}.json`, { order });
  const heirs = await shop.get(given.id);
  const answer = `update fulfillment_requests set status = 'messaged', answer = $2 where status = 'sent' and order_ids = $1`;
  await shop.erase(id);
  await shop.followed(id, "event_sequence is not null");
  await followRequests(testing.database);
  const late = { type: "message", message: `${who} was away`, style: "error" };
  assert.equal((await testing.database.query(answer, [[kept.id], JSON.stringify(late)])).rowCount, 1);
  // As a process of the release before does, that knows of no orders but those of now.
  const marked =
    "update privacy_requests set scrubbed_at = now(), completed_at = now() where customer_id = $1 and scrubbed_at is null";
  assert.equal((await testing.database.query(marked, [id])).rowCount, 1);
  await shop.followed(id, "erased_email is null");
  for (const text of ["Quimby", "Vash", "87771234", "Xylofon"]) {
    assert.deepEqual([text, await shop.tablesWith(text)], [text, []]);
    assert.ok(!JSON.stringify(testing.log.lines).includes(text));
  }
  const now = await shop.get(kept.id);
  assert.deepEqual(
    [now.source_identifier, now.fulfillments[0]?.tracking_number, now.refunds[0]?.reference_number],
    ["A-1", "T-1", "R-1"],
  );
  assert.deepEqual([now.total_paid, now.total_refund_amount], [kept.total_paid, kept.total_refund_amount]);
  assert.deepEqual(await shop.get(given.id), heirs);
  for await (const difference of verifyStore(testing.database, shop.api.shop.id))
    assert.fail(JSON.stringify(difference));
});

test("parts of orders that an erasure changes are told, and say when; those that it leaves are not", async () => {
  const id = await shop.customer("parts@kedai.test");
  const order = await shop.place({ customer_id: id });
  const path = `/3.0/orders/${order.id}`;
  const [line] = order.line_items;
  const send = async (fulfillment: object) =>
    (await shop.done<{ fulfillment: { id: number } }>("POST", `${path}/fulfillments.json`, { fulfillment }))
      .fulfillment.id;
  const line_items = [{ id: line?.id, quantity: 1 }];
  const linked = await send({ line_items, tracking_url: "https://post.test/parts" });
  await send({ line_items, tracking_number: "T-2" });
  const back = async (reason: string) => {
    const order_return = { return_line_items: [{ line_item_id: line?.id, quantity: 1, reason }] };
    const made = { order_return };
    return (await shop.done<{ order_return: Return }>("POST", `/4.0/orders/${order.id}/returns.json`, made))
      .order_return;
  };
  const [told] = [await back("She is taller"), await back("")];
  await shop.erase(id);
  await shop.scrubbed(id);
  const text = `
    select topic, resource_id as id from events where topic like any('{fulfillment/%,order%}')
      and request_id = (select request_id from privacy_requests where customer_id = $1) order by topic`;
  const { rows } = await testing.database.query(text, [id]);
  assert.deepEqual(rows, [
    { topic: "fulfillment/update", id: linked },
    { topic: "order/update", id: order.id },
    { topic: "order_returns/updated", id: told.id },
  ]);
  const shown = await shop.done<{ order_return: Return }>("GET", `/4.0/returns/${told.id}.json`);
  assert.notEqual(shown.order_return.updated_at, told.updated_at);
});

test("what exports of orders were asked for by is forgotten where it says who stood in the orders", async () => {
  type Export = AnswerOf<typeof operations.getExport>["export"];
  const id = await shop.customer("searched@kedai.test", { first_name: "Umut", last_name: "Fjord" });
  await shop.place({
    customer_id: id,
    email: "searched@work.test",
    shipping_address: { ...address(""), first_name: "Pia", last_name: "Glyph", phone: "015-555 5123" },
  });
  const ask = async (query: string) => {
    const json = { export: { resource: "orders", filters: { query } } };
    return (await shop.done<{ export: Export }>("POST", "/4.0/exports.json", json)).export.id;
  };
  const queries = ["searched@work.test", "Pia Glyph", "015-555 5123", "+60155555123"];
  const named: number[] = [];
  for (const query of queries) named.push(await ask(query));
  const others = await ask("colleague@work.test");
  await shop.erase(id);
  const filtersOf = async (one: number) =>
    (await shop.done<{ export: Export }>("GET", `/4.0/exports/${one}.json`)).export.filters;
  for (const one of named) assert.deepEqual(await filtersOf(one), { query: "(erased)" });
  assert.deepEqual(await filtersOf(others), { query: "colleague@work.test" });
  const asked =
    "select from audit_entries where resource = 'export' and after -> 'filters' ->> 'query' = any($1)";
  assert.equal((await testing.database.query(asked, [queries])).rowCount, 0);
});

test("another customer's order that merely bears the e-mail address of one who is erased is left alone", async () => {
  const email = "shared@kedai.test";
  const id = await shop.customer(email);
  const other = await shop.customer("partner@kedai.test");
  const theirs = await shop.place({ customer_id: other, email, note: "For both" });
  await shop.done("PUT", `/3.0/orders/${theirs.id}.json`, { order: { email: "partner@kedai.test" } });
  await shop.done("PUT", `/3.0/orders/${theirs.id}.json`, { order: { email } });
  const now = await shop.get(theirs.id);
  await shop.erase(id);
  assert.deepEqual(await shop.get(theirs.id), now);
  await shop.scrubbed(id);
  const entries =
    "select from audit_entries where resource = 'order' and resource_id = $1 and before is not null";
  assert.equal((await testing.database.query(entries, [theirs.id])).rowCount, 2);
});

test("orders keep what they knew of a customer who is deleted", async () => {
  const id = await shop.customer("gone@kedai.test");
  const order = await shop.place({ customer_id: id, email: "gone@kedai.test" });
  await shop.done("DELETE", `/3.0/customers/${id}.json`);
  assert.deepEqual(await shop.get(order.id), order);
});
