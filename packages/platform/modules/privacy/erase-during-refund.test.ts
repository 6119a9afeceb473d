import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, lockAwaited, locksAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { createErasureFixture, type ErasureFixture } from "./testing/erasure-fixture.ts";

let testing: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testing = await testPlatform();
  fixture = await createErasureFixture(testing);
});
after(() => testing.stop());

const lockOrder = "select from orders where store_id = $1 and id = $2 for no key update";

test("an erasure waits for orders before it locks the customer, as order changes do", async () => {
  const id = await fixture.customer("locked@kedai.test");
  const order = await fixture.place({ customer_id: id, email: "locked@kedai.test" });
  const store = fixture.api.store.id;
  const erasing = await testing.database.transaction(async (tx) => {
    await tx.query(lockOrder, [store, order.id]);
    const erasing = fixture.erase(id);
    await lockAwaited(testing.database);
    const free = "select from customers where store_id = $1 and id = $2 for no key update nowait";
    assert.equal((await tx.query(free, [store, id])).rowCount, 1);
    return { erasing };
  });
  await erasing.erasing;
  assert.equal((await fixture.get(order.id)).customer_id, null);
});

test("an erasure restarts if its locked customer has another email or order by then", async () => {
  const id = await fixture.customer("was@kedai.test");
  const order = await fixture.place({ customer_id: id, email: "was@kedai.test" });
  const guest = await fixture.place({ email: "is@kedai.test", note: "For Ocelot" });
  const store = fixture.api.store.id;
  const { erasing } = await testing.database.transaction(async (tx) => {
    await tx.query(lockOrder, [store, order.id]);
    const erasing = fixture.erase(id);
    await lockAwaited(testing.database);
    await testing.database.query(
      "update customers set email = 'is@kedai.test' where store_id = $1 and id = $2",
      [store, id],
    );
    await fixture.place({ customer_id: id, note: "For Ocelot" });
    return { erasing };
  });
  await erasing;
  assert.deepEqual([(await fixture.get(guest.id)).email, (await fixture.get(guest.id)).note], ["", ""]);
  await fixture.scrubbed(id);
  for (const text of ["is@kedai.test", "Ocelot"]) assert.deepEqual(await fixture.tablesWith(text), []);
});

test("erasing a customer who paid with credit locks no store row after the customer's", async () => {
  const id = await fixture.customer("credit@kedai.test");
  const store = fixture.api.store.id;
  const credit = "update customers set total_credit = 10 where store_id = $1 and id = $2";
  await testing.database.query(credit, [store, id]);
  const sale = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  const order = await fixture.place({ customer_id: id, transactions: [sale] });
  const erasing = await testing.database.transaction(async (tx) => {
    // As a change of the store's currency, and of its locations, begins.
    await tx.query("select from stores where id = $1 for no key update", [store]);
    let isErased = false;
    const erasing = fixture.erase(id).then(() => {
      isErased = true;
    });
    await eventually(async () => isErased || (await locksAwaited(testing.database)) > 0);
    return { erasing, isErased };
  });
  await erasing.erasing;
  assert.ok(erasing.isErased);
  const { customer_id, credit_used } = await fixture.get(order.id);
  assert.deepEqual([customer_id, credit_used], [null, "10.00"]);
});
