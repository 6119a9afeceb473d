import assert from "node:assert/strict";
import { test } from "node:test";
import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { readBatches } from "./row-groups.ts";

const productRules = {
  noun: "product",
  keyColumn: "handle",
  getKey: ({ cells }: CsvRow) => cells[0] ?? "",
  maxRowsPerRecord: 250,
};

/** Generate one row for each handle, with a second cell of this length. */
async function* generateRows(handles: readonly string[], cellLength: number): AsyncGenerator<CsvRow> {
  for (const [index, handle] of handles.entries())
    yield { rowNumber: index + 2, cells: [handle, "x".repeat(cellLength)] };
}

async function listBatchSizes(
  handles: readonly string[],
  cellLength: number,
  lastProcessedRow = 1,
): Promise<number[]> {
  const sizes: number[] = [];
  for await (const batch of readBatches(productRules, generateRows(handles, cellLength), lastProcessedRow))
    sizes.push(batch.length);
  return sizes;
}

const buildHandles = (count: number): string[] => Array.from({ length: count }, (_, index) => `p-${index}`);

test("an import batch ends after 100 products or about 4 million characters", async () => {
  assert.deepEqual(await listBatchSizes(buildHandles(250), 1), [100, 100, 50]);
  assert.deepEqual(await listBatchSizes(buildHandles(10), 1024 * 1024), [4, 4, 2]);
});

test("a continued import skips a product only if all rows of the product were processed", async () => {
  // Row 1 is the heading. Row 101 has the 100th product, so 150 products remain.
  assert.deepEqual(await listBatchSizes(buildHandles(250), 1, 101), [100, 50]);
  // Row 2 is only the first of the two rows of "a", so both rows are read again.
  assert.deepEqual(await listBatchSizes(["a", "a", "b"], 1, 2), [2]);
});

test("an import with a product of over 32 million characters fails and names the product", async () => {
  const rows = Array.from({ length: 60 }, () => "long-product");
  await assert.rejects(listBatchSizes(rows, 1024 * 1024), (error) => {
    assert.ok(error instanceof FileProblem);
    assert.match(error.message, /"long-product" up to row 33 are larger than 32 MiB/);
    return true;
  });
});
