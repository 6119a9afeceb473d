import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse } from "@souk/testkit";

/**
 * The result of a request, as its client knows it. It is `unknown` if the connection broke before the response and the request could
 * not be repeated.
 */
export type RequestResult<ResponseRecord> =
  | { status: "acknowledged"; record: ResponseRecord }
  | { status: "rejected" }
  | { status: "unknown" };

/** A request that is repeated until its result is known. */
export interface RepeatedRequest<ResponseRecord> {
  /** The name of the request in error messages. */
  name: string;
  /** Whether the request can be sent again even if it may have succeeded, because it has a key or changes nothing. */
  isRepeatable: boolean;
  send(): Promise<HttpResponse>;
  parseRecord(response: HttpResponse): ResponseRecord;
}

const retryMs = 15;

/** Send a request, and repeat it, if it can be repeated, until its result is known. @param signal ends the repetition */
export async function sendUntilResult<ResponseRecord>(
  { name, isRepeatable, send, parseRecord }: RepeatedRequest<ResponseRecord>,
  signal: AbortSignal,
): Promise<RequestResult<ResponseRecord>> {
  for (;;) {
    const response = await send().catch(() => null);
    if (response?.status === 200) return { status: "acknowledged", record: parseRecord(response) };
    if (response?.status === 422) return { status: "rejected" };
    if (response && !allowsRetry(response))
      throw new Error(`${name} returned ${response.status}: ${response.text}`);
    // A request that cannot be repeated may be sent again only after a 429, because then it was certainly not executed.
    if (!isRepeatable && response?.status !== 429) return { status: "unknown" };
    await sleep(retryMs, undefined, { signal });
  }
}

/** Return whether a response asks for a retry, or states that an earlier request with the same key is still running. */
function allowsRetry({ status, text }: HttpResponse): boolean {
  return [429, 503].includes(status) || (status === 409 && text.includes("Idempotency-Key is still running"));
}
