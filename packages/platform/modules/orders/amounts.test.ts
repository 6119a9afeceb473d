import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, getProofSeed } from "@souk/testkit";
import { allocate, divideHalfUp, parseFraction, sumBigints } from "./amounts.ts";

test("division rounds half up", () => {
  assert.deepEqual(
    [divideHalfUp(5n, 2n), divideHalfUp(4n, 3n), divideHalfUp(5n, 3n), divideHalfUp(0n, 7n)],
    [3n, 1n, 2n, 0n],
  );
});

test("a decimal number is parsed as an exact fraction", () => {
  assert.deepEqual(parseFraction("0.075"), { numerator: 75n, denominator: 1000n });
  assert.deepEqual(parseFraction("4"), { numerator: 4n, denominator: 1n });
});

test("an amount is split by weights, and the largest weight gets the rounding difference", () => {
  const cases: [amount: bigint, weights: bigint[], shares: bigint[]][] = [
    [100n, [50n, 50n], [50n, 50n]],
    [10n, [100n, 100n, 100n], [4n, 3n, 3n]],
    [1n, [10n, 30n], [0n, 1n]],
    [3n, [1n, 1n, 1n], [1n, 1n, 1n]],
    [5n, [0n, 5n], [0n, 5n]],
    [7n, [0n, 0n], [0n, 0n]],
  ];
  for (const [amount, weights, shares] of cases) assert.deepEqual(allocate(amount, weights), shares);
});

test("allocated shares add up to the amount, and each is between 0 and its weight", () => {
  const random = createSeededRandom(getProofSeed());
  const randomBelow = (bound: number) => BigInt(Math.floor(random() * bound));
  for (let round = 0; round < 20_000; round++) {
    const weights = Array.from({ length: 1 + Number(randomBelow(8)) }, () =>
      randomBelow(Number(randomBelow(2_000)) + 1),
    );
    const total = sumBigints(weights);
    const amount = randomBelow(Number(total) + 1);
    const shares = allocate(amount, weights);
    const message = `${amount} split by ${weights.join(", ")} is ${shares.join(", ")}`;
    assert.equal(sumBigints(shares), amount, message);
    assert.ok(
      shares.every((share, index) => share >= 0n && share <= (weights[index] ?? 0n)),
      message,
    );
  }
});
