import type { Send } from "@souk/client";

/** The maximum wait for a retry. If the platform requests a longer wait, the rejection is returned instead. */
const maxWaitMs = 20_000;

/** A function that waits for some milliseconds, and rejects at once if the call is aborted. */
export type Wait = (ms: number, signal: AbortSignal | null | undefined) => Promise<void>;

/**
 * Wrap a sender so that a rate-limited request, which has changed nothing, is sent once more after its Retry-After. A second
 * rejection is returned.
 */
export function sendWithRetry(send: Send, wait: Wait): Send {
  return async (url, init) => {
    const firstResponse = await send(url, init);
    const waitMs = Number(firstResponse.headers.get("retry-after") ?? Number.NaN) * 1000;
    if (firstResponse.status !== 429 || !(waitMs <= maxWaitMs)) return firstResponse;
    await firstResponse.body?.cancel();
    await wait(waitMs, init.signal);
    return send(url, init);
  };
}
