import assert from "node:assert/strict";
import { test } from "node:test";
import { fullShipping } from "./full-shipping.ts";

test("items less discounts plus the shown shipping equal the total, also if it is free", () => {
  const discount = { code: "", title: "", amount: "15.00", value: null };
  const free = { total_shipping: "0.00", discounts: [{ ...discount, type: "shipping" as const }] };
  assert.equal(100 - 15 + Number(fullShipping(free)), 100);
  assert.equal(fullShipping(free), "15.00");
  const off = { total_shipping: "15.00", discounts: [{ ...discount, type: "fixed_amount" as const }] };
  assert.equal(fullShipping(off), "15.00");
});
