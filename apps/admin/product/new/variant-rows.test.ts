import assert from "node:assert/strict";
import { test } from "node:test";
import { variantColumns } from "../../variants/variant-columns.ts";
import { findNewVariantErrors, newVariantBodies, onlyRow, variantRows } from "./variant-rows.ts";

const columns = variantColumns(["price", "sku", "inventory_quantity"], "MYR");
const size = { name: "Size", values: ["S", "M"] };
const changes = new Map([
  [
    "",
    new Map([
      ["price", "12"],
      ["sku", "TEE"],
    ]),
  ],
  [
    "M",
    new Map([
      ["price", "14.50"],
      ["inventory_quantity", "5"],
    ]),
  ],
]);

test("a product without options has one row that prefills its variants, except the SKU", () => {
  assert.deepEqual([onlyRow.key, onlyRow.price, variantRows([], changes)], ["", "", []]);
  assert.deepEqual(
    variantRows([size], changes).map(({ key, price, sku }) => [key, price, sku]),
    [
      ["S", "12", ""],
      ["M", "12", ""],
    ],
  );
});

test("each variant is sent with its values and all of its cells", () => {
  const rows = variantRows([size], changes);
  assert.deepEqual(newVariantBodies(rows, { columns, changes }, [size]), [
    { price: "12", sku: "", inventory_quantity: 0, options: [{ name: "Size", value: "S" }] },
    { price: "14.50", sku: "", inventory_quantity: 5, options: [{ name: "Size", value: "M" }] },
  ]);
  const only = newVariantBodies([onlyRow], { columns, changes }, []);
  assert.deepEqual(only, [{ price: "12", sku: "TEE", inventory_quantity: 0 }]);
});

test("a variant without a price is reported at its cell, also when it was never edited", () => {
  const errors = findNewVariantErrors(variantRows([size], new Map()), { columns, changes: new Map() });
  assert.deepEqual(
    errors.map(({ row, column }) => [row, column]),
    [
      ["S", "price"],
      ["M", "price"],
    ],
  );
});
