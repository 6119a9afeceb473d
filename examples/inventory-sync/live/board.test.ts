import assert from "node:assert/strict";
import { test } from "node:test";
import { type Arrival, createBoard } from "./board.ts";
import { createNewest } from "./newest.ts";

const webhook = {
  topic: "inventory_level/inventory_quantity_update",
  triggered_at: "2026-11-21T08:00:00.000+08:00",
  context: "order/create",
  trigger_by_app: null,
} as const;

function level(quantity: number, second: number) {
  return {
    variant_id: 1,
    location_id: 2,
    inventory_quantity: quantity,
    adjustment: "SET" as const,
    inventory_level_updated_at: `2026-11-21T08:00:0${second}.000+08:00`,
  };
}

test("stock that arrives late is told and marked, so that nothing newer is overwritten", () => {
  const board = createBoard();
  const told: Arrival[] = [];
  const unwatch = board.watch((event) => {
    if (event.name === "arrival") told.push(event.arrival);
  });
  for (const payload of [level(5, 2), level(9, 1), level(4, 3)]) board.stockChanged({ ...webhook, payload });
  unwatch();
  board.stockChanged({ ...webhook, payload: level(3, 4) });
  assert.deepEqual(
    told.map(({ number, level: shown, stale }) => [number, shown?.quantity, stale]),
    [
      [1, 5, false],
      [2, 9, true],
      [3, 4, false],
    ],
  );
  assert.equal(board.recent().length, 4);
});

test("of many records the one that changed longest ago is forgotten first", () => {
  const newest = createNewest(2);
  const at = (second: number) => ({ updated_at: `2026-11-21T08:00:0${second}.000+08:00` });
  assert.ok(newest.take("a", at(1)) && newest.take("b", at(2)) && newest.take("a", at(3)));
  assert.ok(newest.take("c", at(4)), "the third takes the place of b");
  assert.equal(newest.take("a", at(2)), false);
  assert.equal(newest.take("b", at(1)), true);
});

test("of a record that is known its date is kept and nothing more", () => {
  const newest = createNewest();
  const payload = { updated_at: "2026-11-21T08:00:01.000+08:00" };
  newest.take("a", payload);
  payload.updated_at = "2026-11-21T09:00:00.000+08:00";
  assert.equal(newest.take("a", { updated_at: "2026-11-21T08:00:02.000+08:00" }), true);
});
