import assert from "node:assert/strict";
import { test } from "node:test";
import { proofSeed, seededRandom } from "@souk/testkit";
import { allocate, fractionOf, halfUp, sumOf } from "./amounts.ts";

test("a quotient is rounded half up, and a decimal number is read as a fraction", () => {
  assert.deepEqual([halfUp(5n, 2n), halfUp(4n, 3n), halfUp(5n, 3n), halfUp(0n, 7n)], [3n, 1n, 2n, 0n]);
  assert.deepEqual(fractionOf("0.075"), { over: 75n, under: 1000n });
  assert.deepEqual(fractionOf("4"), { over: 4n, under: 1n });
});

test("an amount is divided by weights, and what rounding leaves over goes to the largest", () => {
  const cases: [amount: bigint, weights: bigint[], parts: bigint[]][] = [
    [100n, [50n, 50n], [50n, 50n]],
    [10n, [100n, 100n, 100n], [4n, 3n, 3n]],
    [1n, [10n, 30n], [0n, 1n]],
    [3n, [1n, 1n, 1n], [1n, 1n, 1n]],
    [5n, [0n, 5n], [0n, 5n]],
    [7n, [0n, 0n], [0n, 0n]],
  ];
  for (const [amount, weights, parts] of cases) assert.deepEqual(allocate(amount, weights), parts);
});

test("the parts of an amount always come to it, and none is below 0 or above its weight", () => {
  const random = seededRandom(proofSeed());
  const below = (bound: number) => BigInt(Math.floor(random() * bound));
  for (let number = 0; number < 20_000; number++) {
    const weights = Array.from({ length: 1 + Number(below(8)) }, () => below(Number(below(2_000)) + 1));
    const total = sumOf(weights);
    const amount = below(Number(total) + 1);
    const parts = allocate(amount, weights);
    const told = `${amount} by ${weights.join(", ")} is ${parts.join(", ")}`;
    assert.equal(sumOf(parts), amount, told);
    assert.ok(
      parts.every((part, at) => part >= 0n && part <= (weights[at] ?? 0n)),
      told,
    );
  }
});
