import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./errors.ts";
import { type FieldErrorCode, fieldErrorCodes } from "./field-error-codes.ts";
import { fieldError, formatLabeledMessage, namedFieldError } from "./field-errors.ts";

test("a field error's sentence names the field by its path and carries its params", () => {
  const errors = [
    fieldError("line_items", "required"),
    fieldError("line_items.0.variant_id", "not_found", { resource: "variant" }),
    fieldError("parent_id", "not_found", { resource: "order_return", of: "order" }),
    fieldError("status", "not_allowed", { allowed: ["open", "closed", "cancelled"] }),
    fieldError("limit", "out_of_range", { min: 1, max: 90 }),
    fieldError("note", "too_long", { max: 255, unit: "characters" }),
    fieldError("", "invalid_type", { types: ["object", "null"] }),
  ].map(namedFieldError);
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

test("an invalid request has the message of its first field", () => {
  const fields = [fieldError("line_items", "required"), fieldError("status", "required")];
  assert.equal(
    new ApiError("invalid", { fields }).message,
    "The request is invalid: line_items is required.",
  );
  assert.equal(new ApiError("invalid").message, "The request is invalid.");
});

test("only a sentence that is not its code's own is sent with its template", () => {
  const own = fieldError("cost", "invalid_format", { format: "money" }, "{field} must be an amount of USD.");
  assert.deepEqual(namedFieldError(own), {
    path: "cost",
    code: "invalid_format",
    message: "cost must be an amount of USD.",
    template: "{field} must be an amount of USD.",
    params: { format: "money" },
  });
  assert.deepEqual(namedFieldError(namedFieldError(own)), namedFieldError(own));
  assert.equal(namedFieldError(fieldError("title", "required")).template, undefined);
});

test("a form names the field by its label, whatever words the sentence begins with", () => {
  const plain = namedFieldError(fieldError("title", "too_long", { max: 9, unit: "characters" }));
  assert.equal(formatLabeledMessage(plain, "Title"), "Title must have at most 9 characters.");
  const own = namedFieldError(
    fieldError("title", "not_unique", { resource: "product" }, "This title is taken."),
  );
  assert.equal(formatLabeledMessage(own, "Title"), "This title is taken.");
  const exact = namedFieldError(
    fieldError("lines.1.cost", "invalid_format", { format: "money" }, "{field} must be an amount of USD."),
  );
  assert.equal(formatLabeledMessage(exact, "Unit cost"), "Unit cost must be an amount of USD.");
  const within = namedFieldError(
    fieldError("handle", "conflict", {}, "Send either {field} or client_id, not both."),
  );
  assert.equal(formatLabeledMessage(within, "App"), "Send either App or client_id, not both.");
  const later = { path: "title", code: "of_a_later_version" as FieldErrorCode, message: "It is odd." };
  assert.equal(formatLabeledMessage(later as typeof plain, "Title"), "It is odd.");
});

test("every code of the list has its meaning, its params and an action", () => {
  for (const [code, { meaning, action }] of Object.entries(fieldErrorCodes)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    for (const text of [meaning, action]) assert.match(text, /^[A-Z].*\.$/, code);
  }
});
