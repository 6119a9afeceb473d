import type { Clock } from "../../clock.ts";
import type { ShippingRate } from "./read-rates.ts";

/** What apps have answered lately, by the callback that was asked and the question's key. */
export interface LastGoodRates {
  /** Empty when there is no answer, or none that is young enough. */
  of(callback: number, key: string): readonly ShippingRate[];
  keep(callback: number, key: string, rates: readonly ShippingRate[]): void;
}

/** An answer stands in for a later one for so long (gaps.md, "curls"). */
const goodForMs = 10 * 60_000;

const mostAnswers = 1_000;

interface Kept {
  rates: readonly ShippingRate[];
  until: number;
}

/** The answers of one callback, those that were used last at the end. */
type Answers = Map<string, Kept>;

/**
 * Keeps answers in the memory of this process. When there are too many, the callback that has the most loses the one that was
 * left alone longest: a shop with thousands of parcels takes nothing from the others.
 */
export function createLastGoodRates(clock: Clock): LastGoodRates {
  const callbacks = new Map<number, Answers>();
  let count = 0;

  function drop(callback: number, key: string): void {
    const answers = callbacks.get(callback);
    if (answers?.delete(key) !== true) return;
    count -= 1;
    if (answers.size === 0) callbacks.delete(callback);
  }

  function put(callback: number, key: string, kept: Kept): void {
    drop(callback, key);
    const answers = callbacks.get(callback) ?? new Map<string, Kept>();
    callbacks.set(callback, answers.set(key, kept));
    count += 1;
  }

  function dropOne(): void {
    const [largest] = [...callbacks].sort(([, one], [, other]) => other.size - one.size);
    const [oldest] = largest?.[1].keys() ?? [];
    if (largest !== undefined && oldest !== undefined) drop(largest[0], oldest);
  }

  return {
    of(callback, key) {
      const kept = callbacks.get(callback)?.get(key);
      if (kept === undefined) return [];
      if (clock.now() < kept.until) {
        put(callback, key, kept);
        return kept.rates;
      }
      drop(callback, key);
      return [];
    },
    keep(callback, key, rates) {
      put(callback, key, { rates, until: clock.now() + goodForMs });
      if (count > mostAnswers) dropOne();
    },
  };
}
