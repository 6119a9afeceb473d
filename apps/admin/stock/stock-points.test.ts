import assert from "node:assert/strict";
import { test } from "node:test";
import { buildStockPoints } from "./stock-points.ts";
import type { Movement } from "./stock-queries.ts";

const createMovement = (change: number, minute: number, field: Movement["field"] = "inventory_quantity") => ({
  field,
  change,
  created_at: `2026-11-21T08:0${minute}:00.000+08:00`,
});
const getTime = (minute: number) => Date.parse(createMovement(0, minute).created_at);

test("the chart of stock over time is computed backwards from the current stock", () => {
  assert.deepEqual(buildStockPoints([createMovement(-3, 5), createMovement(10, 2)], 17), [
    { at: getTime(2), total: 10 },
    { at: getTime(2), total: 20 },
    { at: getTime(5), total: 17 },
  ]);
});

test("changes of committed and incoming quantities are left out of the chart of stock over time", () => {
  assert.deepEqual(buildStockPoints([createMovement(4, 1, "committed_inventory_quantity")], 8), []);
});
