import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { assertBecomes, seedStore, signUpStaff, startTestPlatform } from "@souk/testkit";
import { lockTable } from "./testing/lock-table.ts";
import { createStoreApi } from "./testing/store-api.ts";

test("a store whose requests all wait for a lock leaves database connections for another store", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api", hasHousekeeping: false });
  t.after(() => testPlatform.stop());
  const [busyApi, otherApi] = [await createStoreApi(testPlatform), await createStoreApi(testPlatform)];
  const { maxConnections } = testPlatform.database;
  const countInUse = () => {
    const { open, idle } = testPlatform.database.getPoolState();
    return open - idle;
  };
  const adjustment = { ...busyApi.level, adjustment_quantity: 1 };
  const lockRelease = Promise.withResolvers<void>();
  const rowLocked = Promise.withResolvers<void>();
  const locking = testPlatform.database.transaction(async (tx) => {
    await tx.query("select from inventory_levels where store_id = $1 for update", [busyApi.store.id]);
    rowLocked.resolve();
    await lockRelease.promise;
  });
  await rowLocked.promise;
  const blockedRequests = Array.from({ length: 2 * maxConnections }, () =>
    busyApi.call("PUT", "/4.0/inventory_levels/adjust.json", { json: adjustment }),
  );
  try {
    // Of 8 connections, 7 are for requests, and one store has at most 6 of them. One more connection holds the lock.
    await assertBecomes(countInUse, maxConnections - 1);
    await setTimeout(200);
    // Other work of the platform may use the last connection for a moment.
    await assertBecomes(
      () => [countInUse(), testPlatform.database.getPoolState().waiting],
      [maxConnections - 1, 0],
    );
    const response = await otherApi.call("GET", "/3.0/products.json");
    assert.equal(response.status, 200, response.text);
  } finally {
    lockRelease.resolve();
    await locking;
  }
  // On a busy machine, some of these requests have waited for more than 10 s and get 503.
  await Promise.all(blockedRequests);
  const lastResponse = await busyApi.call("PUT", "/4.0/inventory_levels/adjust.json", { json: adjustment });
  assert.equal(lastResponse.status, 200, lastResponse.text);
});

test("a request that runs several statements uses one database connection at a time", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api", hasHousekeeping: false });
  t.after(() => testPlatform.stop());
  const [busyStore, otherApi] = [await seedStore(testPlatform), await createStoreApi(testPlatform)];
  const unlock = await lockTable(testPlatform, "events");
  const activityRequests = Array.from({ length: 2 * testPlatform.database.maxConnections }, () =>
    busyStore.owner.browser.call("GET", `${busyStore.host_url}/api/console/activity.json`),
  );
  try {
    await setTimeout(300);
    const response = await otherApi.call("GET", "/3.0/products.json");
    assert.equal(response.status, 200, response.text);
  } finally {
    await unlock();
  }
  await Promise.all(activityRequests);
});

test("requests of platform staff leave database connections for stores", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api", hasHousekeeping: false });
  t.after(() => testPlatform.stop());
  const [staff, otherApi] = [await signUpStaff(testPlatform), await createStoreApi(testPlatform)];
  const url = `${testPlatform.addresses.adminOrigin}/api/staff/actions.json`;
  assert.equal((await staff.browser.call("GET", url)).status, 200);
  const unlock = await lockTable(testPlatform, "staff_actions");
  const requests = Array.from({ length: 3 * testPlatform.database.maxConnections }, () =>
    staff.browser.call("GET", url),
  );
  try {
    await setTimeout(300);
    const response = await otherApi.call("GET", "/3.0/products.json");
    assert.equal(response.status, 200, response.text);
  } finally {
    await unlock();
  }
  await Promise.all(requests);
});

test("a request that fails after a long wait costs rate-limit tokens for the time that it took", async (t) => {
  const testPlatform = await startTestPlatform({
    role: "api",
    hasHousekeeping: false,
    config: { rateLimit: { bucketSize: 1000, refillPerSecond: 0.001 } },
  });
  t.after(() => testPlatform.stop());
  const api = await createStoreApi(testPlatform);
  const readRemaining = async () =>
    Number((await api.call("GET", "/3.0/products/count.json")).headers["x-ratelimit-remaining"]);
  const remainingBefore = await readRemaining();
  const unlock = await lockTable(testPlatform, "inventory_levels");
  const json = { ...api.level, adjustment_quantity: -1_000_000 };
  const failingRequest = api.call("PUT", "/4.0/inventory_levels/adjust.json", { json });
  await setTimeout(1_000);
  await unlock();
  const failedResponse = await failingRequest;
  assert.ok(failedResponse.status >= 400, failedResponse.text);
  const remaining = await readRemaining();
  // A quick request costs one token. A second of waiting for the lock costs about ten, one for each 100 ms.
  assert.ok(remaining <= remainingBefore - 5, `${remainingBefore} to ${remaining}`);
});
