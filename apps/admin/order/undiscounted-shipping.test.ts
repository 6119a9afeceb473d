import assert from "node:assert/strict";
import { test } from "node:test";
import { computeUndiscountedShipping } from "./undiscounted-shipping.ts";

test("an order's undiscounted shipping is its shipping cost before the discounts on shipping are subtracted", () => {
  const discount = { code: "", title: "", amount: "15.00", value: null };
  const freeShipping = { total_shipping: "0.00", discounts: [{ ...discount, type: "shipping" as const }] };
  // The items cost 100.00, and a discount of 15.00 makes the shipping free. The page computes the order's total as the items
  // minus the discount plus the undiscounted shipping.
  assert.equal(100 - 15 + Number(computeUndiscountedShipping(freeShipping)), 100);
  assert.equal(computeUndiscountedShipping(freeShipping), "15.00");
  const discountedItems = {
    total_shipping: "15.00",
    discounts: [{ ...discount, type: "fixed_amount" as const }],
  };
  assert.equal(computeUndiscountedShipping(discountedItems), "15.00");
});
