import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldProblem } from "@souk/contract";
import { readStock } from "./read-cells.ts";

/** The maximum stock of a variant at a location. */
const maxStock = 2_000_000_000;

function readAll(cells: readonly string[]): { quantities: (number | undefined)[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const quantities = cells.map((cell) =>
    readStock(cell, (problem) => {
      problems.push(problem);
    }),
  );
  return { quantities, problems };
}

test("a cell of stock accepts every quantity that its error message allows, and no other", () => {
  const allowed = readAll([`-${maxStock}`, "-3", " 7 ", "", String(maxStock)]);
  assert.deepEqual(allowed, { quantities: [-maxStock, -3, 7, undefined, maxStock], problems: [] });
  const { quantities, problems } = readAll([`-${maxStock + 1}`, String(maxStock + 1), "1.5", "three"]);
  assert.deepEqual(quantities, Array(4).fill(undefined));
  for (const { code, params } of problems)
    assert.deepEqual([code, params], ["out_of_range", { min: -maxStock, max: maxStock }]);
  assert.equal(problems.length, 4);
});
