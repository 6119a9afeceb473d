import assert from "node:assert/strict";
import { test } from "node:test";
import { mapPastedCells } from "./map-pasted-cells.ts";

const sheet = { rows: [1, 2, 3], columns: ["price", "sku", "barcode"] };

test("text from a spreadsheet is mapped to the focused cell and the cells to its right and below", () => {
  assert.deepEqual(mapPastedCells("A\t1\nB\t2\n", { row: 2, column: "sku" }, sheet), [
    { row: 2, column: "sku", text: "A" },
    { row: 2, column: "barcode", text: "1" },
    { row: 3, column: "sku", text: "B" },
    { row: 3, column: "barcode", text: "2" },
  ]);
});

test("pasted cells beyond the last row or column are dropped", () => {
  assert.deepEqual(mapPastedCells("x\ty\r\nz", { row: 3, column: "barcode" }, sheet), [
    { row: 3, column: "barcode", text: "x" },
  ]);
});

test("text without tabs or line breaks is not mapped to cells", () => {
  assert.equal(mapPastedCells("plain text", { row: 1, column: "sku" }, sheet), null);
});

test("pasted cells are not mapped if the focused cell is a switch instead of a text input", () => {
  assert.equal(mapPastedCells("A\t1\nB\t2\n", { row: 2, column: "is_enabled" }, sheet), null);
});
