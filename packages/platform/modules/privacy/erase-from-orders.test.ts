import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { verifyStore } from "@souk/database";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { processPrivacyRequests } from "./process-requests.ts";
import { createErasureFixture, type ErasureFixture, type Order } from "./testing/erasure-fixture.ts";

type Return = OperationResponse<typeof operations.getReturn>["order_return"];

let testPlatform: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  fixture = await createErasureFixture(testPlatform);
  for (const topic of [
    "order/create",
    "order/update",
    "fulfillment/create",
    "fulfillment/update",
    "refund/create",
    "order_returns/created",
    "order_returns/updated",
  ])
    await fixture.callOk("POST", "/3.0/webhooks.json", { topic, url: "http://localhost:1/orders" });
});
after(() => testPlatform.stop());

const createAddress = (email: string) => ({
  first_name: "Zubaidah",
  last_name: "Quex",
  email,
  phone: "+60198765432",
  address1: "77 Lorong Xylofon",
});

test("an erased customer's orders keep their lines and amounts, but no customer data", async () => {
  const email = "zubaidah@kedai.test";
  const id = await fixture.createCustomer(email);
  const personalData = {
    email,
    phone: "+60198765432",
    shipping_address: createAddress(email),
    billing_address: createAddress(""),
    note: "For Zubaidah",
    note_attributes: [{ name: "for", value: "Zubaidah" }],
    browser_ip: "203.0.113.77",
  };
  const ownOrder = await fixture.placeOrder({
    ...personalData,
    customer_id: id,
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const guestOrder = await fixture.placeOrder({ email: email.toUpperCase(), note: "Zubaidah again" });
  const otherOrder = await fixture.placeOrder({ email: "other@kedai.test", note: "Not hers" });
  await fixture.callOk("PUT", `/3.0/orders/${ownOrder.id}.json`, {
    order: { note: "For Zubaidah, quickly" },
  });
  const { host_url, owner } = fixture.api.store;
  const dataResponse = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  const { orders } = dataResponse.json<OperationResponse<typeof operations.getCustomerData>>().customer_data;
  assert.deepEqual(
    orders.map((order) => order["id"]),
    [ownOrder.id, guestOrder.id],
  );
  await fixture.eraseCustomer(id);
  const erasedOrder = await fixture.getOrder(ownOrder.id);
  const { customer_id, customer, phone, shipping_address, billing_address } = erasedOrder;
  assert.deepEqual([customer_id, customer, erasedOrder.email, phone], [null, null, "", ""]);
  assert.deepEqual([shipping_address, billing_address, erasedOrder.note], [null, null, ""]);
  assert.deepEqual([erasedOrder.note_attributes, erasedOrder.browser_ip], [[], ""]);
  assert.deepEqual(
    [erasedOrder.total_price, erasedOrder.total_paid, erasedOrder.line_items],
    ["10.00", "4.00", ownOrder.line_items],
  );
  assert.equal((await fixture.getOrder(guestOrder.id)).email, "");
  assert.deepEqual(await fixture.getOrder(otherOrder.id), otherOrder);
  const list = await fixture.callOk<{ total_count: number }>("GET", "/3.0/orders.json?query=zubaidah");
  assert.equal(list.total_count, 0);
  // Simulate an erasure by a process of the previous release. Such a process records neither the orders nor the email, and removes
  // the orders from the audit log at once.
  await testPlatform.database.query(
    `with request as (update privacy_requests set order_ids = '{}', erased_email = null where customer_id = $1)
     update audit_entries set before = null, after = null where resource = 'order' and resource_id = any($2)`,
    [id, [ownOrder.id, guestOrder.id]],
  );
  for (const text of ["zubaidah", "98765432", "Xylofon", "203.0.113.77"])
    await eventually(async () => {
      await processPrivacyRequests(testPlatform.database);
      return (await fixture.findTablesWith(text)).length === 0;
    });
});

/** Place an order with a person's name in every text field of the order and of its fulfillment, return, refund and metafield. */
async function placeDetailedOrder(personName: string, fields: object): Promise<Order> {
  const order = await fixture.placeOrder({
    ...fields,
    source_identifier: "A-1",
    transactions: [{ kind: "sale", amount: "4.00" }],
  });
  const path = `/3.0/orders/${order.id}`;
  const metafield = { namespace: "gift", key: "card", value: `For ${personName}`, value_type: "String" };
  await fixture.callOk("POST", `${path}/metafields.json`, { metafield });
  const tracking = { tracking_number: "T-1", tracking_url: `https://post.test/${personName}` };
  const shipment = await fixture.callOk<{ fulfillment: { id: number } }>(
    "POST",
    `${path}/fulfillments.json`,
    { fulfillment: { ...tracking, message: `For ${personName}`, status: "in_transit" } },
  );
  const [line] = order.line_items;
  const return_line_items = [{ line_item_id: line?.id, quantity: 1, reason: `${personName} is taller` }];
  const order_return = { note: `${personName} called`, return_line_items };
  const createdReturn = await fixture.callOk<{ order_return: { id: number } }>(
    "POST",
    `/4.0/orders/${order.id}/returns.json`,
    { order_return },
  );
  await fixture.callOk("PUT", `/4.0/returns/${createdReturn.order_return.id}.json`, {
    order_return: { note: `${personName} called again` },
  });
  await fixture.callOk("POST", `${path}/refund.json`, {
    refund: { amount: "1.00", note: `${personName} asked`, reference_number: "R-1" },
  });
  await fixture.callOk("PUT", `${path}.json`, { order: { remark: `${personName} is in a hurry` } });
  await fixture.callOk("PUT", `${path}/fulfillments/${shipment.fulfillment.id}.json`, {
    fulfillment: { message: `${personName} moved` },
  });
  await testPlatform.database.query(
    `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
       actor_id, request_id, created_at, updated_at)
     select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], answer ->> 'status',
       nullif(answer - 'status', '{}'), 'account', '1', 'r', now(), now()
     from installations i, jsonb_array_elements($3::jsonb) answer where i.id = $4`,
    [
      fixture.api.store.id,
      order.id,
      JSON.stringify([
        { status: "messaged", type: "message", message: `${personName} is away`, style: "error" },
        { status: "linked", type: "link", url: `https://send.test/labels?for=${personName}` },
        // A URL without `//`, from which no origin can be extracted.
        { status: "linked", type: "link", url: `https:send.test/labels?for=${personName}` },
        { status: "sent" },
      ]),
      fixture.api.installation_id,
    ],
  );
  return fixture.getOrder(order.id);
}

test("no data about an erased customer remains in orders or in the logs about the orders", async () => {
  const [firstName, email] = ["Quimby", "quimby@kedai.test"];
  const id = await fixture.createCustomer(email, {
    first_name: firstName,
    last_name: "Vash",
    phone: "+60187771234",
  });
  const heirId = await fixture.createCustomer("heir@kedai.test");
  const customerFields = {
    customer_id: id,
    shipping_address: { ...createAddress(email), first_name: firstName, last_name: "Vash" },
  };
  const keptOrder = await placeDetailedOrder(firstName, customerFields);
  const deletedOrder = await placeDetailedOrder(firstName, { ...customerFields, email: "work@vash.test" });
  const [fulfillment] = deletedOrder.fulfillments;
  const deletedPath = `/3.0/orders/${deletedOrder.id}`;
  await fixture.callOk("POST", `/4.0/returns/${deletedOrder.returns[0]?.id}/cancel.json`, {});
  await fixture.callOk("POST", `${deletedPath}/fulfillments/${fulfillment?.id}/cancel.json`, {});
  await fixture.callOk("POST", `${deletedPath}/cancel.json`, { reason: `${firstName} cried off` });
  await fixture.callOk("DELETE", `${deletedPath}.json`);
  const guestOrder = await fixture.placeOrder({ email, note: `For ${firstName}` });
  await fixture.callOk("POST", `/3.0/orders/${guestOrder.id}/cancel.json`, {});
  await fixture.callOk("DELETE", `/3.0/orders/${guestOrder.id}.json`);
  const movedOrder = await fixture.placeOrder({ ...customerFields, note: `For ${firstName}` });
  const emptyFields = { phone: "", note: "", shipping_address: null };
  const order = { ...emptyFields, customer_id: heirId, email: "heir@kedai.test" };
  await fixture.callOk("PUT", `/3.0/orders/${movedOrder.id}.json`, { order });
  const movedOrderBefore = await fixture.getOrder(movedOrder.id);
  const respondText = `update fulfillment_requests set status = 'messaged', answer = $2 where status = 'sent' and order_ids = $1`;
  await fixture.eraseCustomer(id);
  await fixture.awaitRequest(id, "event_sequence is not null");
  await processPrivacyRequests(testPlatform.database);
  const lateResponse = { type: "message", message: `${firstName} was away`, style: "error" };
  const responseValues = [[keptOrder.id], JSON.stringify(lateResponse)];
  const result = await testPlatform.database.query(respondText, responseValues);
  assert.equal(result.rowCount, 1);
  // Simulate a process of the previous release. It scrubs only the orders that exist, and then marks the request as scrubbed.
  const markScrubbedText =
    "update privacy_requests set scrubbed_at = now(), completed_at = now() where customer_id = $1 and scrubbed_at is null";
  assert.equal((await testPlatform.database.query(markScrubbedText, [id])).rowCount, 1);
  await fixture.awaitRequest(id, "erased_email is null");
  for (const text of ["Quimby", "Vash", "87771234", "Xylofon"]) {
    assert.deepEqual([text, await fixture.findTablesWith(text)], [text, []]);
    assert.ok(!JSON.stringify(testPlatform.log.lines).includes(text));
  }
  const erasedOrder = await fixture.getOrder(keptOrder.id);
  assert.deepEqual(
    [
      erasedOrder.source_identifier,
      erasedOrder.fulfillments[0]?.tracking_number,
      erasedOrder.refunds[0]?.reference_number,
    ],
    ["A-1", "T-1", "R-1"],
  );
  assert.deepEqual(
    [erasedOrder.total_paid, erasedOrder.total_refund_amount],
    [keptOrder.total_paid, keptOrder.total_refund_amount],
  );
  assert.deepEqual(await fixture.getOrder(movedOrder.id), movedOrderBefore);
  for await (const difference of verifyStore(testPlatform.database, fixture.api.store.id))
    assert.fail(JSON.stringify(difference));
});

test("an erasure publishes events only for the orders, fulfillments and returns that it changes", async () => {
  const id = await fixture.createCustomer("parts@kedai.test");
  const order = await fixture.placeOrder({ customer_id: id });
  const path = `/3.0/orders/${order.id}`;
  const [line] = order.line_items;
  type FulfillmentBody = { fulfillment: { id: number } };
  const createFulfillment = async (json: object) => {
    const body = { fulfillment: json };
    return (await fixture.callOk<FulfillmentBody>("POST", `${path}/fulfillments.json`, body)).fulfillment.id;
  };
  const line_items = [{ id: line?.id, quantity: 1 }];
  const fulfillmentId = await createFulfillment({ line_items, tracking_url: "https://post.test/parts" });
  await createFulfillment({ line_items, tracking_number: "T-2" });
  const createReturn = async (reason: string) => {
    const return_line_items = [{ line_item_id: line?.id, quantity: 1, reason }];
    const json = { order_return: { return_line_items } };
    const returnsPath = `/4.0/orders/${order.id}/returns.json`;
    return (await fixture.callOk<{ order_return: Return }>("POST", returnsPath, json)).order_return;
  };
  const returnWithReason = await createReturn("She is taller");
  await createReturn("");
  await fixture.eraseCustomer(id);
  await fixture.awaitScrub(id);
  const text = `
    select topic, resource_id as id from events where topic like any('{fulfillment/%,order%}')
      and request_id = (select request_id from privacy_requests where customer_id = $1) order by topic`;
  const rows = await testPlatform.database.many(text, [id]);
  assert.deepEqual(rows, [
    { topic: "fulfillment/update", id: fulfillmentId },
    { topic: "order/update", id: order.id },
    { topic: "order_returns/updated", id: returnWithReason.id },
  ]);
  const { order_return } = await fixture.callOk<{ order_return: Return }>(
    "GET",
    `/4.0/returns/${returnWithReason.id}.json`,
  );
  assert.notEqual(order_return.updated_at, returnWithReason.updated_at);
});

test("an order export's filter is erased if it contains data from an erased customer's orders", async () => {
  type Export = OperationResponse<typeof operations.getExport>["export"];
  const id = await fixture.createCustomer("searched@kedai.test", { first_name: "Umut", last_name: "Fjord" });
  await fixture.placeOrder({
    customer_id: id,
    email: "searched@work.test",
    shipping_address: { ...createAddress(""), first_name: "Pia", last_name: "Glyph", phone: "015-555 5123" },
  });
  const createExport = async (query: string) => {
    const json = { export: { resource: "orders", filters: { query } } };
    return (await fixture.callOk<{ export: Export }>("POST", "/4.0/exports.json", json)).export.id;
  };
  const queries = ["searched@work.test", "Pia Glyph", "015-555 5123", "+60155555123"];
  const matchingIds: number[] = [];
  for (const query of queries) matchingIds.push(await createExport(query));
  const otherId = await createExport("colleague@work.test");
  await fixture.eraseCustomer(id);
  const loadFilters = async (exportId: number) =>
    (await fixture.callOk<{ export: Export }>("GET", `/4.0/exports/${exportId}.json`)).export.filters;
  for (const exportId of matchingIds) assert.deepEqual(await loadFilters(exportId), { query: "(erased)" });
  assert.deepEqual(await loadFilters(otherId), { query: "colleague@work.test" });
  const auditText =
    "select from audit_entries where resource = 'export' and after -> 'filters' ->> 'query' = any($1)";
  assert.equal((await testPlatform.database.query(auditText, [queries])).rowCount, 0);
});

test("another customer's order with the erased customer's email is not changed", async () => {
  const email = "shared@kedai.test";
  const id = await fixture.createCustomer(email);
  const otherId = await fixture.createCustomer("partner@kedai.test");
  const { id: orderId } = await fixture.placeOrder({ customer_id: otherId, email, note: "For both" });
  await fixture.callOk("PUT", `/3.0/orders/${orderId}.json`, { order: { email: "partner@kedai.test" } });
  await fixture.callOk("PUT", `/3.0/orders/${orderId}.json`, { order: { email } });
  const orderBefore = await fixture.getOrder(orderId);
  await fixture.eraseCustomer(id);
  assert.deepEqual(await fixture.getOrder(orderId), orderBefore);
  await fixture.awaitScrub(id);
  const auditText =
    "select from audit_entries where resource = 'order' and resource_id = $1 and before is not null";
  assert.equal((await testPlatform.database.query(auditText, [orderId])).rowCount, 2);
});

test("deleting a customer without an erasure keeps the customer's data in the orders", async () => {
  const id = await fixture.createCustomer("gone@kedai.test");
  const order = await fixture.placeOrder({ customer_id: id, email: "gone@kedai.test" });
  await fixture.callOk("DELETE", `/3.0/customers/${id}.json`);
  assert.deepEqual(await fixture.getOrder(order.id), order);
});
