import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "@souk/client";

/** The options of `createRetryingSend`. */
export interface RetryOptions {
  /** The total number of attempts; defaults to 4. */
  attempts?: number;
  /** The maximum wait before an attempt, in ms. A response that asks for a longer wait is returned. Defaults to 20,000. */
  maxWaitMs?: number;
  /** Wait for a number of milliseconds; defaults to a timer. */
  wait?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

type Outcome = { response: Response } | { error: unknown };

const waitWithTimer: NonNullable<RetryOptions["wait"]> = (ms, signal) =>
  sleep(ms, undefined, signal ? { signal } : {});

/**
 * Create a sender that retries requests that get a 429, a 503 or no response, after the time in `Retry-After` or a growing
 * delay with jitter.
 *
 * All requests are safe to repeat: GET and DELETE by themselves, and POST and PUT because they get an Idempotency-Key.
 */
export function createRetryingSend(send: Send, options: RetryOptions = {}): Send {
  const { attempts = 4, maxWaitMs = 20_000, wait = waitWithTimer } = options;
  return async (url, init) => {
    const keyedInit = addIdempotencyKey(init);
    let hadNoResponse = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await trySend(send, url, keyedInit);
      const waitMs = attempt < attempts ? computeWaitMs(outcome, { attempt, hadNoResponse }) : null;
      if (waitMs === null || waitMs > maxWaitMs || keyedInit.signal?.aborted)
        return getResponseOrThrow(outcome);
      hadNoResponse ||= "error" in outcome;
      await wait(waitMs, keyedInit.signal ?? null);
    }
  };
}

async function trySend(send: Send, url: string, init: RequestInit): Promise<Outcome> {
  try {
    return { response: await send(url, init) };
  } catch (error) {
    return { error };
  }
}

function getResponseOrThrow(outcome: Outcome): Response {
  if ("error" in outcome) throw outcome.error;
  return outcome.response;
}

/** Return the milliseconds to wait before the next attempt; null if the outcome is final. */
function computeWaitMs(
  outcome: Outcome,
  { attempt, hadNoResponse }: { attempt: number; hadNoResponse: boolean },
): number | null {
  const backoffMs = 500 * 2 ** (attempt - 1);
  if ("error" in outcome) return addJitter(backoffMs);
  const { status, headers } = outcome.response;
  // After an attempt without a response, 409 means that the platform is still handling that attempt.
  if (status !== 429 && status !== 503 && !(status === 409 && hadNoResponse)) return null;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0
    ? addJitter(seconds * 1000, seconds * 1000)
    : addJitter(backoffMs);
}

/** Vary a wait by up to a quarter, so that many callers do not retry at the same time. The result is never less than `minMs`. */
function addJitter(ms: number, minMs = ms * 0.75): number {
  return Math.round(minMs + (ms * 1.25 - minMs) * (randomInt(0, 1_001) / 1_000));
}

/** Return the options of a request, with a new Idempotency-Key if the request is a POST or PUT without a key. */
function addIdempotencyKey(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  const needsKey = init.method === "POST" || init.method === "PUT";
  if (!needsKey || headers.has("idempotency-key")) return init;
  // guard sdk-keyed-retry: with `x-key` instead of `idempotency-key`, retrying-send.test.ts fails at `same idempotency key`
  headers.set("idempotency-key", randomUUID());
  return { ...init, headers };
}
