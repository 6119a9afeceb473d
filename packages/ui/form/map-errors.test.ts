import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, NetworkError } from "@souk/client";
import { type FieldError, fieldError, insertFieldPath, operations } from "@souk/contract";
import { buildFieldSpecs } from "./field-spec.ts";
import { mapErrorsToFields } from "./map-errors.ts";
import type { PlainSchema } from "./plain-schema.ts";

const specs = buildFieldSpecs(operations.registerApp.body as PlainSchema, {
  name: { label: "Name" },
  redirection_urls: { label: "Redirection URLs" },
});
const values = { name: "x", redirection_urls: ["", "https://a.example.net/", "https://b.example.net/"] };

function createApiError(fields: FieldError[]): ApiError {
  const error = { code: "invalid", message: "The request is invalid.", request_id: "req_1", fields };
  return new ApiError(422, { error }, new Headers());
}

test("a conflict's message is shown above the form, and its field errors at the fields", () => {
  const fields = [
    fieldError("fulfillments", "conflict"),
    fieldError("name", "not_unique", { resource: "app" }),
  ].map(insertFieldPath);
  const errorBody = {
    code: "conflict",
    message: "Cancel these fulfillments first: 12, 15.",
    request_id: "r",
    fields,
  };
  const error = new ApiError(409, { error: errorBody }, new Headers());
  assert.deepEqual(mapErrorsToFields(error, specs, values), {
    fields: [{ path: "name", message: "Name is already used by another app." }],
    formError: error,
  });
});

test("an error of a list entry is shown at that entry, even if empty entries before it were not sent", () => {
  const error = createApiError(
    [fieldError("redirection_urls.1", "invalid_format", { format: "url" }, "The host is not public.")].map(
      insertFieldPath,
    ),
  );
  assert.deepEqual(mapErrorsToFields(error, specs, values), {
    fields: [{ path: "redirection_urls.2", message: "The host is not public." }],
    formError: null,
  });
});

test("an error message names the field by its label unless the message is custom", () => {
  const error = createApiError(
    [
      fieldError("name", "required"),
      fieldError("name", "not_unique", { resource: "app" }, "This name is taken."),
    ].map(insertFieldPath),
  );
  assert.deepEqual(
    mapErrorsToFields(error, specs, values).fields.map(({ message }) => message),
    ["Name is required.", "This name is taken."],
  );
});

test("an error of a field that the form does not show has an empty path", () => {
  const error = createApiError([
    insertFieldPath(fieldError("partner_id", "not_found", { resource: "partner" })),
  ]);
  assert.deepEqual(mapErrorsToFields(error, specs, values).fields, [
    { path: "", message: "partner_id does not match a partner in this store." },
  ]);
});

test("an error without fields is an error of the whole form", () => {
  const error = new NetworkError(new TypeError("Failed to fetch"));
  assert.deepEqual(mapErrorsToFields(error, specs, values), { fields: [], formError: error });
});
