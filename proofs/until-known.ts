import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "@souk/testkit";

/**
 * A client's final knowledge of a request. `unknown`: the connection broke before a response, and the request could
 * not be repeated.
 */
export type Known<Done> = { is: "done"; answer: Done } | { is: "refused" } | { is: "unknown" };

/** A request of a client. */
export interface Asking<Done> {
  /** The name of the request in faults. */
  name: string;
  /** Whether it may be sent again after it may have succeeded: it has a key, or changes nothing. */
  isRepeatable: boolean;
  send(): Promise<Answer>;
  read(answer: Answer): Done;
}

const retryMs = 15;

/** Send a request until its result is known, as far as it may be repeated. @param signal stops the client */
export async function untilKnown<Done>(
  { name, isRepeatable, send, read }: Asking<Done>,
  signal: AbortSignal,
): Promise<Known<Done>> {
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer?.status === 200) return { is: "done", answer: read(answer) };
    if (answer?.status === 422) return { is: "refused" };
    if (answer && !isAskedAgain(answer)) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    // Otherwise only what was surely not done may be sent again.
    if (!isRepeatable && answer?.status !== 429) return { is: "unknown" };
    await sleep(retryMs, undefined, { signal });
  }
}

/**
 * Return whether the request must be sent again: it came too early, or while the first request with its key still
 * ran.
 */
function isAskedAgain({ status, text }: Answer): boolean {
  return [429, 503].includes(status) || (status === 409 && text.includes("Idempotency-Key is still running"));
}
