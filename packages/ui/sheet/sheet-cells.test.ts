import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, countCells, noCells, onRows, withCells, withoutRows } from "./sheet-cells.ts";

test("a changed cell leaves the other rows as they are, so that only its own row is drawn again", () => {
  const before = cellsOf([
    { row: 1, column: "price", text: "2" },
    { row: 2, column: "price", text: "3" },
  ]);
  const after = withCells(before, [{ row: 1, column: "sku", text: "A" }]);
  assert.equal(after.get(2), before.get(2));
  assert.deepEqual(
    [...(after.get(1) ?? [])],
    [
      ["price", "2"],
      ["sku", "A"],
    ],
  );
  assert.equal(before.get(1)?.size, 1);
});

test("a row whose last change is taken back is not changed any more", () => {
  const cells = cellsOf([{ row: "a", column: "sku", text: "A" }]);
  const after = withCells(cells, [{ row: "a", column: "sku", text: undefined }]);
  assert.equal(after.size, 0);
  assert.equal(withCells(noCells, [{ row: 9, column: "sku", text: undefined }]).size, 0);
});

test("cells are counted over all rows, and rows that were saved are left out", () => {
  const cells = cellsOf([
    { row: 1, column: "price", text: "2" },
    { row: 1, column: "sku", text: "A" },
    { row: 2, column: "sku", text: "B" },
  ]);
  assert.equal(countCells(cells), 3);
  assert.deepEqual([...withoutRows(cells, [1]).keys()], [2]);
});

test("what was written into a row that is gone does not count while it is gone", () => {
  const cells = cellsOf([
    { row: "S", column: "sku", text: "A" },
    { row: "M", column: "sku", text: "B" },
  ]);
  assert.deepEqual([...onRows(cells, ["M", "L"]).keys()], ["M"]);
  assert.equal(onRows(cells, ["S", "M"]), cells);
});
