import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AvailableLookup,
  type CandidateLocation,
  chooseLocations,
  type Demand,
  rankLocations,
} from "./choose-locations.ts";

const createLocation = (id: number, fields: Partial<CandidateLocation> = {}): CandidateLocation => ({
  id,
  is_primary: false,
  country_code: "MY",
  province_code: "",
  latitude: null,
  longitude: null,
  ...fields,
});

const listRankedIds = (
  locations: readonly CandidateLocation[],
  destination: Parameters<typeof rankLocations>[1],
) => rankLocations(locations, destination).map(({ id }) => id);

test("locations are ranked by distance, province, country, primary location and id", () => {
  const locations = [
    createLocation(1, { country_code: "SG" }),
    createLocation(2, { is_primary: true }),
    createLocation(3),
    createLocation(4, { province_code: "MY-08" }),
    createLocation(5, { country_code: "JP", latitude: 35.7, longitude: 139.7 }),
    createLocation(6, { latitude: 4.6, longitude: 101.1 }),
  ];
  const ipoh = { country_code: "MY", province_code: "MY-08", latitude: 4.6, longitude: 101.08 };
  assert.deepEqual(listRankedIds(locations, ipoh), [6, 5, 4, 2, 3, 1]);
  const withoutCoordinates = { ...ipoh, latitude: null, longitude: null };
  assert.deepEqual(listRankedIds(locations, withoutCoordinates), [4, 2, 3, 6, 1, 5]);
  assert.deepEqual(listRankedIds(locations, null), [2, 1, 3, 4, 5, 6]);
});

/** Create a lookup of available units. A key of `levels` is the variant id, a space and the location id. */
const createLookup =
  (levels: Readonly<Record<string, number>>): AvailableLookup =>
  (variant, location) =>
    levels[`${variant} ${location}`] ?? null;

const createDemand = (
  line_index: number,
  variant_id: number | null,
  quantity: number,
  cannot_oversell = true,
): Demand => ({
  line_index,
  quantity,
  variant_id,
  cannot_oversell,
});

const chooseForDemands = (demands: Demand[], levels: Record<string, number>) => {
  const { allocations, shortages } = chooseLocations(
    demands,
    [createLocation(1), createLocation(2)],
    createLookup(levels),
  );
  return {
    // Each allocation as line index, location id, quantity.
    allocations: allocations.map(({ line_index, location_id, quantity }) => [
      line_index,
      location_id,
      quantity,
    ]),
    shortages,
  };
};

test("the best location that has all units ships the whole order, including lines that use no stock", () => {
  const demands = [createDemand(0, 7, 2), createDemand(1, null, 1), createDemand(2, 8, 1)];
  assert.deepEqual(chooseForDemands(demands, { "7 1": 5, "7 2": 2, "8 2": 1 }), {
    allocations: [
      [0, 2, 2],
      [1, 2, 1],
      [2, 2, 1],
    ],
    shortages: [],
  });
});

test("if no location has all units, each line is allocated to locations by their rank", () => {
  const demands = [createDemand(0, 7, 3), createDemand(1, 7, 2)];
  assert.deepEqual(chooseForDemands(demands, { "7 1": 4, "7 2": 1 }), {
    allocations: [
      [0, 1, 3],
      [1, 1, 1],
      [1, 2, 1],
    ],
    shortages: [],
  });
});

test("units beyond the stock are a shortage under policy `deny` and oversold otherwise", () => {
  assert.deepEqual(chooseForDemands([createDemand(0, 7, 5)], { "7 1": 1, "7 2": 2 }).shortages, [
    { line_index: 0, available: 3 },
  ]);
  assert.deepEqual(chooseForDemands([createDemand(0, 7, 5, false)], { "7 1": -1, "7 2": 2 }), {
    allocations: [
      [0, 2, 2],
      [0, 1, 3],
    ],
    shortages: [],
  });
  assert.deepEqual(chooseForDemands([createDemand(0, 7, 5, false)], {}).allocations, [[0, 1, 5]]);
});
