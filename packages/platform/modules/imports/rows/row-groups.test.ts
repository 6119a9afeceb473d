import assert from "node:assert/strict";
import { test } from "node:test";
import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { readPortions } from "./row-groups.ts";

const products = {
  noun: "product",
  keyColumn: "handle",
  getKey: ({ cells }: CsvRow) => cells[0] ?? "",
  maxRows: 250,
};

/** Generate rows of these handles, each with a cell of this many characters. */
async function* generateRows(handles: readonly string[], length: number): AsyncGenerator<CsvRow> {
  for (const [at, handle] of handles.entries()) yield { row: at + 2, cells: [handle, "x".repeat(length)] };
}

async function listPortionSizes(handles: readonly string[], length: number, after = 1): Promise<number[]> {
  const sizes: number[] = [];
  for await (const portion of readPortions(products, generateRows(handles, length), after))
    sizes.push(portion.length);
  return sizes;
}

const buildHandles = (count: number): string[] => Array.from({ length: count }, (_, index) => `p-${index}`);

test("a portion ends with its hundredth product, or when its rows have 4 Mi characters", async () => {
  assert.deepEqual(await listPortionSizes(buildHandles(250), 1), [100, 100, 50]);
  assert.deepEqual(await listPortionSizes(buildHandles(10), 1024 * 1024), [4, 4, 2]);
});

test("finished products are skipped, and partly processed ones are not", async () => {
  assert.deepEqual(await listPortionSizes(buildHandles(250), 1, 101), [100, 50]);
  assert.deepEqual(await listPortionSizes(["a", "a", "b"], 1, 2), [2]);
});

test("a product whose rows would fill the memory fails the file and is named", async () => {
  const rows = Array.from({ length: 60 }, () => "deep");
  await assert.rejects(listPortionSizes(rows, 1024 * 1024), (error) => {
    assert.ok(error instanceof FileProblem);
    assert.match(error.message, /"deep" up to row 33 have more than 32 MiB/);
    return true;
  });
});
