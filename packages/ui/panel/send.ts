import type { Send } from "@souk/client";

/** The maximum wait for a retry. If Retry-After is longer, the 429 response is returned at once. */
const maxWaitMs = 20_000;

/** A function that waits for this time in milliseconds, and rejects at once if the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal | null | undefined) => Promise<void>;

/**
 * Wrap a sender so that a rate-limited request (429), which has changed nothing, is sent once more after its
 * Retry-After. A second 429 response is returned.
 */
export function sendWithRetry(send: Send, wait: Wait): Send {
  return async (url, init) => {
    const firstResponse = await send(url, init);
    const waitMs = Number(firstResponse.headers.get("retry-after") ?? Number.NaN) * 1000;
    // Without a valid Retry-After, the wait is NaN, and the comparison is false.
    const canRetry = firstResponse.status === 429 && waitMs <= maxWaitMs;
    if (!canRetry) return firstResponse;
    await firstResponse.body?.cancel();
    await wait(waitMs, init.signal);
    return send(url, init);
  };
}
