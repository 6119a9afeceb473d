/** Values by their keys, of which those that were touched last are kept. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** Keeps values in the memory of this process. @param most so many; the one that was left alone longest goes first */
export function createRecent<V>(most: number): Recent<V> {
  const kept = new Map<string, V>();
  const put = (key: string, value: V): void => {
    kept.delete(key);
    kept.set(key, value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set(key, value) {
      put(key, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    delete: (key) => void kept.delete(key),
  };
}
