import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { operations } from "@souk/contract";
import { fieldSpecs } from "./field-spec.ts";
import { placeRefusals } from "./placed-refusals.ts";
import type { PlainSchema } from "./plain-schema.ts";

const specs = fieldSpecs(operations.registerApp.body as PlainSchema, {
  name: { label: "Name" },
  redirection_urls: { label: "Redirection URLs" },
});
const values = { name: "x", redirection_urls: ["", "https://a.example.net/", "https://b.example.net/"] };

function refused(fields: { path: string; message: string }[]): ApiError {
  const error = { code: "invalid", message: "Some fields are not right.", request_id: "req_1", fields };
  return new ApiError(422, { error }, new Headers());
}

test("a conflict is told by its own sentence, and of its fields only what stands beside one of the form", () => {
  const fields = [
    { path: "fulfillments", message: "12, 15 not cancelled" },
    { path: "name", message: "is taken" },
  ];
  const shape = { code: "conflict", message: "Cancel fulfillment 12, 15 first.", request_id: "r", fields };
  const error = new ApiError(409, { error: shape }, new Headers());
  assert.deepEqual(placeRefusals(error, specs, values), {
    fields: [{ path: "name", message: "Name is taken." }],
    rest: error,
  });
});

test("a refused entry of a list is found among the entries that were not sent", () => {
  const error = refused([{ path: "redirection_urls.1", message: "The host is not public." }]);
  assert.deepEqual(placeRefusals(error, specs, values), {
    fields: [{ path: "redirection_urls.2", message: "The host is not public." }],
    rest: null,
  });
});

test("the end of a sentence gets the field's name in front, a whole sentence stays", () => {
  const error = refused([
    { path: "name", message: "must not be empty" },
    { path: "name", message: "This name is taken." },
  ]);
  assert.deepEqual(
    placeRefusals(error, specs, values).fields.map(({ message }) => message),
    ["Name must not be empty.", "This name is taken."],
  );
});

test("a field that the form does not show is said above it", () => {
  const error = refused([{ path: "partner_id", message: "is unknown" }]);
  assert.deepEqual(placeRefusals(error, specs, values).fields, [
    { path: "", message: "partner_id is unknown." },
  ]);
});

test("an error without fields stays whole", () => {
  const error = new TypeError("Failed to fetch");
  assert.deepEqual(placeRefusals(error, specs, values), { fields: [], rest: error });
});
