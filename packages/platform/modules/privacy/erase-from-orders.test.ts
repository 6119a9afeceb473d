import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { verifyStore } from "@souk/database";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { followRequests } from "./follow-requests.ts";
import { createErasureFixture, type ErasureFixture, type Order } from "./testing/erasure-fixture.ts";

type Return = OperationResponse<typeof operations.getReturn>["order_return"];

let testing: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testing = await testPlatform();
  fixture = await createErasureFixture(testing);
  for (const topic of [
    "order/create",
    "order/update",
    "fulfillment/create",
    "fulfillment/update",
    "refund/create",
    "order_returns/created",
    "order_returns/updated",
  ])
    await fixture.done("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/orders" });
});
after(() => testing.stop());

const address = (email: string) => ({
  first_name: "Zubaidah",
  last_name: "Quex",
  email,
  phone: "+60198765432",
  address1: "77 Lorong Xylofon",
});

test("an erased customer's orders keep lines and money, and no trace of the customer", async () => {
  const email = "zubaidah@kedai.test";
  const id = await fixture.customer(email);
  const known = {
    email,
    phone: "+60198765432",
    shipping_address: address(email),
    billing_address: address(""),
    note: "For Zubaidah",
    note_attributes: [{ name: "for", value: "Zubaidah" }],
    browser_ip: "203.0.113.77",
  };
  const own = await fixture.place({
    ...known,
    customer_id: id,
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const guest = await fixture.place({ email: email.toUpperCase(), note: "Zubaidah again" });
  const others = await fixture.place({ email: "other@kedai.test", note: "Not hers" });
  await fixture.done("PUT", `/3.0/orders/${own.id}.json`, { order: { note: "For Zubaidah, quickly" } });
  const { host_url, owner } = fixture.api.store;
  const data = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  const { orders } = data.json<OperationResponse<typeof operations.getCustomerData>>().customer_data;
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [own.id, guest.id],
  );
  await fixture.erase(id);
  const now = await fixture.get(own.id);
  assert.deepEqual([now.customer_id, now.customer, now.email, now.phone], [null, null, "", ""]);
  assert.deepEqual([now.shipping_address, now.billing_address, now.note], [null, null, ""]);
  assert.deepEqual([now.note_attributes, now.browser_ip], [[], ""]);
  assert.deepEqual([now.total_price, now.total_paid, now.line_items], ["10.00", "4.00", own.line_items]);
  assert.equal((await fixture.get(guest.id)).email, "");
  assert.deepEqual(await fixture.get(others.id), others);
  const found = await fixture.done<{ total_count: number }>("GET", "/3.0/orders.json?query=zubaidah");
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
      return (await fixture.tablesWith(text)).length === 0;
    });
});

/** Place an order that contains a person's data in every possible field. */
async function placeDetailedOrder(who: string, more: object): Promise<Order> {
  const order = await fixture.place({
    ...more,
    source_identifier: "A-1",
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const path = `/3.0/orders/${order.id}`;
  const metafield = { namespace: "gift", key: "card", value: `For ${who}`, value_type: "String" };
  await fixture.done("POST", `${path}/metafields.json`, { metafield });
  const fulfillment = {
    message: `For ${who}`,
    tracking_number: "T-1",
    tracking_url: `https://post.test/${who}`,
    status: "in_transit",
  };
  const sent = await fixture.done<{ fulfillment: { id: number } }>("POST", `${path}/fulfillments.json`, {
    fulfillment,
  });
  const [line] = order.line_items;
  const return_line_items = [{ line_item_id: line?.id, quantity: 1, reason: `${who} is taller` }];
  const order_return = { note: `${who} called`, return_line_items };
  const back = await fixture.done<{ order_return: { id: number } }>(
    "POST",
    `/4.0/orders/${order.id}/returns.json`,
    {
      order_return,
    },
  );
  await fixture.done("PUT", `/4.0/returns/${back.order_return.id}.json`, {
    order_return: { note: `${who} called again` },
  });
  await fixture.done("POST", `${path}/refund.json`, {
    refund: { amount: "1.00", note: `${who} asked`, reference_number: "R-1" },
  });
  await fixture.done("PUT", `${path}.json`, { order: { remark: `${who} is in a hurry` } });
  await fixture.done("PUT", `${path}/fulfillments/${sent.fulfillment.id}.json`, {
    fulfillment: { message: `${who} moved` },
  });
  await testing.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
       actor_id, request_id, created_at, updated_at)
     select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], answer ->> 'status',
       nullif(answer - 'status', '{}'), 'account', '1', 'r', now(), now()
     from installations i, jsonb_array_elements($3::jsonb) answer where i.id = $4`,
    [
      fixture.api.store.id,
      order.id,
      JSON.stringify([
        { status: "messaged", type: "message", message: `${who} is away`, style: "error" },
        { status: "linked", type: "link", url: `https://send.test/labels?for=${who}` },
        { status: "linked", type: "link", url: `https:send.test/labels?for=${who}` },
        { status: "sent" },
      ]),
      fixture.api.installation_id,
    ],
  );
  return fixture.get(order.id);
}

