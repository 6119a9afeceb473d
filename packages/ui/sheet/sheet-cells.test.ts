import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildSheetCells,
  countCells,
  emptyCells,
  filterRows,
  removeRows,
  replaceCells,
} from "./sheet-cells.ts";

test("a changed sheet cell is added to a copy of its row's changes, and other rows are reused", () => {
  const before = buildSheetCells([
    { row: 1, column: "price", text: "2" },
    { row: 2, column: "price", text: "3" },
  ]);
  const after = replaceCells(before, [{ row: 1, column: "sku", text: "A" }]);
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

test("a sheet row whose last change is undone counts as unchanged", () => {
  const cells = buildSheetCells([{ row: "a", column: "sku", text: "A" }]);
  const after = replaceCells(cells, [{ row: "a", column: "sku", text: undefined }]);
  assert.equal(after.size, 0);
  assert.equal(replaceCells(emptyCells, [{ row: 9, column: "sku", text: undefined }]).size, 0);
});

const threeCells = buildSheetCells([
  { row: 1, column: "price", text: "2" },
  { row: 1, column: "sku", text: "A" },
  { row: 2, column: "sku", text: "B" },
]);

test("the changed cells of all rows of a sheet are counted", () => {
  assert.equal(countCells(threeCells), 3);
});

test("the changes of a saved sheet row are removed", () => {
  assert.deepEqual([...removeRows(threeCells, [1]).keys()], [2]);
});

test("filtering the changes of a sheet by rows leaves out the changes of other rows", () => {
  const cells = buildSheetCells([
    { row: "S", column: "sku", text: "A" },
    { row: "M", column: "sku", text: "B" },
  ]);
  assert.deepEqual([...filterRows(cells, ["M", "L"]).keys()], ["M"]);
  assert.equal(filterRows(cells, ["S", "M"]), cells);
});
