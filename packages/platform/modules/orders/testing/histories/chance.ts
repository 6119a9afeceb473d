import assert from "node:assert/strict";

/** The random choices from which requests are generated. */
export interface RandomChoices {
  /** Return a random whole number from 0 up to, but not including, the bound. */
  pickInteger(bound: number): number;
  /** Return true with this probability. @param probability from 0 to 1 */
  happens(probability: number): boolean;
  /** Return a random item. */
  pick<T>(items: readonly T[]): T;
  /** Return a random amount as text, from 0 up to this many whole units. */
  pickAmount(max: number, decimals: number): string;
  /** Create an array of a random length, with at most this many items. */
  createUpTo<T>(max: number, createItem: () => T): T[];
}

/** Create random choices from a random number generator, which returns numbers from 0 to 1. */
export function createRandomChoices(random: () => number): RandomChoices {
  const pickInteger = (bound: number) => Math.floor(random() * bound);
  return {
    pickInteger,
    happens: (probability) => random() < probability,
    pick: <T>(items: readonly T[]) => {
      assert.ok(items.length > 0, "there is nothing to pick");
      return items[pickInteger(items.length)] as T;
    },
    pickAmount: (max, decimals) => (pickInteger(max * 10 ** decimals + 1) / 10 ** decimals).toFixed(decimals),
    createUpTo: (max, createItem) => Array.from({ length: pickInteger(max + 1) }, createItem),
  };
}