test("no data about an erased customer stays in orders or their history", async () => {
  const [who, email] = ["Quimby", "quimby@kedai.test"];
  const id = await fixture.customer(email, { first_name: who, last_name: "Vash", phone: "+60187771234" });
  const other = await fixture.customer("heir@kedai.test");
  const hers = {
    customer_id: id,
    shipping_address: { ...address(email), first_name: who, last_name: "Vash" },
  };
  const kept = await placeDetailedOrder(who, hers);
  const detailed = await placeDetailedOrder(who, { ...hers, email: "work@vash.test" });
  const [sent] = detailed.fulfillments;
  await fixture.done("POST", `/4.0/returns/${detailed.returns[0]?.id}/cancel.json`, {});
  await fixture.done("POST", `/3.0/orders/${detailed.id}/fulfillments/${sent?.id}/cancel.json`, {});
  await fixture.done("POST", `/3.0/orders/${detailed.id}/cancel.json`, { reason: `${who} cried off` });
  await fixture.done("DELETE", `/3.0/orders/${detailed.id}.json`);
  const guest = await fixture.place({ email, note: `For ${who}` });
  await fixture.done("POST", `/3.0/orders/${guest.id}/cancel.json`, {});
  await fixture.done("DELETE", `/3.0/orders/${guest.id}.json`);
  const given = await fixture.place({ ...hers, note: `For ${who}` });
  const order = { customer_id: other, email: "heir@kedai.test", phone: "", note: "", shipping_address: null };
  await fixture.done("PUT", `/3.0/orders/${given.id}.json`, { order });
  const heirs = await fixture.get(given.id);
  const answer = `update fulfillment_requests set status = 'messaged', answer = $2 where status = 'sent' and order_ids = $1`;
  await fixture.erase(id);
  await fixture.followed(id, "event_sequence is not null");
  await followRequests(testing.database);
  const late = { type: "message", message: `${who} was away`, style: "error" };
  assert.equal((await testing.database.query(answer, [[kept.id], JSON.stringify(late)])).rowCount, 1);
  // As a process of the release before does, that knows of no orders but those of now.
  const marked =
    "update privacy_requests set scrubbed_at = now(), completed_at = now() where customer_id = $1 and scrubbed_at is null";
  assert.equal((await testing.database.query(marked, [id])).rowCount, 1);
  await fixture.followed(id, "erased_email is null");
  for (const text of ["Quimby", "Vash", "87771234", "Xylofon"]) {
    assert.deepEqual([text, await fixture.tablesWith(text)], [text, []]);
    assert.ok(!JSON.stringify(testing.log.lines).includes(text));
  }
  const now = await fixture.get(kept.id);
  assert.deepEqual(
    [now.source_identifier, now.fulfillments[0]?.tracking_number, now.refunds[0]?.reference_number],
    ["A-1", "T-1", "R-1"],
  );
  assert.deepEqual([now.total_paid, now.total_refund_amount], [kept.total_paid, kept.total_refund_amount]);
  assert.deepEqual(await fixture.get(given.id), heirs);
  for await (const difference of verifyStore(testing.database, fixture.api.store.id))
    assert.fail(JSON.stringify(difference));
});

