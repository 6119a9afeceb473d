import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeClock } from "@souk/testkit";
import { createLastGoodRates } from "./last-good-rates.ts";
import type { ShippingRate } from "./read-rates.ts";

const rateOf = (name: string): ShippingRate[] => [
  {
    store_app_id: `parcel-desk-shipping-${name}`,
    name,
    price: "8.00",
    handling_fee: "0.00",
    courier_name: "",
    courier_url: "",
    remark: "",
    app_handle: "parcel-desk",
  },
];

test("a thousand answers are kept, and the one that was used longest ago goes first", () => {
  const lastGood = createLastGoodRates(fakeClock());
  for (let at = 0; at < 1_000; at++) lastGood.keep(1, `key ${at}`, rateOf(`${at}`));
  assert.equal(lastGood.of(1, "key 0").length, 1);
  lastGood.keep(1, "one more", rateOf("more"));
  assert.deepEqual(
    ["key 0", "key 1", "key 2", "one more"].map((key) => lastGood.of(1, key).length),
    [1, 0, 1, 1],
  );
});

test("a callback that is asked for thousands of parcels pushes out its own answers and no other's", () => {
  const lastGood = createLastGoodRates(fakeClock());
  lastGood.keep(1, "key", rateOf("quiet"));
  for (let at = 0; at < 3_000; at++) lastGood.keep(2, `key ${at}`, rateOf(`${at}`));
  assert.deepEqual(lastGood.of(1, "key"), rateOf("quiet"));
  assert.deepEqual(
    ["key", "key 0", "key 2999"].map((key) => lastGood.of(2, key).length),
    [0, 0, 1],
  );
});

test("an answer is good for 10 minutes from when it was given, however often it is used", () => {
  const clock = fakeClock();
  const lastGood = createLastGoodRates(clock);
  lastGood.keep(1, "key", rateOf("std"));
  clock.advance(599_999);
  assert.deepEqual(lastGood.of(1, "key"), rateOf("std"));
  clock.advance(1);
  assert.deepEqual(lastGood.of(1, "key"), []);
});
