/** The stop signals that the process receives. */
export interface StopSignals {
  /** A promise that resolves with the name of the first stop signal. */
  requested: Promise<string>;
  /** An AbortSignal that is aborted by the second stop signal, which asks the process to stop without waiting. */
  hurry: AbortSignal;
}

// Ctrl-C in `npm start` sends the signal twice: from the terminal and from npm. The duplicate is not counted.
const duplicateMs = 1_000;

/** Listen to SIGTERM and SIGINT. A third signal exits the process immediately. */
export function watchStopSignals(): StopSignals {
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  const hurryController = new AbortController();
  let firstSignalMs: number | undefined;
  const handleSignal = (name: string): void => {
    if (firstSignalMs === undefined) {
      firstSignalMs = performance.now();
      resolve(name);
    } else if (hurryController.signal.aborted) {
      process.exit(1);
    } else if (performance.now() - firstSignalMs > duplicateMs) {
      hurryController.abort();
    }
  };
  for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => handleSignal(name));
  return { requested, hurry: hurryController.signal };
}
