import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createErasureFixture, type ErasureFixture } from "./testing/erasure-fixture.ts";

let testing: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testing = await testPlatform();
  fixture = await createErasureFixture(testing);
});
after(() => testing.stop());

/** Insert an unsent email about an order. */
async function mail(order_id: number, recipient: string): Promise<void> {
  await testing.database.query(
    `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, created_at)
     values ($1, $2, 'shipping_confirmation', $3, '', '', '', '', 'infinity', now())`,
    [fixture.api.store.id, order_id, recipient],
  );
}

async function mailedAbout(order_id: number): Promise<string[]> {
  const text = "select recipient from mails where store_id = $1 and order_id = $2 order by id";
  const rows = await testing.database.many<{ recipient: string }>(text, [fixture.api.store.id, order_id]);
  return rows.map(({ recipient }) => recipient);
}

test("an erasure deletes all email about the customer's orders, and no one else's", async () => {
  const id = await fixture.customer("mailed@kedai.test");
  const other = await fixture.customer("heir@kedai.test");
  const change = (orderId: number, order: object) =>
    fixture.done("PUT", `/3.0/orders/${orderId}.json`, { order });
  const office = "office@company.test";
  const own = await fixture.place({ customer_id: id, email: "first@kedai.test" });
  const colleagues = await fixture.place({ customer_id: other, email: office });
  const given = await fixture.place({ customer_id: id, email: "third@kedai.test" });
  for (const email of ["first@kedai.test", "copied@kedai.test", office]) await mail(own.id, email);
  await change(own.id, { email: office });
  await mail(colleagues.id, office);
  await mail(given.id, "third@kedai.test");
  await change(given.id, { email: "heir@kedai.test" });
  await change(given.id, { customer_id: other });
  await mail(given.id, "HEIR@kedai.test");
  await fixture.erase(id);
  assert.deepEqual(await mailedAbout(own.id), []);
  await fixture.scrubbed(id);
  assert.deepEqual(await mailedAbout(colleagues.id), [office]);
  assert.deepEqual(await mailedAbout(given.id), ["HEIR@kedai.test"]);
});

test("an erasure deletes email about a guest's order only if the customer received it", async () => {
  const email = "gifted@kedai.test";
  const id = await fixture.customer(email);
  const gift = await fixture.place({
    email: "giver@kedai.test",
    shipping_address: { first_name: "Yu", email },
  });
  await mail(gift.id, "giver@kedai.test");
  await mail(gift.id, email);
  await fixture.erase(id);
  assert.deepEqual(await mailedAbout(gift.id), ["giver@kedai.test"]);
});

test("after an erasure a repeat gets only the record's id; others get whole responses", async () => {
  const id = await fixture.customer("ann@kedai.test");
  const other = await fixture.customer("joann@kedai.test");
  const placed = { customer_id: id, transactions: [{ kind: "sale", amount: "10.00" }] };
  const [own, given] = [await fixture.place(placed), await fixture.place(placed)];
  const refund = { refund: { amount: "3.00", note: "For Ann" } };
  const send = async (key: string, method: string, path: string, json: object) => {
    const answer = await fixture.api.call(method, path, { json, headers: { "idempotency-key": key } });
    assert.equal(answer.status, 200, answer.text);
    return [answer.headers["idempotent-replay"], answer.json<Record<string, { id: number }>>()] as const;
  };
  const calls: Parameters<typeof send>[] = [
    ["refunded", "POST", `/3.0/orders/${own.id}/refund.json`, refund],
    ["noted", "PUT", `/3.0/customers/${other}.json`, { customer: { note: "joann@kedai.test" } }],
    ["given", "PUT", `/3.0/orders/${given.id}.json`, { order: { customer_id: other, email: "" } }],
    ["heirs", "PUT", `/3.0/orders/${given.id}.json`, { order: { note: "For Jo" } }],
  ];
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  for (const call of calls) answers.push(await send(...call));
  // As if it came once the erasure was over.
  const later =
    "update idempotency_keys set created_at = created_at + interval '10 minutes' where key = 'heirs'";
  await testing.database.query(later);
  await fixture.erase(id);
  await fixture.scrubbed(id);
  const [refunded, noted, , heirs] = answers.map(([, answer]) => answer);
  const again: typeof answers = [];
  for (const call of calls) again.push(await send(...call));
  assert.deepEqual(again, [
    ["true", { refund: { id: refunded?.["refund"]?.id } }],
    ["true", noted],
    ["true", { order: { id: given.id } }],
    ["true", heirs],
  ]);
  assert.equal((await fixture.get(own.id)).total_refund_amount, "3.00");
});

test("an app's response about a moved order survives its former customer's erasure", async () => {
  const id = await fixture.customer("former@kedai.test");
  const other = await fixture.customer("next@kedai.test");
  const order = await fixture.place({ customer_id: id });
  await fixture.done("PUT", `/3.0/orders/${order.id}.json`, { order: { customer_id: other } });
  const answered = `
    insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
      actor_id, request_id, created_at, updated_at)
    select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], 'messaged',
      jsonb_build_object('type', 'message', 'style', 'error', 'message', notice.message), 'account', '1', 'r', notice.at, notice.at
    from installations i, (values ('before', now()), ('after', now() + interval '10 minutes')) notice (message, at)
    where i.id = $3`;
  await testing.database.query(answered, [fixture.api.store.id, order.id, fixture.api.installation_id]);
  await fixture.erase(id);
  await fixture.scrubbed(id);
  const rows = await testing.database.many(
    "select answer ->> 'message' as message from fulfillment_requests where store_id = $1 and order_ids = $2 order by id",
    [fixture.api.store.id, [order.id]],
  );
  assert.deepEqual(rows, [{ message: "(erased)" }, { message: "after" }]);
});
