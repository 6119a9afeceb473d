import assert from "node:assert/strict";
import { test } from "node:test";
import { computeUndiscountedShipping } from "./undiscounted-shipping.ts";

test("with free shipping, an order's total is its items less discounts plus undiscounted shipping", () => {
  const discount = { code: "", title: "", amount: "15.00", value: null };
  const freeShipping = { total_shipping: "0.00", discounts: [{ ...discount, type: "shipping" as const }] };
  assert.equal(100 - 15 + Number(computeUndiscountedShipping(freeShipping)), 100);
  assert.equal(computeUndiscountedShipping(freeShipping), "15.00");
  const discountedItems = {
    total_shipping: "15.00",
    discounts: [{ ...discount, type: "fixed_amount" as const }],
  };
  assert.equal(computeUndiscountedShipping(discountedItems), "15.00");
});
