import type { Clock } from "../../runtime/clock.ts";
import type { ShippingRate } from "./read-rates.ts";

/** Recent valid responses of apps, by the id of the callback and the key of the request. */
export interface LastGoodRates {
  /** Return the rates of a stored response, or an empty list if there is none or it has expired. */
  get(callbackId: number, key: string): readonly ShippingRate[];
  set(callbackId: number, key: string, rates: readonly ShippingRate[]): void;
}

/** Milliseconds after which a stored response expires (docs/spec/decided.md#callbacks). */
const validForMs = 10 * 60_000;

/** The maximum number of stored responses of all callbacks together. */
const maxResponses = 1_000;

interface StoredRates {
  rates: readonly ShippingRate[];
  expiresAt: number;
}

/** The stored responses of one callback, sorted so that the most recently used one is the last. */
type StoredResponses = Map<string, StoredRates>;

/**
 * Create a cache of responses in the memory of this process. If the cache is full, the least recently used response of the
 * callback with the most responses is evicted, so that a store with thousands of parcels does not evict the responses of
 * other stores.
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

  function storeResponse(callback: number, key: string, storedRates: StoredRates): void {
    remove(callback, key);
    const responses = callbacks.get(callback) ?? new Map<string, StoredRates>();
    callbacks.set(callback, responses.set(key, storedRates));
    count += 1;
  }

  function evictOne(): void {
    const [largest] = [...callbacks].sort(([, first], [, second]) => second.size - first.size);
    const [leastRecentKey] = largest?.[1].keys() ?? [];
    if (largest !== undefined && leastRecentKey !== undefined) remove(largest[0], leastRecentKey);
  }

  return {
    get(callback, key) {
      // guard rates-of-an-earlier-installation: with `[...callbacks.values()].find((each) => each.has(key))` instead of `callbacks.get(callback)`, quote-rates.slow.test.ts fails at `a disabled or uninstalled app is not called, and its stored rates are not used`
      const storedRates = callbacks.get(callback)?.get(key);
      if (storedRates === undefined) return [];
      // guard rates-that-never-age: with `storedRates.expiresAt > 0` instead of `clock.now() < storedRates.expiresAt`, last-good-rates.test.ts fails
      if (clock.now() < storedRates.expiresAt) {
        storeResponse(callback, key, storedRates);
        return storedRates.rates;
      }
      remove(callback, key);
      return [];
    },
    set(callback, key, rates) {
      storeResponse(callback, key, { rates, expiresAt: clock.now() + validForMs });
      if (count > maxResponses) evictOne();
    },
  };
}
