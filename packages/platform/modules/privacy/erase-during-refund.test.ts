import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  countLockWaits,
  eventually,
  startTestPlatform,
  type TestPlatform,
  waitForLockWaits,
} from "@souk/testkit";
import { createErasureFixture, type ErasureFixture } from "./testing/erasure-fixture.ts";

let testPlatform: TestPlatform;
let fixture: ErasureFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  fixture = await createErasureFixture(testPlatform);
});
after(() => testPlatform.stop());

const lockOrderText = "select from orders where store_id = $1 and id = $2 for no key update";

test("an erasure locks the customer's orders before it locks the customer", async () => {
  const id = await fixture.createCustomer("locked@kedai.test");
  const order = await fixture.placeOrder({ customer_id: id, email: "locked@kedai.test" });
  const storeId = fixture.api.store.id;
  const { erasure } = await testPlatform.database.transaction(async (tx) => {
    await tx.query(lockOrderText, [storeId, order.id]);
    const erasure = fixture.eraseCustomer(id);
    await waitForLockWaits(testPlatform.database);
    const lockCustomerText = "select from customers where store_id = $1 and id = $2 for no key update nowait";
    assert.equal((await tx.query(lockCustomerText, [storeId, id])).rowCount, 1);
    // The promise is returned in an object, so that the transaction does not wait for the erasure.
    return { erasure };
  });
  await erasure;
  assert.equal((await fixture.getOrder(order.id)).customer_id, null);
});

test("an erasure restarts if the customer's email or orders change before they are locked", async () => {
  const id = await fixture.createCustomer("was@kedai.test");
  const order = await fixture.placeOrder({ customer_id: id, email: "was@kedai.test" });
  const guestOrder = await fixture.placeOrder({ email: "is@kedai.test", note: "For Ocelot" });
  const storeId = fixture.api.store.id;
  const { erasure } = await testPlatform.database.transaction(async (tx) => {
    await tx.query(lockOrderText, [storeId, order.id]);
    const erasure = fixture.eraseCustomer(id);
    await waitForLockWaits(testPlatform.database);
    await testPlatform.database.query(
      "update customers set email = 'is@kedai.test' where store_id = $1 and id = $2",
      [storeId, id],
    );
    await fixture.placeOrder({ customer_id: id, note: "For Ocelot" });
    return { erasure };
  });
  await erasure;
  assert.deepEqual(
    [(await fixture.getOrder(guestOrder.id)).email, (await fixture.getOrder(guestOrder.id)).note],
    ["", ""],
  );
  await fixture.awaitScrub(id);
  for (const text of ["is@kedai.test", "Ocelot"]) assert.deepEqual(await fixture.findTablesWith(text), []);
});

test("erasing a customer who paid with store credit doesn't lock the store's row", async () => {
  const id = await fixture.createCustomer("credit@kedai.test");
  const storeId = fixture.api.store.id;
  const setCreditText = "update customers set total_credit = 10 where store_id = $1 and id = $2";
  await testPlatform.database.query(setCreditText, [storeId, id]);
  const sale = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  const order = await fixture.placeOrder({ customer_id: id, transactions: [sale] });
  const { erasure, isErased } = await testPlatform.database.transaction(async (tx) => {
    // Changes of the store's currency and of its locations begin with this lock.
    await tx.query("select from stores where id = $1 for no key update", [storeId]);
    let isErased = false;
    const erasure = fixture.eraseCustomer(id).then(() => {
      isErased = true;
    });
    await eventually(async () => isErased || (await countLockWaits(testPlatform.database)) > 0);
    return { erasure, isErased };
  });
  await erasure;
  assert.ok(isErased, "the erasure ended while the store's row was locked");
  const { customer_id, credit_used } = await fixture.getOrder(order.id);
  assert.deepEqual([customer_id, credit_used], [null, "10.00"]);
});
