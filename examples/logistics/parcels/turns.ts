/** Does one thing after the other, for each name by itself. */
export type Turns = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** Makes turns: whoever asks for a name waits until all who asked for it before are done. */
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
