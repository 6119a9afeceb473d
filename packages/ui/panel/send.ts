import type { Send } from "@souk/client";

/** The maximum time that a person at a page waits for a retry; beyond it the rejection is shown instead. */
const maxWaitMs = 20_000;

/** A function that resolves after some milliseconds, or throws at once when the call is aborted. */
export type Wait = (ms: number, signal: AbortSignal | null | undefined) => Promise<void>;

/**
 * Wrap a sender so that a rate-limited request, which has changed nothing, is sent once more after its Retry-After. A second
 * rejection is returned.
 */
export function sendWithRetry(send: Send, wait: Wait): Send {
  return async (url, init) => {
    const first = await send(url, init);
    const waitMs = Number(first.headers.get("retry-after") ?? Number.NaN) * 1000;
    if (first.status !== 429 || !(waitMs <= maxWaitMs)) return first;
    await first.body?.cancel();
    await wait(waitMs, init.signal);
    return send(url, init);
  };
}
