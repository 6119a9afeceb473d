import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldError, operations } from "@souk/contract";
import { createValidator } from "./validate.ts";

test("the error for each invalid field says what the field accepts (API-4)", () => {
  const validate = createValidator(operations.adjustInventoryLevel.body);
  assert.deepEqual(validate({ variant_id: 1, location_id: 2, adjustment_quantity: 5, unknown: true }), []);
  assert.deepEqual(validate({ variant_id: "1", adjustment_quantity: 1.5 }), [
    fieldError("location_id", "required"),
    fieldError("variant_id", "invalid_type", { types: ["integer"] }),
    fieldError("adjustment_quantity", "invalid_type", { types: ["integer"] }),
  ]);
  assert.deepEqual(validate({ variant_id: 1, location_id: 2, adjustment_quantity: 0 }), [
    fieldError("adjustment_quantity", "not_allowed", { forbidden: [0] }),
  ]);
});

test("a value that matches no alternative of a union gets one error", () => {
  const validate = createValidator(operations.updateVariants.body);
  assert.deepEqual(validate({ variants: [{ id: 4, price: {} }] }), [
    fieldError("variants.0.price", "invalid_type", { types: ["string", "number"] }),
  ]);
});

test("the error for an invalid value of a nullable enum lists the values and null", () => {
  const fields = createValidator(operations.createCustomer.body)({ gender: "woman" });
  assert.deepEqual(fields, [
    fieldError("gender", "not_allowed", { allowed: ["male", "female", "other", null] }),
  ]);
});

test("the error for a union states the limit of the alternative that has the value's type", () => {
  const validate = createValidator(operations.updateVariants.body);
  const fieldErrors = validate({
    variants: [
      { id: 4, price: "9".repeat(41) },
      { id: 5, price: -1 },
    ],
  });
  assert.deepEqual(fieldErrors, [
    fieldError("variants.0.price", "too_long", { max: 40, unit: "characters" }),
    fieldError("variants.1.price", "out_of_range", { min: 0 }),
  ]);
});

test("a body that is not an object is rejected", () => {
  const validate = createValidator(operations.createWebhook.body);
  for (const body of [null, [], "x", 3]) assert.equal(validate(body).length > 0, true);
});

test("a value beyond a limit gets an error whose code and params name the limit", () => {
  const validateLevel = createValidator(operations.setInventoryLevel.body);
  assert.deepEqual(
    validateLevel({ variant_id: 0, location_id: 1, quantity: 3_000_000_000, reason: "x".repeat(256) }),
    [
      fieldError("variant_id", "out_of_range", { min: 1 }),
      fieldError("quantity", "out_of_range", { min: 0, max: 2_000_000_000 }),
      fieldError("reason", "too_long", { max: 255, unit: "characters" }),
    ],
  );
  const validateWebhook = createValidator(operations.createWebhook.body);
  assert.deepEqual(validateWebhook({ topic: "", url: "https://a.test" }), [fieldError("topic", "required")]);
  const validateVariants = createValidator(operations.updateVariants.body);
  assert.deepEqual(validateVariants({ variants: [] }), [fieldError("variants", "too_few", { min: 1 })]);
});

test("a limit of 255 characters counts Unicode characters, not bytes or code units", () => {
  const validateWebhook = createValidator(operations.createWebhook.body);
  assert.deepEqual(validateWebhook({ topic: "\u{1f600}".repeat(255), url: "https://a.test" }), []);
  assert.equal(validateWebhook({ topic: "e\u0301".repeat(128), url: "https://a.test" }).length, 1);
});
