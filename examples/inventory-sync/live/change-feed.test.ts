import assert from "node:assert/strict";
import { test } from "node:test";
import { type Arrival, createChangeFeed } from "./change-feed.ts";
import { createNewestTimestamps } from "./newest-timestamps.ts";

const webhook = {
  topic: "inventory_level/inventory_quantity_update",
  triggered_at: "2026-11-21T08:00:00.000+08:00",
  context: "order/create",
  trigger_by_app: null,
} as const;

function createStockPayload(quantity: number, second: number) {
  return {
    variant_id: 1,
    location_id: 2,
    inventory_quantity: quantity,
    adjustment: "SET" as const,
    inventory_level_updated_at: `2026-11-21T08:00:0${second}.000+08:00`,
  };
}

test("a late stock webhook is marked as stale and does not overwrite a newer state", () => {
  const feed = createChangeFeed();
  const received: Arrival[] = [];
  const unwatch = feed.watch((event) => {
    if (event.name === "arrival") received.push(event.arrival);
  });
  for (const payload of [createStockPayload(5, 2), createStockPayload(9, 1), createStockPayload(4, 3)])
    feed.recordStockWebhook({ ...webhook, payload });
  unwatch();
  feed.recordStockWebhook({ ...webhook, payload: createStockPayload(3, 4) });
  assert.deepEqual(
    received.map(({ number, level, stale }) => [number, level?.quantity, stale]),
    [
      [1, 5, false],
      [2, 9, true],
      [3, 4, false],
    ],
  );
  assert.equal(feed.listRecent().length, 4);
});

test("when too many timestamps are stored, the least recently changed one is dropped", () => {
  const timestamps = createNewestTimestamps(2);
  const createPayload = (second: number) => ({ updated_at: `2026-11-21T08:00:0${second}.000+08:00` });
  assert.ok(
    timestamps.recordIfNewer("a", createPayload(1)) &&
      timestamps.recordIfNewer("b", createPayload(2)) &&
      timestamps.recordIfNewer("a", createPayload(3)),
  );
  assert.ok(timestamps.recordIfNewer("c", createPayload(4)), "c replaces b");
  assert.equal(timestamps.recordIfNewer("a", createPayload(2)), false);
  assert.equal(timestamps.recordIfNewer("b", createPayload(1)), true);
});

test("changing a payload object after it was recorded does not change its stored timestamp", () => {
  const timestamps = createNewestTimestamps();
  const payload = { updated_at: "2026-11-21T08:00:01.000+08:00" };
  timestamps.recordIfNewer("a", payload);
  payload.updated_at = "2026-11-21T09:00:00.000+08:00";
  assert.equal(timestamps.recordIfNewer("a", { updated_at: "2026-11-21T08:00:02.000+08:00" }), true);
});

test("a change found by reconciliation is reported once, and a late webhook of the change is marked as stale", () => {
  const feed = createChangeFeed();
  const foundLevel = {
    variant_id: 1,
    location_id: 2,
    quantity: 5,
    updated_at: "2026-11-21T08:00:02.000+08:00",
  };
  feed.recordFoundStock({ ...foundLevel, updated_at: "2026-11-21T08:00:01.000+08:00" }, { silent: true });
  feed.recordFoundStock(foundLevel, { silent: false });
  feed.recordFoundStock(foundLevel, { silent: false });
  feed.recordStockWebhook({ ...webhook, payload: createStockPayload(5, 2) });
  assert.deepEqual(
    feed.listRecent().map(({ topic, level, stale }) => [topic, level?.quantity, stale]),
    [
      [null, 5, false],
      [webhook.topic, 5, true],
    ],
  );
});
