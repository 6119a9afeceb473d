import assert from "node:assert/strict";
import { test } from "node:test";
import { FileProblem } from "../csv/file-problem.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { portionsOf } from "./row-groups.ts";

const products = {
  noun: "product",
  keyColumn: "handle",
  keyOf: ({ cells }: CsvRow) => cells[0] ?? "",
  mostRows: 250,
};

/** Rows of these handles, with a cell of so many characters in each. */
async function* rowsOf(handles: readonly string[], length: number): AsyncGenerator<CsvRow> {
  for (const [at, handle] of handles.entries()) yield { row: at + 2, cells: [handle, "x".repeat(length)] };
}

async function sizesOf(handles: readonly string[], length: number, after = 1): Promise<number[]> {
  const sizes: number[] = [];
  for await (const portion of portionsOf(products, rowsOf(handles, length), after))
    sizes.push(portion.length);
  return sizes;
}

const handlesOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `p-${at}`);

test("a portion ends with its hundredth product, or when its rows have 4 Mi characters", async () => {
  assert.deepEqual(await sizesOf(handlesOf(250), 1), [100, 100, 50]);
  assert.deepEqual(await sizesOf(handlesOf(10), 1024 * 1024), [4, 4, 2]);
});

test("what was worked on already is left out, a product whose rows were only begun is not", async () => {
  assert.deepEqual(await sizesOf(handlesOf(250), 1, 101), [100, 50]);
  assert.deepEqual(await sizesOf(["a", "a", "b"], 1, 2), [2]);
});

test("a product whose rows would fill the memory fails the file, and is named with its row", async () => {
  const rows = Array.from({ length: 60 }, () => "deep");
  await assert.rejects(sizesOf(rows, 1024 * 1024), (error) => {
    assert.ok(error instanceof FileProblem);
    assert.match(error.message, /"deep" up to row 33 hold more than 32 MiB/);
    return true;
  });
});
