import assert from "node:assert/strict";
import { test } from "node:test";
import { formatNumber } from "../i18n/format-number.ts";
import { formatMoney } from "./format.ts";

test("an amount keeps its decimal places and has at least those of its currency", () => {
  assert.equal(formatMoney("91250.50", "MYR").replaceAll("\u00a0", " "), "MYR 91,250.50");
  assert.equal(formatMoney("1500", "JPY").replaceAll("\u00a0", " "), "JPY 1,500");
  assert.equal(formatMoney("1.500", "KWD").replaceAll("\u00a0", " "), "KWD 1.500");
  assert.equal(formatMoney("100000", "USD").replaceAll("\u00a0", " "), "USD 100,000.00");
  assert.equal(formatMoney("12.5", "USD").replaceAll("\u00a0", " "), "USD 12.50");
  assert.equal(formatMoney("12.50", "ringgit"), "ringgit 12.50");
});

test("a number is formatted with thousands separators", () => {
  assert.equal(formatNumber(1_284_000), "1,284,000");
});
