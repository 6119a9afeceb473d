import assert from "node:assert/strict";
import { test } from "node:test";
import { soldOnline } from "./sold-online.ts";

test("stock sold online is the available less the reserved stock, and never below zero", () => {
  const at = (inventory_quantity: number, reserved_inventory_quantity: number) =>
    soldOnline({ inventory_quantity, reserved_inventory_quantity });
  assert.deepEqual([at(10, 3), at(3, 10), at(-2, 0), soldOnline(undefined)], [7, 0, 0, 0]);
});
