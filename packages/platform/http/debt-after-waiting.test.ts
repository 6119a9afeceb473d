import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createFakeClock, startTestPlatform } from "@souk/testkit";
import { lockTable } from "./testing/lock-table.ts";
import { createStoreApi } from "./testing/store-api.ts";

test("waiting requests get 429 if the caller's running requests cost far more than its rate limit", async (t) => {
  const clock = createFakeClock();
  const testPlatform = await startTestPlatform({
    role: "api",
    hasHousekeeping: false,
    clock,
    config: { rateLimit: { bucketSize: 40, refillPerSecond: 0.001 } },
  });
  t.after(() => testPlatform.stop());
  const api = await createStoreApi(testPlatform);
  const unlock = await lockTable(testPlatform, "inventory_levels");
  const json = { ...api.level, adjustment_quantity: 1 };
  const requests = Array.from({ length: 38 }, () =>
    api.call("PUT", "/4.0/inventory_levels/adjust.json", { json }),
  );
  await setTimeout(500);
  // A request costs a token per 100 ms of database work, so each running request now costs more than the bucket of 40.
  clock.advance(60_000);
  await unlock();
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  const countStatus = (status: number) =>
    statuses.filter((responseStatus) => responseStatus === status).length;
  assert.equal(countStatus(200) + countStatus(429), 38, statuses.join(" "));
  assert.ok(countStatus(429) >= 10, statuses.join(" "));
});
