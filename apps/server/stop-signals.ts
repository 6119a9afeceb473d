/** The stop signals that the process receives. */
export interface StopSignals {
  /** A promise that resolves with the name of the first stop signal. */
  firstSignal: Promise<string>;
  /** An AbortSignal that is aborted by the second stop signal, which asks the process to stop without waiting. */
  hurrySignal: AbortSignal;
}

// Ctrl-C in `npm start` sends the signal twice: from the terminal and from npm. So a second signal within this time is ignored.
const duplicateMs = 1_000;

/** Listen to SIGTERM and SIGINT. A signal after `hurrySignal` was aborted makes the process exit immediately. */
export function watchStopSignals(): StopSignals {
  const { promise: firstSignal, resolve } = Promise.withResolvers<string>();
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
  return { firstSignal, hurrySignal: hurryController.signal };
}
