import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createLastGoodRates } from "./last-good-rates.ts";
import type { ShippingRate } from "./read-rates.ts";

const buildRates = (name: string): ShippingRate[] => [
  {
    store_app_id: `parcel-hub-shipping-${name}`,
    name,
    price: "8.00",
    handling_fee: "0.00",
    courier_name: "",
    courier_url: "",
    remark: "",
    app_handle: "parcel-hub",
  },
];

test("beyond 1,000 stored rate responses, the least recently used response is evicted", () => {
  const lastGood = createLastGoodRates(createFakeClock());
  for (let index = 0; index < 1_000; index++) lastGood.set(1, `key ${index}`, buildRates(`${index}`));
  assert.equal(lastGood.get(1, "key 0").length, 1);
  lastGood.set(1, "one more", buildRates("more"));
  assert.deepEqual(
    ["key 0", "key 1", "key 2", "one more"].map((key) => lastGood.get(1, key).length),
    [1, 0, 1, 1],
  );
});

test("a callback with thousands of stored responses evicts only its own responses", () => {
  const lastGood = createLastGoodRates(createFakeClock());
  lastGood.set(1, "key", buildRates("quiet"));
  for (let index = 0; index < 3_000; index++) lastGood.set(2, `key ${index}`, buildRates(`${index}`));
  assert.deepEqual(lastGood.get(1, "key"), buildRates("quiet"));
  assert.deepEqual(
    ["key", "key 0", "key 2999"].map((key) => lastGood.get(2, key).length),
    [0, 0, 1],
  );
});

test("an app's stored rates are valid for 10 minutes, however often they are used", () => {
  const clock = createFakeClock();
  const lastGood = createLastGoodRates(clock);
  lastGood.set(1, "key", buildRates("std"));
  clock.advance(599_999);
  assert.deepEqual(lastGood.get(1, "key"), buildRates("std"));
  clock.advance(1);
  assert.deepEqual(lastGood.get(1, "key"), []);
});
