import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMoney, formatNumber } from "./format.ts";

test("an amount keeps the decimals that the platform wrote, with its currency", () => {
  assert.equal(formatMoney("91250.50", "MYR").replaceAll("\u00a0", " "), "MYR 91,250.50");
  assert.equal(formatMoney("1500", "JPY").replaceAll("\u00a0", " "), "JPY 1,500");
  assert.equal(formatMoney("1.500", "KWD").replaceAll("\u00a0", " "), "KWD 1.500");
  assert.equal(formatMoney("12.50", "ringgit"), "ringgit 12.50");
});

test("thousands stand apart", () => {
  assert.equal(formatNumber(1_284_000), "1,284,000");
});
