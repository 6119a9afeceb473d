import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import pg from "pg";
import { postgresDeliveryStore } from "./postgres-delivery-store.ts";

let testDb: TestDatabase;
let pool: pg.Pool;

before(async () => {
  testDb = await createTestDatabase();
  pool = new pg.Pool({ connectionString: testDb.connectionString, max: 4 });
});
after(async () => {
  await pool.end();
  await testDb.stop();
});

test("of several processes that receive a delivery, only one can claim it", async () => {
  const storesOfProcesses = Array.from({ length: 4 }, () => postgresDeliveryStore(pool));
  const claims = await Promise.all(storesOfProcesses.map((deliveryStore) => deliveryStore.claim("a")));
  assert.deepEqual(claims.sort(), ["claimed", "running", "running", "running"]);
  await storesOfProcesses[0]?.finish("a");
  assert.equal(await storesOfProcesses[1]?.claim("a"), "done");
  await storesOfProcesses[1]?.release("a");
  assert.equal(await storesOfProcesses[1]?.claim("a"), "done");
});

test("several processes can create the table of deliveries concurrently", async () => {
  for (let n = 0; n < 60; n++) {
    const storesOfProcesses = Array.from({ length: 4 }, () =>
      postgresDeliveryStore(pool, `souk_deliveries_${n}`),
    );
    const claims = await Promise.all(storesOfProcesses.map((deliveryStore) => deliveryStore.claim("a")));
    assert.equal(claims.filter((claim) => claim === "claimed").length, 1);
  }
});

test("a delivery that failed or whose process crashed can be claimed again", async () => {
  const store = postgresDeliveryStore(pool);
  assert.equal(await store.claim("b"), "claimed");
  await store.release("b");
  assert.equal(await store.claim("b"), "claimed");
  await pool.query("update souk_deliveries set at = now() - interval '16 minutes' where key = 'b'");
  assert.equal(await store.claim("b"), "claimed");
  assert.equal(await store.claim("b"), "running");
});

test("stored deliveries that are too old to be retried are deleted", async () => {
  const store = postgresDeliveryStore(pool, "souk_deliveries_old");
  await store.claim("old");
  await pool.query("update souk_deliveries_old set done = true, at = now() - interval '11 days'");
  // Old deliveries are deleted when the 1,000th delivery is finished.
  for (let n = 0; n < 1_000; n++) await store.finish("none");
  const { rows } = await pool.query("select key from souk_deliveries_old");
  assert.deepEqual(rows, []);
});
