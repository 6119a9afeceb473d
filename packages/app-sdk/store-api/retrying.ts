import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "@souk/client";

export interface RetryOptions {
  /** The total number of attempts; defaults to 4. */
  attempts?: number;
  /** Longest wait before an attempt, in ms; a response that asks for more is returned unchanged. Defaults to 20,000. */
  longestWaitMs?: number;
  /** Wait for a number of milliseconds; defaults to a timer. */
  wait?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

type Outcome = { response: Response } | { error: unknown };

const realWait: NonNullable<RetryOptions["wait"]> = (ms, signal) =>
  sleep(ms, undefined, signal ? { signal } : {});

/**
 * Retry requests that were answered 429 or 503, or not at all, after the time in `Retry-After` or a growing delay with
 * jitter.
 *
 * Only requests that are safe to repeat are retried: GET, DELETE, and POST and PUT, which always get an Idempotency-Key.
 */
export function retrying(send: Send, options: RetryOptions = {}): Send {
  const { attempts = 4, longestWaitMs = 20_000, wait = realWait } = options;
  return async (url, init) => {
    const keyed = withKey(init);
    let unanswered = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await tried(send, url, keyed);
      const ms = attempt < attempts ? waitBefore(outcome, { attempt, unanswered }) : null;
      if (ms === null || ms > longestWaitMs || keyed.signal?.aborted) return getResponse(outcome);
      unanswered ||= "error" in outcome;
      await wait(ms, keyed.signal ?? null);
    }
  };
}

async function tried(send: Send, url: string, init: RequestInit): Promise<Outcome> {
  try {
    return { response: await send(url, init) };
  } catch (error) {
    return { error };
  }
}

function getResponse(outcome: Outcome): Response {
  if ("error" in outcome) throw outcome.error;
  return outcome.response;
}

/** Return the milliseconds to wait; null when the outcome is final. */
function waitBefore(
  outcome: Outcome,
  { attempt, unanswered }: { attempt: number; unanswered: boolean },
): number | null {
  const growing = 500 * 2 ** (attempt - 1);
  if ("error" in outcome) return jittered(growing);
  const { status, headers } = outcome.response;
  // After an attempt without a response, 409 means that the first request is still running.
  if (status !== 429 && status !== 503 && !(status === 409 && unanswered)) return null;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0
    ? jittered(seconds * 1000, seconds * 1000)
    : jittered(growing);
}

/** Add up to a quarter, so that many callers do not return at once; never go below `atLeast`. */
function jittered(ms: number, atLeast = ms * 0.75): number {
  return Math.round(atLeast + (ms * 1.25 - atLeast) * (randomInt(0, 1_001) / 1_000));
}

function withKey(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  const takesKey = init.method === "POST" || init.method === "PUT";
  if (!takesKey || headers.has("idempotency-key")) return init;
  // guard: sdk-keyed-retry with `x-key` for `idempotency-key`: retrying.test.ts one key
  headers.set("idempotency-key", randomUUID());
  return { ...init, headers };
}
