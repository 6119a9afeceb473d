import assert from "node:assert/strict";
import { test } from "node:test";
import { runningTotal } from "./running-total.ts";
import type { Movement } from "./stock-queries.ts";

const moved = (change: number, minute: number, field: Movement["field"] = "inventory_quantity") => ({
  field,
  change,
  created_at: `2026-11-21T08:0${minute}:00.000+08:00`,
});
const at = (minute: number) => Date.parse(moved(0, minute).created_at);

test("the total is computed back from now, from before the oldest movement", () => {
  assert.deepEqual(runningTotal([moved(-3, 5), moved(10, 2)], 17), [
    { at: at(2), total: 10 },
    { at: at(2), total: 20 },
    { at: at(5), total: 17 },
  ]);
});

test("committed and incoming quantities do not count as stock", () => {
  assert.deepEqual(runningTotal([moved(4, 1, "committed_inventory_quantity")], 8), []);
});
