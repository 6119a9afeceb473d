/** An error that occurred while the app answered a request; the caller saw a plain page or a bare status. */
export interface AppError {
  /** The part of the app that failed; `server` is the developer's own listener, beside the app's URLs. */
  where: "page" | "install" | "subscribe" | "webhook" | "fulfillment" | "rates" | "server";
  shop: string | null;
  error: unknown;
}

/** Receives the app's errors. */
export type ErrorListener = (error: AppError) => unknown;

/**
 * Create the function that passes errors to a listener. When the listener itself throws or rejects, both errors are printed and
 * nothing else fails.
 */
export function createReporter(listener: ErrorListener = printError): (error: AppError) => void {
  return (appError) => {
    void notify(listener, appError).catch((error: unknown) => {
      printError(appError);
      printError({ ...appError, error });
    });
  };
}

async function notify(listener: ErrorListener, error: AppError): Promise<void> {
  await listener(error);
}

/** Write an error to standard error: the default of an app without `onError`. */
function printError({ where, shop, error }: AppError): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`souk ${where}${shop === null ? "" : ` ${shop}`}: ${text}\n`);
}
