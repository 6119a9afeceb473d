import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "@souk/contract";
import { validatorOf } from "./validate.ts";

test("every wrong field is named with what it takes, and nothing is converted (API-4)", () => {
  const validate = validatorOf(operations.adjustInventoryLevel.body);
  assert.deepEqual(validate({ variant_id: 1, location_id: 2, adjustment_quantity: 5, unknown: true }), []);
  assert.deepEqual(validate({ variant_id: "1", adjustment_quantity: 1.5 }), [
    { path: "location_id", message: "is required" },
    { path: "variant_id", message: "must be a whole number" },
    { path: "adjustment_quantity", message: "must be a whole number" },
  ]);
  assert.deepEqual(validate({ variant_id: 1, location_id: 2, adjustment_quantity: 0 }), [
    { path: "adjustment_quantity", message: "must not be 0" },
  ]);
});

test("an alternative that fits nowhere is one sentence", () => {
  const validate = validatorOf(operations.updateVariants.body);
  assert.deepEqual(validate({ variants: [{ id: 4, price: {} }] }), [
    { path: "variants.0.price", message: "must be a string or a number" },
  ]);
});

test("a body that is no object is refused", () => {
  const validate = validatorOf(operations.createWebhook.body);
  for (const body of [null, [], "x", 3]) assert.equal(validate(body).length > 0, true);
});
