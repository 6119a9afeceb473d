/**
 * A reader of single records whose requests of one event-loop turn share one call.
 * Nothing is kept: the next turn asks the database again.
 * @param loadMany answers the found ones by key; called with distinct keys, at most `limit` at a time
 * @param limit most keys in one call
 * @returns the value of one key, `undefined` when it was not found
 */
export function batched<Key, Value>(
  loadMany: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  limit = 500,
): (key: Key) => Promise<Value | undefined> {
  let open: { keys: Set<Key>; answer: Promise<ReadonlyMap<Key, Value>> } | undefined;
  return async (key) => {
    if (!open || open.keys.size >= limit) {
      const keys = new Set<Key>();
      const batch = {
        keys,
        answer: endOfTurn().then(() => {
          if (open === batch) open = undefined;
          return loadMany([...keys]);
        }),
      };
      open = batch;
    }
    open.keys.add(key);
    return (await open.answer).get(key);
  };
}

// Requests read from many sockets in one poll of the loop all arrive before its check phase.
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
