import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMinorUnits, getCurrencyExponent, parseMoney, toMinorUnits } from "./money.ts";

test("an amount is rejected if it has more decimal places than its currency", () => {
  assert.equal(parseMoney("12.50", 2), "12.5");
  assert.equal(parseMoney(12.5, 2), "12.5");
  // Zeros at the end do not count as decimal places.
  assert.equal(parseMoney("12.500", 2), "12.5");
  assert.equal(parseMoney("12.505", 2), null);
  assert.equal(parseMoney("12.5", getCurrencyExponent("JPY")), null);
  assert.equal(parseMoney("12.505", getCurrencyExponent("KWD")), "12.505");
});

test("a value that is not an amount of money is rejected", () => {
  for (const text of ["", "-1", "1,5", "1e3", "0x10", "Infinity", " ", "1.", ".5", "9".repeat(16)]) {
    assert.equal(parseMoney(text, 2), null, text);
  }
  assert.equal(parseMoney(Number.NaN, 2), null);
  assert.equal(parseMoney(1e21, 2), null);
});

test("amounts convert exactly between text and minor units (0, 2 or 3 decimals)", () => {
  const cases: [text: string, decimals: number, units: bigint][] = [
    ["0.00", 2, 0n],
    ["12.05", 2, 1205n],
    ["-0.07", 2, -7n],
    ["1200", 0, 1200n],
    ["1.234", 3, 1234n],
    ["999999999999.99", 2, 99_999_999_999_999n],
  ];
  for (const [text, decimals, units] of cases) {
    assert.equal(toMinorUnits(text, decimals), units);
    assert.equal(formatMinorUnits(units, decimals), text);
  }
  assert.equal(toMinorUnits("12.5", 2), 1250n);
  assert.equal(toMinorUnits("7", 2), 700n);
});
