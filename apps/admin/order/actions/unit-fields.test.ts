import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { buildUnitSpecs, createInitialUnits, listSelectedLines, mapLineErrors } from "./unit-fields.ts";

const lines = [
  { id: 7, name: "Tray", max: 2 },
  { id: 9, name: "Basket", max: 3 },
];

test("a request contains only the order lines with at least one selected unit", () => {
  assert.deepEqual(listSelectedLines(lines, createInitialUnits(lines, "none")), []);
  assert.deepEqual(listSelectedLines(lines, { ...createInitialUnits(lines, "max"), units_7: 0 }), [
    { id: 9, quantity: 3 },
  ]);
});

test("an API error for a line of the request is shown at the quantity field of that order line", () => {
  const fields = [
    { path: "restock_items.0.quantity", message: "must be at most 1" },
    { path: "amount", message: "must be at most 5" },
  ];
  const error = new ApiError(
    422,
    { error: { code: "invalid", message: "The request is invalid.", request_id: "r", fields } },
    new Headers(),
  );
  const mappedError = mapLineErrors(error, "restock_items", [{ id: 9 }]);
  assert.ok(mappedError instanceof ApiError);
  assert.deepEqual(
    mappedError.fields.map(({ path }) => path),
    ["units_9", "amount"],
  );
  assert.equal(mappedError.request_id, "r");
});

test("an API error whose fields are mapped to form fields keeps its code and message", () => {
  const fields = [{ path: "line_items.0.quantity", message: "was already shipped" }];
  const body = { code: "conflict", message: "The order has changed.", request_id: "r", fields };
  const conflict = new ApiError(409, { error: body }, new Headers());
  const mappedError = mapLineErrors(conflict, "line_items", [{ id: 9 }]);
  assert.ok(mappedError instanceof ApiError);
  assert.deepEqual([mappedError.code, mappedError.message], ["conflict", "The order has changed."]);
});

test("an API error without fields isn't changed by mapping it to form fields", () => {
  const rateLimitError = new ApiError(429, {}, new Headers({ "retry-after": "7" }));
  assert.equal(mapLineErrors(rateLimitError, "line_items", []), rateLimitError);
});

test("order lines with the same name get numbered labels", () => {
  const getLabels = (...names: string[]) =>
    buildUnitSpecs(
      names.map((name, id) => ({ id, name, max: 1 })),
      ({ name }) => name,
    ).map(({ label }) => label);
  assert.deepEqual(getLabels("Tray", "Basket"), ["Tray", "Basket"]);
  assert.deepEqual(getLabels("Tray", "Basket", "Tray"), ["Tray (1)", "Basket", "Tray (2)"]);
});
