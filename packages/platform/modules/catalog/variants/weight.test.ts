import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "@souk/contract";
import { readWeight, type Weight } from "./weight.ts";

const kilo: Weight = { weight: 1000, weight_unit: "g", grams: 1000 };

function read(sent: Partial<Weight>, current = kilo): [Weight, string[]] {
  const faults: FieldError[] = [];
  const weight = readWeight(sent, current, { path: "variants.0.", faults });
  return [weight, faults.map(({ path, message }) => `${path} ${message}`)];
}

test("grams that stay and a unit that changes mean the same weight in the new unit", () => {
  assert.deepEqual(read({ grams: 1000, weight_unit: "kg" }), [
    { weight: 1, weight_unit: "kg", grams: 1000 },
    [],
  ]);
});

test("grams sent as they are change nothing, though their weight is kept with four decimals only", () => {
  const ounce: Weight = { weight: 0.0353, weight_unit: "oz", grams: 1 };
  assert.deepEqual(read({ grams: 1, weight_unit: "oz" }, ounce), [ounce, []]);
});

test("grams that would make more of a unit than a weight has are refused by their name", () => {
  const [, faults] = read({ grams: 1_000_001 });
  assert.deepEqual(faults, ["variants.0.grams are 1000001 g; a weight has at most 1000000 of its unit"]);
  assert.deepEqual(read({ grams: 2_000_000_000, weight_unit: "lb" })[1].length, 1);
});

test("grams of a million kilos are taken in kilos", () => {
  const [weight, faults] = read({ grams: 1_000_000_000, weight_unit: "kg" });
  assert.deepEqual([weight, faults], [{ weight: 1_000_000, weight_unit: "kg", grams: 1_000_000_000 }, []]);
});
