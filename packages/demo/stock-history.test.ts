import assert from "node:assert/strict";
import { test } from "node:test";
import { buildStockHistory, type SeededLevel } from "./stock-history.ts";

const now = Date.UTC(2026, 0, 3, 1, 15);
const zone = "Asia/Kuala_Lumpur";
const createLevel = (variant_id: number, quantity: number, daysAgo: number): SeededLevel => {
  const at = new Date(now - daysAgo * 86_400_000);
  return { variant_id, location_id: 1, quantity, at, request_id: `opening-${variant_id}` };
};

test("the demo's stock history has no negative quantity, and no movement before a level's initial movement", () => {
  const levels = [
    createLevel(1, 1, 20),
    createLevel(2, 0, 12),
    createLevel(3, 30, 2.5),
    createLevel(4, 2, 0.1),
  ];
  const history = buildStockHistory(levels, { now, zone, accountId: 7 });
  assert.ok(history.length > 50);
  for (const { variant_id, at } of levels) {
    const movements = history.filter((movement) => movement.variant_id === variant_id);
    let quantity = 0;
    for (const { change, ...movement } of movements) {
      quantity += change;
      assert.ok(quantity >= 0 && movement.at >= at);
    }
  }
});

test("the demo's stock changes happen in the daytime of the store's time zone and never in the future", () => {
  const history = buildStockHistory([createLevel(1, 50, 20)], { now, zone, accountId: 7 });
  const changes = history.filter(({ actor }) => actor.kind === "account");
  const getLocalHour = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).getUTCHours();
  assert.ok(
    changes.every(({ at }) => at.getTime() < now && getLocalHour(at) >= 10 && getLocalHour(at) <= 20),
  );
  assert.equal(new Set(changes.map(({ request_id }) => request_id)).size, changes.length);
});
