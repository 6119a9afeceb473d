/** Function that runs an action after all earlier actions with the same key have finished, and returns its result. */
export type SequentialRunner = <T>(key: string, action: () => Promise<T>) => Promise<T>;

/** Create a runner. Actions with different keys run at the same time. If an action fails, the next one still runs. */
export function createSequentialRunner(): SequentialRunner {
  const lastRuns = new Map<string, Promise<unknown>>();
  return async (key, action) => {
    const previousRun = lastRuns.get(key) ?? Promise.resolve();
    const run = previousRun.then(action, action);
    lastRuns.set(key, run);
    try {
      return await run;
    } finally {
      if (lastRuns.get(key) === run) lastRuns.delete(key);
    }
  };
}
