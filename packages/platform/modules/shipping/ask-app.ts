import { type AnswerOf, type FieldError, type operations, rateLimits } from "@souk/contract";
import type { SafeSender, SendOutcome, SendRequest } from "@souk/delivery";
import type { Clock } from "../../clock.ts";
import type { Callback } from "../customisation/index.ts";
import type { LastGoodRates } from "./last-good-rates.ts";
import type { Pauses } from "./pauses.ts";
import { answerMs } from "./rate-question.ts";
import { type RateReading, readRates, type ShippingRate } from "./read-rates.ts";

export type UnansweredReason = AnswerOf<typeof operations.listShippingRates>["unanswered"][number]["reason"];

/** What an app has to say about a parcel. */
export interface AppAnswer {
  /** Of now; where it has not answered, of its last good answer. */
  rates: readonly ShippingRate[];
  /** Null when it has answered. */
  unanswered: UnansweredReason | null;
}

/** A question to one app, ready to be sent. */
export interface AppQuestion {
  callback: Callback;
  request: SendRequest;
  /** The same for the same parcel alone. */
  key: string;
  reading: RateReading;
}

/** What asking needs, and what is remembered between questions. */
export interface AskingParts {
  clock: Clock;
  sender: SafeSender;
  pauses: Pauses;
  lastGood: LastGoodRates;
  /** Told of what is wrong with an answer. */
  onFaults(callback: Callback, faults: readonly FieldError[]): void;
}

/** What was answered in time; null when nothing was, a wait for a free connection included. */
async function inTime(sent: Promise<SendOutcome>): Promise<SendOutcome | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), answerMs);
  try {
    return await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Tried = { rates: readonly ShippingRate[] } | { reason: UnansweredReason };

async function trySending(
  { sender, onFaults }: AskingParts,
  { callback, request, reading }: AppQuestion,
): Promise<Tried> {
  const askedAt = performance.now();
  const outcome = await inTime(sender.send(request));
  if (outcome === null) return { reason: "timeout" };
  if (outcome.kind === "failed") {
    if (outcome.reason === "busy" || outcome.reason === "closed") return { reason: "busy" };
    return { reason: outcome.reason === "timeout" ? "timeout" : "unreachable" };
  }
  if (outcome.status !== 200) return { reason: "not_200" };
  if (!outcome.complete && outcome.bytes.length < rateLimits.bytes)
    // What drips has not come in time; what ended before its time broke off.
    return { reason: performance.now() - askedAt > answerMs - 100 ? "timeout" : "unreachable" };
  const read = outcome.complete
    ? readRates(outcome.bytes, reading)
    : { ok: false as const, faults: [{ path: "", message: "is too long" }] };
  if (read.faults.length > 0) onFaults(callback, read.faults);
  return read.ok ? { rates: read.rates } : { reason: "malformed" };
}

/**
 * Asks one app for its rates, for five seconds at most. It never throws: an app that is slow, away or answers nonsense is
 * taken at its last good answer to the same question, if there is one.
 */
export async function askApp(parts: AskingParts, question: AppQuestion): Promise<AppAnswer> {
  const { clock, pauses, lastGood } = parts;
  const { callback, key } = question;
  // An app that has moved is asked at its new address at once.
  const name = `${callback.id} ${callback.url}`;
  if (!pauses.asks(name)) return { rates: lastGood.of(callback.id, key), unanswered: "paused" };
  const askedAt = clock.now();
  const tried = await trySending(parts, question);
  if ("rates" in tried) {
    pauses.succeeded(name);
    lastGood.keep(callback.id, key, tried.rates);
    return { rates: tried.rates, unanswered: null };
  }
  // Who was not asked has not failed.
  if (tried.reason !== "busy") pauses.failed(name, askedAt);
  return { rates: lastGood.of(callback.id, key), unanswered: tried.reason };
}
