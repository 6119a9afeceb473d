import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Available,
  chooseLocations,
  type Demand,
  type Place,
  rankLocations,
} from "./choose-locations.ts";

const place = (id: number, more: Partial<Place> = {}): Place => ({
  id,
  is_primary: false,
  country_code: "MY",
  province_code: "",
  latitude: null,
  longitude: null,
  ...more,
});

const ranking = (places: readonly Place[], to: Parameters<typeof rankLocations>[1]) =>
  rankLocations(places, to).map(({ id }) => id);

test("locations are ranked by distance, then province, country, the primary one and their ids", () => {
  const places = [
    place(1, { country_code: "SG" }),
    place(2, { is_primary: true }),
    place(3),
    place(4, { province_code: "MY-08" }),
    place(5, { country_code: "JP", latitude: 35.7, longitude: 139.7 }),
    place(6, { latitude: 4.6, longitude: 101.1 }),
  ];
  const ipoh = { country_code: "MY", province_code: "MY-08", latitude: 4.6, longitude: 101.08 };
  assert.deepEqual(ranking(places, ipoh), [6, 5, 4, 2, 3, 1]);
  const noPoint = { ...ipoh, latitude: null, longitude: null };
  assert.deepEqual(ranking(places, noPoint), [4, 2, 3, 6, 1, 5]);
  assert.deepEqual(ranking(places, null), [2, 1, 3, 4, 5, 6]);
});

/** What is there of variants 7 and 8 at locations 1 and 2. */
const stocked =
  (levels: Readonly<Record<string, number>>): Available =>
  (variant, location) =>
    levels[`${variant} ${location}`] ?? null;

const demand = (line: number, variant_id: number | null, quantity: number, is_guarded = true): Demand => ({
  line,
  quantity,
  variant_id,
  is_guarded,
});

const choose = (demands: Demand[], levels: Record<string, number>) => {
  const { allocations, missing } = chooseLocations(demands, [place(1), place(2)], stocked(levels));
  return { taken: allocations.map((one) => [one.line, one.location_id, one.quantity]), missing };
};

test("the first location that has everything sends everything, also what is taken from no stock", () => {
  const demands = [demand(0, 7, 2), demand(1, null, 1), demand(2, 8, 1)];
  assert.deepEqual(choose(demands, { "7 1": 5, "7 2": 2, "8 2": 1 }), {
    taken: [
      [0, 2, 2],
      [1, 2, 1],
      [2, 2, 1],
    ],
    missing: [],
  });
});

test("without one, each line takes what it can from the first, and two lines never take the same unit", () => {
  const demands = [demand(0, 7, 3), demand(1, 7, 2)];
  assert.deepEqual(choose(demands, { "7 1": 4, "7 2": 1 }), {
    taken: [
      [0, 1, 3],
      [1, 1, 1],
      [1, 2, 1],
    ],
    missing: [],
  });
});

test("what nobody has is missing of a guarded line, and owed by the best location that stocks it of another", () => {
  assert.deepEqual(choose([demand(0, 7, 5)], { "7 1": 1, "7 2": 2 }).missing, [{ line: 0, left_over: 3 }]);
  assert.deepEqual(choose([demand(0, 7, 5, false)], { "7 1": -1, "7 2": 2 }), {
    taken: [
      [0, 2, 2],
      [0, 1, 3],
    ],
    missing: [],
  });
  assert.deepEqual(choose([demand(0, 7, 5, false)], {}).taken, [[0, 1, 5]]);
});
