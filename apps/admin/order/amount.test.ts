import assert from "node:assert/strict";
import { test } from "node:test";
import { amountLeft, amountSum } from "./amount.ts";

test("the remainder of an amount is exact, and never below 0", () => {
  assert.equal(amountLeft("90.00", ["0.10", "0.20"]), "89.70");
  assert.equal(amountLeft("1500", []), "1500");
  assert.equal(amountLeft("1500", ["1500"]), "0");
  assert.equal(amountLeft("1.500", ["1.495"]), "0.005");
  assert.equal(amountLeft("20.00", ["30.00"]), "0.00");
  assert.equal(amountLeft("123456789012345.67", ["0.01"]), "123456789012345.66");
});

test("amounts are added exactly", () => {
  assert.equal(amountSum(["0.10", "0.20"]), "0.30");
  assert.equal(amountSum(["1500"]), "1500");
  assert.equal(amountSum(["1.5", "0.005"]), "1.505");
  assert.equal(amountSum([]), "0");
});
