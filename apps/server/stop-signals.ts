/** The requests to end the process by signal. */
export interface StopSignals {
  /** A promise that resolves with the name of the first signal. */
  requested: Promise<string>;
  /** A signal that fires with the second stop signal, which asks to stop without waiting. */
  hurry: AbortSignal;
}

// Ctrl-C under npm sends the signal twice, from the terminal and from npm.
const sameRequestMs = 1_000;

/** Listen to SIGTERM and SIGINT. A third signal exits the process immediately. */
export function watchStopSignals(): StopSignals {
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  const hurrying = new AbortController();
  let first: number | undefined;
  const handleSignal = (name: string): void => {
    if (first === undefined) {
      first = performance.now();
      resolve(name);
    } else if (hurrying.signal.aborted) {
      process.exit(1);
    } else if (performance.now() - first > sameRequestMs) {
      hurrying.abort();
    }
  };
  for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => handleSignal(name));
  return { requested, hurry: hurrying.signal };
}
