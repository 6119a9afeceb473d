import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryDeliveryStore } from "./memory-delivery-store.ts";

test("a full in-memory delivery store drops its oldest deliveries", async () => {
  const deliveries = memoryDeliveryStore(3);
  for (const key of ["a", "b", "c", "d"]) {
    assert.equal(await deliveries.claim(key), "claimed");
    await deliveries.finish(key);
  }
  const claims = await Promise.all(["b", "d", "a"].map((key) => deliveries.claim(key)));
  assert.deepEqual(claims, ["done", "done", "claimed"]);
  assert.equal(await deliveries.claim("a"), "running");
  await deliveries.release("a");
  assert.equal(await deliveries.claim("a"), "claimed");
});

test("a delivery whose handler has run for 15 minutes can be handled again", async () => {
  let timeMs = 0;
  const deliveries = memoryDeliveryStore(3, () => new Date(timeMs));
  assert.equal(await deliveries.claim("a"), "claimed");
  timeMs = 15 * 60_000 - 1;
  assert.equal(await deliveries.claim("a"), "running");
  timeMs += 1;
  assert.deepEqual([await deliveries.claim("a"), await deliveries.claim("a")], ["claimed", "running"]);
  await deliveries.finish("a");
  assert.equal(await deliveries.claim("a"), "done");
});
