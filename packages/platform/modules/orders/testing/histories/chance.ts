import assert from "node:assert/strict";

/** What a generator of requests decides by. */
export interface Chance {
  /** A whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  /** True so often. @param share from 0 to 1 */
  often(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** An amount as text, from 0 up to so many whole units. */
  amount(most: number, decimals: number): string;
  /** An array of so many at most. */
  some<T>(most: number, make: () => T): T[];
}

export function createChance(random: () => number): Chance {
  const below = (bound: number) => Math.floor(random() * bound);
  return {
    below,
    often: (share) => random() < share,
    pick: <T>(from: readonly T[]) => {
      assert.ok(from.length > 0, "nothing to pick from");
      return from[below(from.length)] as T;
    },
    amount: (most, decimals) => (below(most * 10 ** decimals + 1) / 10 ** decimals).toFixed(decimals),
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
}
