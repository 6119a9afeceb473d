import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type ErasingShop, erasingShop } from "./testing/erasing-shop.ts";

let testing: TestPlatform;
let shop: ErasingShop;

before(async () => {
  testing = await testPlatform();
  shop = await erasingShop(testing);
});
after(() => testing.stop());

/** Mail about an order, which is not sent yet. */
async function mail(order_id: number, recipient: string): Promise<void> {
  await testing.database.query(
    `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, due_at, created_at)
     values ($1, $2, 'shipping_confirmation', $3, '', '', '', '', 'infinity', now())`,
    [shop.api.shop.id, order_id, recipient],
  );
}

async function mailedAbout(order_id: number): Promise<string[]> {
  const text = "select recipient from mails where store_id = $1 and order_id = $2 order by id";
  const { rows } = await testing.database.query<{ recipient: string }>(text, [shop.api.shop.id, order_id]);
  return rows.map(({ recipient }) => recipient);
}

test("mail about an erased customer's orders goes, wherever it was sent, and nobody else's mail does", async () => {
  const id = await shop.customer("mailed@kedai.test");
  const other = await shop.customer("heir@kedai.test");
  const change = (of: number, order: object) => shop.done("PUT", `/3.0/orders/${of}.json`, { order });
  const office = "office@company.test";
  const own = await shop.place({ customer_id: id, email: "first@kedai.test" });
  const colleagues = await shop.place({ customer_id: other, email: office });
  const given = await shop.place({ customer_id: id, email: "third@kedai.test" });
  for (const email of ["first@kedai.test", "copied@kedai.test", office]) await mail(own.id, email);
  await change(own.id, { email: office });
  await mail(colleagues.id, office);
  await mail(given.id, "third@kedai.test");
  await change(given.id, { email: "heir@kedai.test" });
  await change(given.id, { customer_id: other });
  await mail(given.id, "HEIR@kedai.test");
  await shop.erase(id);
  assert.deepEqual(await mailedAbout(own.id), []);
  await shop.scrubbed(id);
  assert.deepEqual(await mailedAbout(colleagues.id), [office]);
  assert.deepEqual(await mailedAbout(given.id), ["HEIR@kedai.test"]);
});

test("mail about a guest's order that was only sent to the erased goes where they got it themselves", async () => {
  const email = "gifted@kedai.test";
  const id = await shop.customer(email);
  const gift = await shop.place({ email: "giver@kedai.test", shipping_address: { first_name: "Yu", email } });
  await mail(gift.id, "giver@kedai.test");
  await mail(gift.id, email);
  await shop.erase(id);
  assert.deepEqual(await mailedAbout(gift.id), ["giver@kedai.test"]);
});

test("a repeat does nothing twice after an erasure: it is answered the record's id alone, and others' answers stay whole", async () => {
  const id = await shop.customer("ann@kedai.test");
  const other = await shop.customer("joann@kedai.test");
  const placed = { customer_id: id, transactions: [{ kind: "sale", amount: "10.00" }] };
  const [own, given] = [await shop.place(placed), await shop.place(placed)];
  const refund = { refund: { amount: "3.00", note: "For Ann" } };
  const send = async (key: string, method: string, path: string, json: object) => {
    const answer = await shop.api.call(method, path, { json, headers: { "idempotency-key": key } });
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
  await shop.erase(id);
  await shop.scrubbed(id);
  const [refunded, noted, , heirs] = answers.map(([, answer]) => answer);
  const again: typeof answers = [];
  for (const call of calls) again.push(await send(...call));
  assert.deepEqual(again, [
    ["true", { refund: { id: refunded?.["refund"]?.id } }],
    ["true", noted],
    ["true", { order: { id: given.id } }],
    ["true", heirs],
  ]);
  assert.equal((await shop.get(own.id)).total_refund_amount, "3.00");
});

test("what apps answer about an order that came to another customer stays, once its former one is erased", async () => {
  const id = await shop.customer("former@kedai.test");
  const other = await shop.customer("next@kedai.test");
  const order = await shop.place({ customer_id: id });
  await shop.done("PUT", `/3.0/orders/${order.id}.json`, { order: { customer_id: other } });
  const answered = `
    insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, status, answer, actor_kind,
      actor_id, request_id, created_at, updated_at)
    select $1, i.app_id, i.id, 'x', 'fulfillment/single', array[$2::bigint], 'messaged',
      jsonb_build_object('type', 'message', 'style', 'error', 'message', told.message), 'account', '1', 'r', told.at, told.at
    from installations i, (values ('before', now()), ('after', now() + interval '10 minutes')) told (message, at)
    where i.id = $3`;
  await testing.database.query(answered, [shop.api.shop.id, order.id, shop.api.installation_id]);
  await shop.erase(id);
  await shop.scrubbed(id);
  const { rows } = await testing.database.query(
    "select answer ->> 'message' as message from fulfillment_requests where store_id = $1 and order_ids = $2 order by id",
    [shop.api.shop.id, [order.id]],
  );
  assert.deepEqual(rows, [{ message: "(erased)" }, { message: "after" }]);
});
