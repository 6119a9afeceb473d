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
