import assert from "node:assert/strict";
import { test } from "node:test";
import { currencyExponent, fromUnits, parseMoney, toUnits } from "./money.ts";

test("an amount may be a string or a number, with no more decimals than the currency has", () => {
  assert.equal(parseMoney("12.50", 2), "12.5");
  assert.equal(parseMoney(12.5, 2), "12.5");
  assert.equal(parseMoney("12.500", 2), "12.5");
  assert.equal(parseMoney("12.505", 2), null);
  assert.equal(parseMoney("12.5", currencyExponent("JPY")), null);
  assert.equal(parseMoney("12.505", currencyExponent("KWD")), "12.505");
});

test("what is no amount is refused", () => {
  for (const text of ["", "-1", "1,5", "1e3", "0x10", "Infinity", " ", "1.", ".5", "9".repeat(16)]) {
    assert.equal(parseMoney(text, 2), null, text);
  }
  assert.equal(parseMoney(Number.NaN, 2), null);
  assert.equal(parseMoney(1e21, 2), null);
});

test("amounts as text and in their smallest unit are the same, with no, two and three decimals", () => {
  const cases: [text: string, decimals: number, units: bigint][] = [
    ["0.00", 2, 0n],
    ["12.05", 2, 1205n],
    ["-0.07", 2, -7n],
    ["1200", 0, 1200n],
    ["1.234", 3, 1234n],
    ["999999999999.99", 2, 99_999_999_999_999n],
  ];
  for (const [text, decimals, units] of cases) {
    assert.equal(toUnits(text, decimals), units);
    assert.equal(fromUnits(units, decimals), text);
  }
  assert.equal(toUnits("12.5", 2), 1250n);
  assert.equal(toUnits("7", 2), 700n);
});
