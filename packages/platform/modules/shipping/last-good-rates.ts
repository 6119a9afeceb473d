import type { Clock } from "../../runtime/clock.ts";
import type { ShippingRate } from "./read-rates.ts";

/** Recent valid responses of apps, by callback and request key. */
export interface LastGoodRates {
  /** Return the rates of a stored response; empty if there is none or it is too old. */
  get(callback: number, key: string): readonly ShippingRate[];
  set(callback: number, key: string, rates: readonly ShippingRate[]): void;
}

/** Milliseconds for which a stored response can replace a missing one (docs/spec/decided.md#callbacks). */
const validForMs = 10 * 60_000;

const maxResponses = 1_000;

interface StoredRates {
  rates: readonly ShippingRate[];
  until: number;
}

/** The stored responses of one callback, the most recently used last. */
type StoredResponses = Map<string, StoredRates>;

/**
 * Create a cache of responses in the memory of this process. When the cache is full, the callback with the most
 * responses loses its least recently used one, so a store with thousands of parcels does not evict the responses
 * of other stores.
 */
export function createLastGoodRates(clock: Clock): LastGoodRates {
  const callbacks = new Map<number, StoredResponses>();
  let count = 0;

  function remove(callback: number, key: string): void {
    const responses = callbacks.get(callback);
    if (responses?.delete(key) !== true) return;
    count -= 1;
    if (responses.size === 0) callbacks.delete(callback);
  }

  function put(callback: number, key: string, stored: StoredRates): void {
    remove(callback, key);
    const responses = callbacks.get(callback) ?? new Map<string, StoredRates>();
    callbacks.set(callback, responses.set(key, stored));
    count += 1;
  }

  function evictOne(): void {
    const [largest] = [...callbacks].sort(([, first], [, second]) => second.size - first.size);
    const [oldest] = largest?.[1].keys() ?? [];
    if (largest !== undefined && oldest !== undefined) remove(largest[0], oldest);
  }

  return {
    get(callback, key) {
      // guard: rates-of-an-earlier-installation with `[...callbacks.values()].find((each) => each.has(key))` for `callbacks.get(callback)`: quote-rates.slow.test.ts a disabled or uninstalled app is not called, and its stored rates are not used
      const stored = callbacks.get(callback)?.get(key);
      if (stored === undefined) return [];
      // guard: rates-that-never-age with `stored.until > 0` for `clock.now() < stored.until`: last-good-rates.test.ts
      if (clock.now() < stored.until) {
        put(callback, key, stored);
        return stored.rates;
      }
      remove(callback, key);
      return [];
    },
    set(callback, key, rates) {
      put(callback, key, { rates, until: clock.now() + validForMs });
      if (count > maxResponses) evictOne();
    },
  };
}
