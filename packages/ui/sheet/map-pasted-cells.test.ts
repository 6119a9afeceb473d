import assert from "node:assert/strict";
import { test } from "node:test";
import { mapPastedCells } from "./map-pasted-cells.ts";

const places = { rows: [1, 2, 3], columns: ["price", "sku", "barcode"] };

test("text copied from a spreadsheet fills the cells from the focused one on", () => {
  assert.deepEqual(mapPastedCells("A\t1\nB\t2\n", { row: 2, column: "sku" }, places), [
    { row: 2, column: "sku", text: "A" },
    { row: 2, column: "barcode", text: "1" },
    { row: 3, column: "sku", text: "B" },
    { row: 3, column: "barcode", text: "2" },
  ]);
});

test("cells beyond the last row or column are dropped", () => {
  assert.deepEqual(mapPastedCells("x\ty\r\nz", { row: 3, column: "barcode" }, places), [
    { row: 3, column: "barcode", text: "x" },
  ]);
});

test("a single text is pasted as usual", () => {
  assert.equal(mapPastedCells("just words", { row: 1, column: "sku" }, places), null);
});
