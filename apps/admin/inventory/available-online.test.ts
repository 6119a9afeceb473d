import assert from "node:assert/strict";
import { test } from "node:test";
import { computeAvailableOnline } from "./available-online.ts";

test("the quantity available online is the available minus the reserved quantity, but never below 0", () => {
  const compute = (inventory_quantity: number, reserved_inventory_quantity: number) =>
    computeAvailableOnline({ inventory_quantity, reserved_inventory_quantity });
  assert.deepEqual(
    [compute(10, 3), compute(3, 10), compute(-2, 0), computeAvailableOnline(undefined)],
    [7, 0, 0, 0],
  );
});
