import assert from "node:assert/strict";
import { test } from "node:test";
import { pastedCells } from "./pasted-cells.ts";

const places = { rows: [1, 2, 3], columns: ["price", "sku", "barcode"] };

test("a block of a spreadsheet is laid over the cells from where it is pasted", () => {
  assert.deepEqual(pastedCells("A\t1\nB\t2\n", { row: 2, column: "sku" }, places), [
    { row: 2, column: "sku", text: "A" },
    { row: 2, column: "barcode", text: "1" },
    { row: 3, column: "sku", text: "B" },
    { row: 3, column: "barcode", text: "2" },
  ]);
});

test("what goes beyond the last row or column is left out", () => {
  assert.deepEqual(pastedCells("x\ty\r\nz", { row: 3, column: "barcode" }, places), [
    { row: 3, column: "barcode", text: "x" },
  ]);
});

test("one text is pasted as usual", () => {
  assert.equal(pastedCells("just words", { row: 1, column: "sku" }, places), null);
});
