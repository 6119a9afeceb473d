import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { chosenUnits, fillUnits, overUnits, unitFields } from "./unit-fields.ts";

const lines = [
  { id: 7, name: "Tray", max: 2 },
  { id: 9, name: "Basket", max: 3 },
];

test("only lines with selected units are sent", () => {
  assert.deepEqual(chosenUnits(lines, fillUnits(lines, false)), []);
  assert.deepEqual(chosenUnits(lines, { ...fillUnits(lines, true), units_7: 0 }), [{ id: 9, quantity: 3 }]);
});

test("a field error of a sent line is shown at that line's units", () => {
  const fields = [
    { path: "restock_items.0.quantity", message: "must be at most 1" },
    { path: "amount", message: "must be at most 5" },
  ];
  const error = new ApiError(
    422,
    { error: { code: "invalid", message: "Refused.", request_id: "r", fields } },
    new Headers(),
  );
  const placed = overUnits(error, "restock_items", [{ id: 9 }]);
  assert.ok(placed instanceof ApiError);
  assert.deepEqual(
    placed.fields.map(({ path }) => path),
    ["units_9", "amount"],
  );
  assert.equal(placed.request_id, "r");
});

test("a conflict keeps its message, and an error outside the lines stays as it is", () => {
  const fields = [{ path: "line_items.0.quantity", message: "is sent already" }];
  const shape = { code: "conflict", message: "It was sent meanwhile.", request_id: "r", fields };
  const placed = overUnits(new ApiError(409, { error: shape }, new Headers()), "line_items", [{ id: 9 }]);
  assert.ok(placed instanceof ApiError);
  assert.deepEqual([placed.code, placed.message], ["conflict", "It was sent meanwhile."]);
  const limited = new ApiError(429, {}, new Headers({ "retry-after": "7" }));
  assert.equal(overUnits(limited, "line_items", []), limited);
});

test("fields of lines with the same name are distinguishable", () => {
  const getLabels = (...names: string[]) =>
    unitFields(
      names.map((name, id) => ({ id, name, max: 1 })),
      ({ name }) => name,
    ).map(({ label }) => label);
  assert.deepEqual(getLabels("Tray", "Basket"), ["Tray", "Basket"]);
  assert.deepEqual(getLabels("Tray", "Basket", "Tray"), ["Tray (1)", "Basket", "Tray (2)"]);
});
