import type { Send } from "@souk/client";

/** The maximum number of retries of a request, and the maximum time in total that it waits for them. */
const maxRetries = 4;
const maxTotalWaitMs = 45_000;

/** A function that waits for this time in milliseconds, and rejects at once if the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal | null | undefined) => Promise<void>;

/**
 * Wrap a sender so that a rate-limited request (429), which has changed nothing, is sent again after its Retry-After, up to four
 * times. The response to the last retry is returned, and a 429 response at once if its wait would exceed 45 seconds in total.
 * @param random returns a fraction of each wait to add, so that requests that were limited together are not all resent together
 */
export function sendWithRetry(send: Send, wait: Wait, random: () => number): Send {
  return async (url, init) => {
    let response = await send(url, init);
    let totalWaitMs = 0;
    for (let retries = 0; response.status === 429 && retries < maxRetries; retries += 1) {
      const retryAfterMs = Number(response.headers.get("retry-after") ?? Number.NaN) * 1000;
      const waitMs = retryAfterMs * (1 + random());
      totalWaitMs += waitMs;
      // Without a valid Retry-After, the wait is NaN, and the comparison is false.
      if (!(totalWaitMs <= maxTotalWaitMs)) break;
      await response.body?.cancel();
      await wait(waitMs, init.signal);
      response = await send(url, init);
    }
    return response;
  };
}
