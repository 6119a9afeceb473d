import assert from "node:assert/strict";
import { test } from "node:test";
import { currencyExponent, parseMoney } from "./money.ts";

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