test("an erasure publishes and dates the order parts that it changes, and no others", async () => {
  const id = await fixture.customer("parts@kedai.test");
  const order = await fixture.place({ customer_id: id });
  const path = `/3.0/orders/${order.id}`;
  const [line] = order.line_items;
  const send = async (fulfillment: object) =>
    (
      await fixture.done<{ fulfillment: { id: number } }>("POST", `${path}/fulfillments.json`, {
        fulfillment,
      })
    ).fulfillment.id;
  const line_items = [{ id: line?.id, quantity: 1 }];
  const linked = await send({ line_items, tracking_url: "https://post.test/parts" });
  await send({ line_items, tracking_number: "T-2" });
  const back = async (reason: string) => {
    const order_return = { return_line_items: [{ line_item_id: line?.id, quantity: 1, reason }] };
    const made = { order_return };
    return (
      await fixture.done<{ order_return: Return }>("POST", `/4.0/orders/${order.id}/returns.json`, made)
    ).order_return;
  };
  const [described] = [await back("She is taller"), await back("")];
  await fixture.erase(id);
  await fixture.scrubbed(id);
  const text = `
    select topic, resource_id as id from events where topic like any('{fulfillment/%,order%}')
      and request_id = (select request_id from privacy_requests where customer_id = $1) order by topic`;
  const rows = await testing.database.many(text, [id]);
  assert.deepEqual(rows, [
    { topic: "fulfillment/update", id: linked },
    { topic: "order/update", id: order.id },
    { topic: "order_returns/updated", id: described.id },
  ]);
  const shown = await fixture.done<{ order_return: Return }>("GET", `/4.0/returns/${described.id}.json`);
  assert.notEqual(shown.order_return.updated_at, described.updated_at);
});

test("filters of order exports are erased if they name a person from the orders", async () => {
  type Export = OperationResponse<typeof operations.getExport>["export"];
  const id = await fixture.customer("searched@kedai.test", { first_name: "Umut", last_name: "Fjord" });
  await fixture.place({
    customer_id: id,
    email: "searched@work.test",
    shipping_address: { ...address(""), first_name: "Pia", last_name: "Glyph", phone: "015-555 5123" },
  });
  const ask = async (query: string) => {
    const json = { export: { resource: "orders", filters: { query } } };
    return (await fixture.done<{ export: Export }>("POST", "/4.0/exports.json", json)).export.id;
  };
  const queries = ["searched@work.test", "Pia Glyph", "015-555 5123", "+60155555123"];
  const named: number[] = [];
  for (const query of queries) named.push(await ask(query));
  const others = await ask("colleague@work.test");
  await fixture.erase(id);
  const loadFilters = async (exportId: number) =>
    (await fixture.done<{ export: Export }>("GET", `/4.0/exports/${exportId}.json`)).export.filters;
  for (const one of named) assert.deepEqual(await loadFilters(one), { query: "(erased)" });
  assert.deepEqual(await loadFilters(others), { query: "colleague@work.test" });
  const asked =
    "select from audit_entries where resource = 'export' and after -> 'filters' ->> 'query' = any($1)";
  assert.equal((await testing.database.query(asked, [queries])).rowCount, 0);
});

test("another customer's order with the erased customer's email is not changed", async () => {
  const email = "shared@kedai.test";
  const id = await fixture.customer(email);
  const other = await fixture.customer("partner@kedai.test");
  const theirs = await fixture.place({ customer_id: other, email, note: "For both" });
  await fixture.done("PUT", `/3.0/orders/${theirs.id}.json`, { order: { email: "partner@kedai.test" } });
  await fixture.done("PUT", `/3.0/orders/${theirs.id}.json`, { order: { email } });
  const now = await fixture.get(theirs.id);
  await fixture.erase(id);
  assert.deepEqual(await fixture.get(theirs.id), now);
  await fixture.scrubbed(id);
  const entries =
    "select from audit_entries where resource = 'order' and resource_id = $1 and before is not null";
  assert.equal((await testing.database.query(entries, [theirs.id])).rowCount, 2);
});

test("orders keep their data about a deleted customer", async () => {
  const id = await fixture.customer("gone@kedai.test");
  const order = await fixture.place({ customer_id: id, email: "gone@kedai.test" });
  await fixture.done("DELETE", `/3.0/customers/${id}.json`);
  assert.deepEqual(await fixture.get(order.id), order);
});
