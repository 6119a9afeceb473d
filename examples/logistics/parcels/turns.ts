/** Runner that executes actions of one name in sequence. */
export type Turns = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** Create turns: an action waits until all earlier actions of its name are done. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(act, act);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
