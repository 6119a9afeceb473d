/**
 * Create a loader of single records. Keys requested in one turn of the event loop share one call of `loadMany`. Nothing is
 * cached, so a request in the next turn loads again.
 * @param loadMany returns the existing records by key; called with distinct keys, at most `limit` at a time
 * @param limit the maximum number of keys in one call
 * @returns a function that resolves to the record of a key, or to `undefined` if it does not exist
 */
export function createBatchLoader<Key, Value>(
  loadMany: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  limit = 500,
): (key: Key) => Promise<Value | undefined> {
  let openBatch: { keys: Set<Key>; results: Promise<ReadonlyMap<Key, Value>> } | undefined;
  return async (key) => {
    if (!openBatch || openBatch.keys.size >= limit) {
      const keys = new Set<Key>();
      const batch = {
        keys,
        results: waitForEndOfTurn().then(() => {
          if (openBatch === batch) openBatch = undefined;
          return loadMany([...keys]);
        }),
      };
      openBatch = batch;
    }
    openBatch.keys.add(key);
    return (await openBatch.results).get(key);
  };
}

// setImmediate runs its callback after the event loop has read all ready sockets, so requests that arrived together share a batch.
function waitForEndOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
