/** An error that occurred while the app handled a request. The caller got a plain page or only a status. */
export interface AppError {
  /** The part of the app that failed. `server` is the developer's own listener, outside the app's URLs. */
  where: "page" | "install" | "subscribe" | "webhook" | "fulfillment" | "rates" | "server";
  shop: string | null;
  error: unknown;
}

/** Receives the app's errors. */
export type ErrorListener = (error: AppError) => unknown;

/**
 * Create the function that passes errors to a listener. If the listener itself throws or rejects, both errors are printed,
 * and the request is not affected.
 */
export function createReporter(listener: ErrorListener = printError): (error: AppError) => void {
  return (appError) => {
    void callListener(listener, appError).catch((error: unknown) => {
      printError(appError);
      printError({ ...appError, error });
    });
  };
}

async function callListener(listener: ErrorListener, error: AppError): Promise<void> {
  await listener(error);
}

/** Write an error to standard error. This is the default if an app has no `onError`. */
function printError({ where, shop, error }: AppError): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`souk ${where}${shop === null ? "" : ` ${shop}`}: ${text}\n`);
}
