import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, lockAwaited, locksAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { type ErasingShop, erasingShop } from "./testing/erasing-shop.ts";

let testing: TestPlatform;
let shop: ErasingShop;

before(async () => {
  testing = await testPlatform();
  shop = await erasingShop(testing);
});
after(() => testing.stop());

const lockOrder = "select from orders where store_id = $1 and id = $2 for no key update";

test("an erasure waits for an order before it holds its customer, whom who changes the order needs next", async () => {
  const id = await shop.customer("locked@kedai.test");
  const order = await shop.place({ customer_id: id, email: "locked@kedai.test" });
  const store = shop.api.shop.id;
  const erasing = await testing.database.transaction(async (tx) => {
    await tx.query(lockOrder, [store, order.id]);
    const erasing = shop.erase(id);
    await lockAwaited(testing.database);
    const free = "select from customers where store_id = $1 and id = $2 for no key update nowait";
    assert.equal((await tx.query(free, [store, id])).rowCount, 1);
    return { erasing };
  });
  await erasing.erasing;
  assert.equal((await shop.get(order.id)).customer_id, null);
});

test("an erasure that finds another e-mail address, or another order, once it has the customer begins again", async () => {
  const id = await shop.customer("was@kedai.test");
  const order = await shop.place({ customer_id: id, email: "was@kedai.test" });
  const guest = await shop.place({ email: "is@kedai.test", note: "For Ocelot" });
  const store = shop.api.shop.id;
  const { erasing } = await testing.database.transaction(async (tx) => {
    await tx.query(lockOrder, [store, order.id]);
    const erasing = shop.erase(id);
    await lockAwaited(testing.database);
    await testing.database.query(
      "update customers set email = 'is@kedai.test' where store_id = $1 and id = $2",
      [store, id],
    );
    await shop.place({ customer_id: id, note: "For Ocelot" });
    return { erasing };
  });
  await erasing;
  assert.deepEqual([(await shop.get(guest.id)).email, (await shop.get(guest.id)).note], ["", ""]);
  await shop.scrubbed(id);
  for (const text of ["is@kedai.test", "Ocelot"]) assert.deepEqual(await shop.tablesWith(text), []);
});

test("an erasure of who paid with store credit holds nothing of the store behind its customer", async () => {
  const id = await shop.customer("credit@kedai.test");
  const store = shop.api.shop.id;
  const credit = "update customers set total_credit = 10 where store_id = $1 and id = $2";
  await testing.database.query(credit, [store, id]);
  const sale = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  const order = await shop.place({ customer_id: id, transactions: [sale] });
  const erasing = await testing.database.transaction(async (tx) => {
    // As a change of the store's currency, and of its locations, begins.
    await tx.query("select from stores where id = $1 for no key update", [store]);
    let isErased = false;
    const erasing = shop.erase(id).then(() => {
      isErased = true;
    });
    await eventually(async () => isErased || (await locksAwaited(testing.database)) > 0);
    return { erasing, isErased };
  });
  await erasing.erasing;
  assert.ok(erasing.isErased);
  const { customer_id, credit_used } = await shop.get(order.id);
  assert.deepEqual([customer_id, credit_used], [null, "10.00"]);
});
