import assert from "node:assert/strict";
import { test } from "node:test";
import type { RateRequestBody } from "@souk/app-sdk";
import { answerRates } from "./answer-rates.ts";

type Sent = {
  grams?: number;
  quantity?: number;
  country?: string;
  from?: string;
  currency?: string;
  cod?: boolean;
};

function priced({
  grams = 500,
  quantity = 1,
  country = "MY",
  from = "MY",
  currency = "MYR",
  cod = false,
}: Sent) {
  const parcel = {
    origin: { country_code: from },
    destination: { country_code: country },
    currency,
    items: [{ grams, quantity, shipping_required: true }],
  } as unknown as RateRequestBody;
  return answerRates({ parcel, cod }).map(({ id, shipping_charge, handling_fee }) => [
    id,
    shipping_charge,
    handling_fee,
  ]);
}

test("each started kilogram is charged, in the decimals of the parcel's currency", () => {
  assert.deepEqual(priced({ grams: 1_001, quantity: 2 }), [
    ["economy", "9.00", "0.00"],
    ["standard", "13.00", "0.00"],
    ["express", "24.00", "0.00"],
  ]);
  assert.deepEqual(priced({ currency: "IDR" })[0], ["economy", "23400", "0"]);
});

test("international parcels and cash on delivery exclude services without them", () => {
  assert.deepEqual(
    priced({ country: "SG" }).map(([id]) => id),
    ["standard", "express"],
  );
  assert.deepEqual(priced({ cod: true }), [
    ["economy", "6.00", "3.50"],
    ["standard", "9.00", "3.50"],
  ]);
  assert.deepEqual(priced({ country: "SG", cod: true }), []);
});

test("a parcel too heavy, without a country or in an unlisted currency has no price", () => {
  assert.deepEqual(priced({ country: "" }), []);
  assert.deepEqual(priced({ country: "SG", from: "" }), []);
  assert.deepEqual(priced({ grams: 30_001 }), []);
  assert.deepEqual(priced({ currency: "XAF" }), []);
});
