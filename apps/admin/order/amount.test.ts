import assert from "node:assert/strict";
import { test } from "node:test";
import { addAmounts, subtractAmounts } from "./amount.ts";

test("subtracting amounts is exact, and the result is never below 0", () => {
  assert.equal(subtractAmounts("90.00", ["0.10", "0.20"]), "89.70");
  assert.equal(subtractAmounts("1500", []), "1500");
  assert.equal(subtractAmounts("1500", ["1500"]), "0");
  assert.equal(subtractAmounts("1.500", ["1.495"]), "0.005");
  assert.equal(subtractAmounts("20.00", ["30.00"]), "0.00");
  assert.equal(subtractAmounts("123456789012345.67", ["0.01"]), "123456789012345.66");
});

test("amounts are added exactly", () => {
  assert.equal(addAmounts(["0.10", "0.20"]), "0.30");
  assert.equal(addAmounts(["1500"]), "1500");
  assert.equal(addAmounts(["1.5", "0.005"]), "1.505");
  assert.equal(addAmounts([]), "0");
});
