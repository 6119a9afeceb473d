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

test("an alternative that may be null names the values that are taken", () => {
  const fields = validatorOf(operations.createCustomer.body)({ gender: "woman" });
  assert.deepEqual(fields, [{ path: "gender", message: "must be one of male, female, other or null" }]);
});

test("an alternative whose type fits names its own limit", () => {
  const validate = validatorOf(operations.updateVariants.body);
  const sent = validate({
    variants: [
      { id: 4, price: "9".repeat(41) },
      { id: 5, price: -1 },
    ],
  });
  assert.deepEqual(sent, [
    { path: "variants.0.price", message: "must have at most 40 characters" },
    { path: "variants.1.price", message: "must be at least 0" },
  ]);
});

test("a body that is no object is refused", () => {
  const validate = validatorOf(operations.createWebhook.body);
  for (const body of [null, [], "x", 3]) assert.equal(validate(body).length > 0, true);
});

test("a limit is told in the words of the reference", () => {
  const level = validatorOf(operations.setInventoryLevel.body);
  assert.deepEqual(
    level({ variant_id: 0, location_id: 1, quantity: 3_000_000_000, reason: "x".repeat(256) }),
    [
      { path: "variant_id", message: "must be at least 1" },
      { path: "quantity", message: "must be at most 2000000000" },
      { path: "reason", message: "must have at most 255 characters" },
    ],
  );
  const hook = validatorOf(operations.createWebhook.body);
  assert.deepEqual(hook({ topic: "", url: "https://a.test" }), [
    { path: "topic", message: "must not be empty" },
  ]);
  const variants = validatorOf(operations.updateVariants.body);
  assert.deepEqual(variants({ variants: [] }), [{ path: "variants", message: "must not be empty" }]);
});

test("255 characters are characters, not bytes or halves of surrogate pairs", () => {
  const hook = validatorOf(operations.createWebhook.body);
  assert.deepEqual(hook({ topic: "\u{1f600}".repeat(255), url: "https://a.test" }), []);
  assert.equal(hook({ topic: "e\u0301".repeat(128), url: "https://a.test" }).length, 1);
});
