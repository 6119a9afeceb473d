import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "@souk/client";

export interface RetryOptions {
  /** Tries in all; 4 when left out. */
  attempts?: number;
  /** Longest wait before one try, in ms; an answer that asks for more is handed on as it is. 20,000 when left out. */
  longestWaitMs?: number;
  /** Waits; the real thing when left out. */
  wait?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

type Outcome = { response: Response } | { error: unknown };

const realWait: NonNullable<RetryOptions["wait"]> = (ms, signal) =>
  sleep(ms, undefined, signal ? { signal } : {});

/**
 * Sends again what came back with 429 or 503, or did not come back, after the time that `Retry-After` asks for or a growing
 * one, with jitter.
 *
 * Only what may be said twice is: GET, DELETE, and POST and PUT with an Idempotency-Key, which every one of them is given.
 */
export function retrying(send: Send, options: RetryOptions = {}): Send {
  const { attempts = 4, longestWaitMs = 20_000, wait = realWait } = options;
  return async (url, init) => {
    const keyed = withKey(init);
    let unanswered = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await tried(send, url, keyed);
      const ms = attempt < attempts ? waitBefore(outcome, { attempt, unanswered }) : null;
      if (ms === null || ms > longestWaitMs || keyed.signal?.aborted) return answerOf(outcome);
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

function answerOf(outcome: Outcome): Response {
  if ("error" in outcome) throw outcome.error;
  return outcome.response;
}

/** Ms to wait; null when the outcome is final. */
function waitBefore(
  outcome: Outcome,
  { attempt, unanswered }: { attempt: number; unanswered: boolean },
): number | null {
  const growing = 500 * 2 ** (attempt - 1);
  if ("error" in outcome) return jittered(growing);
  const { status, headers } = outcome.response;
  // After a try that was not answered, 409 says that its twin is still at work.
  if (status !== 429 && status !== 503 && !(status === 409 && unanswered)) return null;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0
    ? jittered(seconds * 1000, seconds * 1000)
    : jittered(growing);
}

/** Up to a quarter more, so that many callers do not come back at once; never less than `atLeast`. */
function jittered(ms: number, atLeast = ms * 0.75): number {
  return Math.round(atLeast + (ms * 1.25 - atLeast) * (randomInt(0, 1_001) / 1_000));
}

function withKey(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  const takesKey = init.method === "POST" || init.method === "PUT";
  if (!takesKey || headers.has("idempotency-key")) return init;
  headers.set("idempotency-key", randomUUID());
  return { ...init, headers };
}
