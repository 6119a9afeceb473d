import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { assertBecomes, startTestPlatform } from "@souk/testkit";
import { createStoreApi } from "./testing/store-api.ts";

test("a store whose requests all wait for a lock leaves database connections for another store", async (t) => {
  const testing = await startTestPlatform({ role: "api" });
  t.after(() => testing.stop());
  const [busy, other] = [await createStoreApi(testing), await createStoreApi(testing)];
  const { maxConnections } = testing.database;
  const countInUse = () => {
    const { open, idle } = testing.database.pool();
    return open - idle;
  };
  const adjustment = { ...busy.level, adjustment_quantity: 1 };
  const lockRelease = Promise.withResolvers<void>();
  const rowLocked = Promise.withResolvers<void>();
  const locking = testing.database.transaction(async (tx) => {
    await tx.query("select from inventory_levels where store_id = $1 for update", [busy.store.id]);
    rowLocked.resolve();
    await lockRelease.promise;
  });
  await rowLocked.promise;
  const blockedRequests = Array.from({ length: 2 * maxConnections }, () =>
    busy.call("PUT", "/4.0/inventory_levels/adjust.json", { json: adjustment }),
  );
  try {
    // Of 8 connections, 7 are for requests, and one store has at most 6 of them. One more connection holds the lock.
    await assertBecomes(countInUse, maxConnections - 1);
    await setTimeout(200);
    // Other work of the platform may use the last connection for a moment.
    await assertBecomes(() => [countInUse(), testing.database.pool().waiting], [maxConnections - 1, 0]);
    const response = await other.call("GET", "/3.0/products.json");
    assert.equal(response.status, 200, response.text);
  } finally {
    lockRelease.resolve();
    await locking;
  }
  // On a busy machine, some have waited for more than 10 s and get 503.
  await Promise.all(blockedRequests);
  const last = await busy.call("PUT", "/4.0/inventory_levels/adjust.json", { json: adjustment });
  assert.equal(last.status, 200, last.text);
});
