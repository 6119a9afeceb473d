import assert from "node:assert/strict";
import { test } from "node:test";
import { buildVariantColumns } from "../../variants/variant-columns.ts";
import { buildNewVariantBodies, buildVariantRows, findNewVariantErrors, singleRow } from "./variant-rows.ts";

const columns = buildVariantColumns(["price", "sku", "inventory_quantity"], "MYR");
const sizeOption = { name: "Size", values: ["S", "M"] };
/** The edited cells by row and column. The row "" is the single row that is shown before options are added. */
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

test("values entered before options are added prefill the new product's variants, except the SKU", () => {
  assert.deepEqual([singleRow.key, singleRow.price, buildVariantRows([], changes)], ["", "", []]);
  assert.deepEqual(
    buildVariantRows([sizeOption], changes).map(({ key, price, sku }) => [key, price, sku]),
    [
      ["S", "12", ""],
      ["M", "12", ""],
    ],
  );
});

test("each new variant is sent with its option values and the values of all of its cells", () => {
  const rows = buildVariantRows([sizeOption], changes);
  assert.deepEqual(buildNewVariantBodies(rows, { columns, changes }, [sizeOption]), [
    { price: "12", sku: "", inventory_quantity: 0, options: [{ name: "Size", value: "S" }] },
    { price: "14.50", sku: "", inventory_quantity: 5, options: [{ name: "Size", value: "M" }] },
  ]);
  const singleBodies = buildNewVariantBodies([singleRow], { columns, changes }, []);
  assert.deepEqual(singleBodies, [{ price: "12", sku: "TEE", inventory_quantity: 0 }]);
});

test("a new variant's missing price is an error even if its price cell was never edited", () => {
  const errors = findNewVariantErrors(buildVariantRows([sizeOption], new Map()), {
    columns,
    changes: new Map(),
  });
  assert.deepEqual(
    errors.map(({ row, column }) => [row, column]),
    [
      ["S", "price"],
      ["M", "price"],
    ],
  );
});
