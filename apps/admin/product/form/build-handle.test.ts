import assert from "node:assert/strict";
import { test } from "node:test";
import { buildHandle } from "./build-handle.ts";

test("a product's handle is made of the Latin letters and digits of its title, as the API makes it", () => {
  assert.equal(buildHandle("  Crème Brûlée, 2 × 100 g! "), "creme-brulee-2-100-g");
  assert.deepEqual(["甘い", "5", "a".repeat(62).concat(" b")].map(buildHandle), [
    "product",
    "product-5",
    "a".repeat(62),
  ]);
});
