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
});
after(() => testing.stop());

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
  const { host_url, owner } = shop.api.shop;
  const data = await owner.browser.call("GET", `${host_url}/api/console/customers/${id}/data.json`);
  const { orders } = data.json<AnswerOf<typeof operations.getCustomerData>>().customer_data;
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
