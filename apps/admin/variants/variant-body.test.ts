import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/client";
import { buildVariantBodies, buildVariantBody, mapErrorsToCells } from "./variant-body.ts";

test("the texts of a variant sheet's cells are converted to the types of the API's fields", () => {
  const cells = new Map([
    ["price", " 12.50 "],
    ["compare_at_price", ""],
    ["inventory_quantity", "7"],
    ["is_enabled", "false"],
    ["image_id", "3"],
    ["unknown", "x"],
  ]);
  assert.deepEqual(buildVariantBody(cells), {
    price: "12.50",
    compare_at_price: null,
    inventory_quantity: 7,
    is_enabled: false,
    image_id: 3,
  });
});

test("only variants with changed cells are sent when a variant sheet is saved", () => {
  const changes = new Map([[5, new Map([["sku", "A"]])]]);
  assert.deepEqual(buildVariantBodies(changes, [4, 5, 6]), [{ id: 5, sku: "A" }]);
});

const createFieldError = (path: string) =>
  new ApiError(
    422,
    { error: { code: "invalid", message: "", request_id: "r", fields: [{ path, message: "is wrong" }] } },
    new Headers(),
  );

test("API errors are mapped to cells of the variant sheet, or to null if an error belongs to no cell", () => {
  const columns = ["price", "sku"];
  assert.deepEqual(mapErrorsToCells(createFieldError("variants.1.sku"), [8, 9], columns), [
    { row: 9, column: "sku", text: "is wrong" },
  ]);
  assert.equal(mapErrorsToCells(createFieldError("variants.7.sku"), [8, 9], columns), null);
  assert.equal(mapErrorsToCells(createFieldError("variants"), [8, 9], columns), null);
  assert.equal(mapErrorsToCells(new Error("no response"), [8], columns), null);
});
