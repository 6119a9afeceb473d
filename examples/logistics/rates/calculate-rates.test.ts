import assert from "node:assert/strict";
import { test } from "node:test";
import type { RateRequestBody } from "@souk/app-sdk";
import { calculateRates } from "./calculate-rates.ts";

type RateInput = {
  grams?: number;
  quantity?: number;
  country?: string;
  from?: string;
  currency?: string;
  cod?: boolean;
};

function calculatePrices({
  grams = 500,
  quantity = 1,
  country = "MY",
  from = "MY",
  currency = "MYR",
  cod = false,
}: RateInput) {
  const parcel = {
    origin: { country_code: from },
    destination: { country_code: country },
    currency,
    items: [{ grams, quantity, shipping_required: true }],
  } as unknown as RateRequestBody;
  return calculateRates({ parcel, cod }).map(({ id, shipping_charge, handling_fee }) => [
    id,
    shipping_charge,
    handling_fee,
  ]);
}

test("shipping rates charge each started kilogram, with the decimals of their currency", () => {
  assert.deepEqual(calculatePrices({ grams: 1_001, quantity: 2 }), [
    ["economy", "9.00", "0.00"],
    ["standard", "13.00", "0.00"],
    ["express", "24.00", "0.00"],
  ]);
  assert.deepEqual(calculatePrices({ currency: "IDR" })[0], ["economy", "23400", "0"]);
});

test("shipping rates omit services that cannot ship a parcel abroad or collect cash for it", () => {
  assert.deepEqual(
    calculatePrices({ country: "SG" }).map(([id]) => id),
    ["standard", "express"],
  );
  assert.deepEqual(calculatePrices({ cod: true }), [
    ["economy", "6.00", "3.50"],
    ["standard", "9.00", "3.50"],
  ]);
  assert.deepEqual(calculatePrices({ country: "SG", cod: true }), []);
});

test("a parcel that is too heavy or has no country or no known currency gets no rates", () => {
  assert.deepEqual(calculatePrices({ country: "" }), []);
  assert.deepEqual(calculatePrices({ country: "SG", from: "" }), []);
  assert.deepEqual(calculatePrices({ grams: 30_001 }), []);
  assert.deepEqual(calculatePrices({ currency: "XAF" }), []);
});
