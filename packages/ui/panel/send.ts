import type { Send } from "@souk/client";

/** Longer than this nobody waits in front of a page; the refusal is shown instead. */
const longestWaitMs = 20_000;

/** Answers after some milliseconds, or throws at once when the call is given up. */
export type Wait = (ms: number, signal: AbortSignal | null | undefined) => Promise<void>;

/**
 * Sends once more, after as long as Retry-After says, what was refused for too many requests: nothing of it was carried
 * out. The second refusal is shown.
 */
export function patientSend(send: Send, wait: Wait): Send {
  return async (url, init) => {
    const first = await send(url, init);
    const waitMs = Number(first.headers.get("retry-after") ?? Number.NaN) * 1000;
    if (first.status !== 429 || !(waitMs <= longestWaitMs)) return first;
    await first.body?.cancel();
    await wait(waitMs, init.signal);
    return send(url, init);
  };
}
