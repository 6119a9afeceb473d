import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./errors.ts";
import { type FieldErrorCode, fieldErrorCodes } from "./field-error-codes.ts";
import { fieldError, formatLabeledMessage, insertFieldPath } from "./field-errors.ts";

test("the message of a field error contains the field's path", () => {
  const errors = [
    fieldError("line_items", "required"),
    fieldError("line_items.0.variant_id", "not_found", { resource: "variant" }),
    fieldError("parent_id", "not_found", { resource: "order_return", of: "order" }),
    fieldError("status", "not_allowed", { allowed: ["open", "closed", "cancelled"] }),
    fieldError("limit", "out_of_range", { min: 1, max: 90 }),
    fieldError("note", "too_long", { max: 255, unit: "characters" }),
    fieldError("", "invalid_type", { types: ["object", "null"] }),
  ].map(insertFieldPath);
  assert.deepEqual(
    errors.map(({ message }) => message),
    [
      "line_items is required.",
      "line_items.0.variant_id does not match a variant in this store.",
      "parent_id does not match an order return of this order.",
      "status must be one of open, closed, cancelled.",
      "limit must be from 1 to 90.",
      "note must have at most 255 characters.",
      "The body must be an object or null.",
    ],
  );
  assert.deepEqual(errors[5]?.params, { max: 255, unit: "characters" });
});

test("the message of an invalid request contains the message of the first field", () => {
  const fields = [fieldError("line_items", "required"), fieldError("status", "required")];
  assert.equal(
    new ApiError("invalid", { fields }).message,
    "The request is invalid: line_items is required.",
  );
  assert.equal(new ApiError("invalid").message, "The request is invalid.");
});

test("a field error has a message template only if its message is not the default message of its code", () => {
  const customError = fieldError(
    "cost",
    "invalid_format",
    { format: "money" },
    "{field} must be an amount of USD.",
  );
  assert.deepEqual(insertFieldPath(customError), {
    path: "cost",
    code: "invalid_format",
    message: "cost must be an amount of USD.",
    template: "{field} must be an amount of USD.",
    params: { format: "money" },
  });
  assert.deepEqual(insertFieldPath(insertFieldPath(customError)), insertFieldPath(customError));
  assert.equal(insertFieldPath(fieldError("title", "required")).template, undefined);
});

test("a form's field errors contain the field's label instead of its path", () => {
  const defaultError = insertFieldPath(fieldError("title", "too_long", { max: 9, unit: "characters" }));
  assert.equal(formatLabeledMessage(defaultError, "Title"), "Title must have at most 9 characters.");
  const errorWithoutPlaceholder = insertFieldPath(
    fieldError("title", "not_unique", { resource: "product" }, "This title is taken."),
  );
  assert.equal(formatLabeledMessage(errorWithoutPlaceholder, "Title"), "This title is taken.");
  const customError = insertFieldPath(
    fieldError("lines.1.cost", "invalid_format", { format: "money" }, "{field} must be an amount of USD."),
  );
  assert.equal(formatLabeledMessage(customError, "Unit cost"), "Unit cost must be an amount of USD.");
  const conflictError = insertFieldPath(
    fieldError("handle", "conflict", {}, "Send either {field} or client_id, not both."),
  );
  assert.equal(formatLabeledMessage(conflictError, "App"), "Send either App or client_id, not both.");
  const unknownError = { path: "title", code: "new_code" as FieldErrorCode, message: "Title is new." };
  assert.equal(formatLabeledMessage(unknownError as typeof defaultError, "Title"), "Title is new.");
});

test("every field error code has a meaning and an action that are sentences", () => {
  for (const [code, { meaning, action }] of Object.entries(fieldErrorCodes)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    for (const text of [meaning, action]) assert.match(text, /^[A-Z].*\.$/, code);
  }
});
