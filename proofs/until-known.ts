import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "@souk/testkit";

/** What the client knows in the end. `unknown`: the connection broke before an answer came, and it could not ask again. */
export type Known<Done> = { is: "done"; answer: Done } | { is: "refused" } | { is: "unknown" };

/** Something a client asks for. */
export interface Asking<Done> {
  /** What a fault calls it. */
  name: string;
  /** It may be sent again although it may have been done: it has a key, or changes nothing. */
  isRepeatable: boolean;
  send(): Promise<Answer>;
  read(answer: Answer): Done;
}

const retryMs = 15;

/**
 * Asks until it is known what came of it, as far as it may be asked again.
 * @param signal has the client give up
 */
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

/** It came too early, or while the first request with its key still ran. */
function isAskedAgain({ status, text }: Answer): boolean {
  return [429, 503].includes(status) || (status === 409 && text.includes("Idempotency-Key is still running"));
}
