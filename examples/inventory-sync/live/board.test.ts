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

test("late stock webhooks are marked and overwrite nothing newer", () => {
  const board = createBoard();
  const received: Arrival[] = [];
  const unwatch = board.watch((event) => {
    if (event.name === "arrival") received.push(event.arrival);
  });
  for (const payload of [level(5, 2), level(9, 1), level(4, 3)]) board.stockChanged({ ...webhook, payload });
  unwatch();
  board.stockChanged({ ...webhook, payload: level(3, 4) });
  assert.deepEqual(
    received.map(({ number, level: shown, stale }) => [number, shown?.quantity, stale]),
    [
      [1, 5, false],
      [2, 9, true],
      [3, 4, false],
    ],
  );
  assert.equal(board.recent().length, 4);
});

test("at the record limit, the record that changed longest ago is dropped first", () => {
  const newest = createNewest(2);
  const at = (second: number) => ({ updated_at: `2026-11-21T08:00:0${second}.000+08:00` });
  assert.ok(newest.take("a", at(1)) && newest.take("b", at(2)) && newest.take("a", at(3)));
  assert.ok(newest.take("c", at(4)), "the third takes the place of b");
  assert.equal(newest.take("a", at(2)), false);
  assert.equal(newest.take("b", at(1)), true);
});

test("a known record keeps only its date", () => {
  const newest = createNewest();
  const payload = { updated_at: "2026-11-21T08:00:01.000+08:00" };
  newest.take("a", payload);
  payload.updated_at = "2026-11-21T09:00:00.000+08:00";
  assert.equal(newest.take("a", { updated_at: "2026-11-21T08:00:02.000+08:00" }), true);
});

test("a change found by reconciliation is reported once, and its late webhook ignored", () => {
  const board = createBoard();
  const found = { variant_id: 1, location_id: 2, quantity: 5, updated_at: "2026-11-21T08:00:02.000+08:00" };
  board.stockFound({ ...found, updated_at: "2026-11-21T08:00:01.000+08:00" }, { silent: true });
  board.stockFound(found, { silent: false });
  board.stockFound(found, { silent: false });
  board.stockChanged({ ...webhook, payload: level(5, 2) });
  assert.deepEqual(
    board.recent().map(({ topic, level: shown, stale }) => [topic, shown?.quantity, stale]),
    [
      [null, 5, false],
      [webhook.topic, 5, true],
    ],
  );
});
