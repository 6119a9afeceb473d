import assert from "node:assert/strict";

/** The random choices of a generator of requests. */
export interface Chance {
  /** Return a whole number from 0 up to, but not including, the bound. */
  below(bound: number): number;
  /** Return true with this probability. @param probability from 0 to 1 */
  often(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Return an amount as text, from 0 up to this many whole units. */
  amount(max: number, decimals: number): string;
  /** Return an array of at most this many items. */
  some<T>(max: number, make: () => T): T[];
}

export function createChance(random: () => number): Chance {
  const below = (bound: number) => Math.floor(random() * bound);
  return {
    below,
    often: (probability) => random() < probability,
    pick: <T>(from: readonly T[]) => {
      assert.ok(from.length > 0, "nothing to pick from");
      return from[below(from.length)] as T;
    },
    amount: (max, decimals) => (below(max * 10 ** decimals + 1) / 10 ** decimals).toFixed(decimals),
    some: (max, make) => Array.from({ length: below(max + 1) }, make),
  };
}
