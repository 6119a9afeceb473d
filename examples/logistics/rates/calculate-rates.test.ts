import assert from "node:assert/strict";
import { test } from "node:test";
import type { RateRequestBody } from "@souk/app-sdk";
import { calculateRates } from "./calculate-rates.ts";

type RateInput = {
  grams?: number;
  quantity?: number;
  destinationCountry?: string;
  originCountry?: string;
  currency?: string;
  cod?: boolean;
};

function calculatePrices({
  grams = 500,
  quantity = 1,
  destinationCountry = "MY",
  originCountry = "MY",
  currency = "MYR",
  cod = false,
}: RateInput) {
  const parcel = {
    origin: { country_code: originCountry },
    destination: { country_code: destinationCountry },
    currency,
    items: [{ grams, quantity, shipping_required: true }],
  } as unknown as RateRequestBody;
  return calculateRates({ parcel, cod }).map(({ id, shipping_charge, handling_fee }) => [
    id,
    shipping_charge,
    handling_fee,
  ]);
}

test("the price of a parcel rises with every started kilogram and has the decimals of its currency", () => {
  assert.deepEqual(calculatePrices({ grams: 1_001, quantity: 2 }), [
    ["economy", "9.00", "0.00"],
    ["standard", "13.00", "0.00"],
    ["express", "24.00", "0.00"],
  ]);
  assert.deepEqual(calculatePrices({ currency: "IDR" })[0], ["economy", "23400", "0"]);
});

test("a service that cannot ship a parcel abroad or cannot collect cash on delivery gets no rate", () => {
  assert.deepEqual(
    calculatePrices({ destinationCountry: "SG" }).map(([id]) => id),
    ["standard", "express"],
  );
  assert.deepEqual(calculatePrices({ cod: true }), [
    ["economy", "6.00", "3.50"],
    ["standard", "9.00", "3.50"],
  ]);
  assert.deepEqual(calculatePrices({ destinationCountry: "SG", cod: true }), []);
});

test("a parcel that is too heavy, lacks a country or has an unknown currency gets no rates", () => {
  assert.deepEqual(calculatePrices({ destinationCountry: "" }), []);
  assert.deepEqual(calculatePrices({ destinationCountry: "SG", originCountry: "" }), []);
  assert.deepEqual(calculatePrices({ grams: 30_001 }), []);
  assert.deepEqual(calculatePrices({ currency: "XAF" }), []);
});
