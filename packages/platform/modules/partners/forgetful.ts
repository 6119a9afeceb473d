/** Values made when they are first asked for, and forgotten again. */
export interface Forgetful<K, V> {
  get(key: K, make: () => V): V;
}

/**
 * Keeps made values in memory for a while and no longer, asked for or not.
 *
 * @param keepMs the longest that a value stays; one may go sooner
 */
export function createForgetful<K, V>(keepMs: number): Forgetful<K, V> {
  const kept = new Map<K, V>();
  return {
    get(key, make) {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = make();
      // One timer, begun with the oldest, empties all: nothing can outstay it, and it holds no process up.
      if (kept.size === 0) setTimeout(() => kept.clear(), keepMs).unref();
      kept.set(key, value);
      return value;
    },
  };
}
