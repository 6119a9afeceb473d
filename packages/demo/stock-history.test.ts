import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpenedLevel, stockHistory } from "./stock-history.ts";

const now = Date.UTC(2026, 0, 3, 1, 15);
const zone = "Asia/Kuala_Lumpur";
const level = (variant_id: number, quantity: number, daysAgo: number): OpenedLevel => {
  const at = new Date(now - daysAgo * 86_400_000);
  return { variant_id, location_id: 1, quantity, at, request_id: `opening-${variant_id}` };
};

test("no quantity of the history is below 0, and no level changes before it is opened", () => {
  const levels = [level(1, 1, 20), level(2, 0, 12), level(3, 30, 2.5), level(4, 2, 0.1)];
  const history = stockHistory(levels, { now, zone, accountId: 7 });
  assert.ok(history.length > 50);
  for (const { variant_id, at } of levels) {
    const lines = history.filter((line) => line.variant_id === variant_id);
    let quantity = 0;
    for (const { change, ...line } of lines) {
      quantity += change;
      assert.ok(quantity >= 0 && line.at >= at);
    }
  }
});

test("changes happen by day in the store's time zone, the last before now", () => {
  const history = stockHistory([level(1, 50, 20)], { now, zone, accountId: 7 });
  const changes = history.filter(({ actor }) => actor.kind === "account");
  const hour = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).getUTCHours();
  assert.ok(changes.every(({ at }) => at.getTime() < now && hour(at) >= 10 && hour(at) <= 20));
  assert.equal(new Set(changes.map(({ request_id }) => request_id)).size, changes.length);
});
