import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createErasureFixture, type ErasureFixture } from "./testing/erasure-fixture.ts";

let testPlatform: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  fixture = await createErasureFixture(testPlatform);
});
after(() => testPlatform.stop());

/** Insert an unsent email about an order. */
async function insertEmail(order_id: number, recipient: string): Promise<void> {
  await testPlatform.database.query(
    `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, created_at)
     values ($1, $2, 'shipping_confirmation', $3, '', '', '', '', 'infinity', now())`,
    [fixture.api.store.id, order_id, recipient],
  );
}

async function listRecipients(order_id: number): Promise<string[]> {
  const text = "select recipient from mails where store_id = $1 and order_id = $2 order by id";
  const rows = await testPlatform.database.many<{ recipient: string }>(text, [
    fixture.api.store.id,
    order_id,
  ]);
  return rows.map(({ recipient }) => recipient);
}

test("an erasure deletes emails about the customer's orders, but not other emails", async () => {
  const id = await fixture.createCustomer("mailed@kedai.test");
  const otherId = await fixture.createCustomer("heir@kedai.test");
  const updateOrder = (orderId: number, order: object) =>
    fixture.callOk("PUT", `/3.0/orders/${orderId}.json`, { order });
  const office = "office@company.test";
  const ownOrder = await fixture.placeOrder({ customer_id: id, email: "first@kedai.test" });
  const colleagueOrder = await fixture.placeOrder({ customer_id: otherId, email: office });
  const movedOrder = await fixture.placeOrder({ customer_id: id, email: "third@kedai.test" });
  for (const email of ["first@kedai.test", "copied@kedai.test", office])
    await insertEmail(ownOrder.id, email);
  await updateOrder(ownOrder.id, { email: office });
  await insertEmail(colleagueOrder.id, office);
  await insertEmail(movedOrder.id, "third@kedai.test");
  await updateOrder(movedOrder.id, { email: "heir@kedai.test" });
  await updateOrder(movedOrder.id, { customer_id: otherId });
  await insertEmail(movedOrder.id, "HEIR@kedai.test");
  await fixture.eraseCustomer(id);
  assert.deepEqual(await listRecipients(ownOrder.id), []);
  await fixture.awaitScrub(id);
  assert.deepEqual(await listRecipients(colleagueOrder.id), [office]);
  assert.deepEqual(await listRecipients(movedOrder.id), ["HEIR@kedai.test"]);
});

test("of the emails about a guest's order, an erasure deletes only those that were sent to the customer", async () => {
  const email = "gifted@kedai.test";
  const id = await fixture.createCustomer(email);
  const gift = await fixture.placeOrder({
    email: "giver@kedai.test",
    shipping_address: { first_name: "Yu", email },
  });
  await insertEmail(gift.id, "giver@kedai.test");
  await insertEmail(gift.id, email);
  await fixture.eraseCustomer(id);
  assert.deepEqual(await listRecipients(gift.id), ["giver@kedai.test"]);
});

test("after an erasure, replayed responses about the erased customer contain only an id", async () => {
  const id = await fixture.createCustomer("ann@kedai.test");
  const otherId = await fixture.createCustomer("joann@kedai.test");
  const paidOrder = { customer_id: id, transactions: [{ kind: "sale", amount: "10.00" }] };
  const [ownOrder, movedOrder] = [await fixture.placeOrder(paidOrder), await fixture.placeOrder(paidOrder)];
  const refund = { refund: { amount: "3.00", note: "For Ann" } };
  const send = async (key: string, method: string, path: string, json: object) => {
    const response = await fixture.api.call(method, path, { json, headers: { "idempotency-key": key } });
    assert.equal(response.status, 200, response.text);
    return [response.headers["idempotent-replay"], response.json<Record<string, { id: number }>>()] as const;
  };
  const calls: Parameters<typeof send>[] = [
    ["refund", "POST", `/3.0/orders/${ownOrder.id}/refund.json`, refund],
    [
      "note of the other customer",
      "PUT",
      `/3.0/customers/${otherId}.json`,
      { customer: { note: "joann@kedai.test" } },
    ],
    ["move", "PUT", `/3.0/orders/${movedOrder.id}.json`, { order: { customer_id: otherId, email: "" } }],
    ["later change", "PUT", `/3.0/orders/${movedOrder.id}.json`, { order: { note: "For Jo" } }],
  ];
  const responses: Awaited<ReturnType<typeof send>>[] = [];
  for (const call of calls) responses.push(await send(...call));
  // Make the last call look as if it had been made after the erasure.
  const postponeText =
    "update idempotency_keys set created_at = created_at + interval '10 minutes' where key = 'later change'";
  await testPlatform.database.query(postponeText);
  await fixture.eraseCustomer(id);
  await fixture.awaitScrub(id);
  const [refundBody, otherNoteBody, , laterChangeBody] = responses.map(([, body]) => body);
  const replays: typeof responses = [];
  for (const call of calls) replays.push(await send(...call));
  assert.deepEqual(replays, [
    ["true", { refund: { id: refundBody?.["refund"]?.id } }],
    ["true", otherNoteBody],
    ["true", { order: { id: movedOrder.id } }],
    ["true", laterChangeBody],
  ]);
  assert.equal((await fixture.getOrder(ownOrder.id)).total_refund_amount, "3.00");
});

test("erasing an order's former customer erases the order's app responses, except those created after the erasure", async () => {
  const id = await fixture.createCustomer("former@kedai.test");
  const otherId = await fixture.createCustomer("next@kedai.test");
  const order = await fixture.placeOrder({ customer_id: id });
  await fixture.callOk("PUT", `/3.0/orders/${order.id}.json`, { order: { customer_id: otherId } });
  const insertResponsesText = `
    insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
      actor_id, request_id, created_at, updated_at)
    select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], 'messaged',
      jsonb_build_object('type', 'message', 'style', 'error', 'message', notice.message), 'account', '1', 'r', notice.at, notice.at
    from installations i, (values ('before', now()), ('after', now() + interval '10 minutes')) notice (message, at)
    where i.id = $3`;
  await testPlatform.database.query(insertResponsesText, [
    fixture.api.store.id,
    order.id,
    fixture.api.installation_id,
  ]);
  await fixture.eraseCustomer(id);
  await fixture.awaitScrub(id);
  const rows = await testPlatform.database.many(
    "select answer ->> 'message' as message from fulfillment_requests where store_id = $1 and order_ids = $2 order by id",
    [fixture.api.store.id, [order.id]],
  );
  assert.deepEqual(rows, [{ message: "(erased)" }, { message: "after" }]);
});
