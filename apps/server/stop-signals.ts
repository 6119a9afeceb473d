/** When the process was asked to end. */
export interface StopSignals {
  /** Resolves with the name of the first signal. */
  asked: Promise<string>;
  /** Fires with the second: whoever sent it does not want to wait. */
  hurry: AbortSignal;
}

// A Ctrl-C under npm comes twice, from the terminal and from npm.
const sameRequestMs = 1_000;

/** Listens to SIGTERM and SIGINT. A third one ends the process at once. */
export function watchStopSignals(): StopSignals {
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  const hurrying = new AbortController();
  let first: number | undefined;
  const onSignal = (name: string): void => {
    if (first === undefined) {
      first = performance.now();
      resolve(name);
    } else if (hurrying.signal.aborted) {
      process.exit(1);
    } else if (performance.now() - first > sameRequestMs) {
      hurrying.abort();
    }
  };
  for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => onSignal(name));
  return { asked, hurry: hurrying.signal };
}
