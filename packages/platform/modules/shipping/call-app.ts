import {
  type FieldError,
  fieldError,
  type OperationResponse,
  type operations,
  rateLimits,
} from "@souk/contract";
import type { SafeSender, SendOutcome, SendRequest } from "@souk/delivery";
import type { Clock } from "../../runtime/clock.ts";
import type { Callback } from "../customization/index.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { LastGoodRates } from "./last-good-rates.ts";
import { rateTimeoutMs } from "./rate-request.ts";
import { type RateReading, readRates, type ShippingRate } from "./read-rates.ts";

export type UnansweredReason = OperationResponse<
  typeof operations.listShippingRates
>["unanswered"][number]["reason"];

/** An app's response about a parcel. */
export interface AppRates {
  /** The app's current rates; without a valid response, the rates of its last valid response. */
  rates: readonly ShippingRate[];
  /** Why the app did not respond; null when it did. */
  unanswered: UnansweredReason | null;
}

/** A request for rates that is ready to be sent to an app. */
export interface AppRateRequest {
  callback: Callback;
  request: SendRequest;
  /** The key of the request; equal keys mean equal parcels. */
  key: string;
  reading: RateReading;
}

/** The services that calling an app needs, with the state kept between calls. */
export interface CallDeps {
  clock: Clock;
  sender: SafeSender;
  breaker: CircuitBreaker;
  lastGood: LastGoodRates;
  /** Called with the errors of a response. */
  reportErrors(callback: Callback, errors: readonly FieldError[]): void;
}

/**
 * Wait for the response, or return null after the time limit, which includes the wait for a connection.
 */
async function waitForResponse(sent: Promise<SendOutcome>): Promise<SendOutcome | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), rateTimeoutMs);
  try {
    return await Promise.race([sent, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

type RateResult = { rates: readonly ShippingRate[] } | { reason: UnansweredReason };

async function requestRates(
  { sender, reportErrors }: CallDeps,
  { callback, request, reading }: AppRateRequest,
): Promise<RateResult> {
  const startedAt = performance.now();
  // guard: rates-wait-for-a-connection with `sender.send(request)` for `waitForResponse(sender.send(request))`: quote-rates.slow.test.ts is part of the 5 s
  const outcome = await waitForResponse(sender.send(request));
  if (outcome === null) return { reason: "timeout" };
  if (outcome.kind === "failed") {
    if (outcome.reason === "busy" || outcome.reason === "closed") return { reason: "busy" };
    return { reason: outcome.reason === "timeout" ? "timeout" : "unreachable" };
  }
  if (outcome.status !== 200) return { reason: "not_200" };
  if (!outcome.complete && outcome.bytes.length < rateLimits.bytes)
    // An incomplete response at the time limit is a timeout; an earlier one means that the connection broke.
    return { reason: performance.now() - startedAt > rateTimeoutMs - 100 ? "timeout" : "unreachable" };
  const read = outcome.complete
    ? readRates(outcome.bytes, reading)
    : { ok: false as const, errors: [fieldError("", "too_long", { max: rateLimits.bytes, unit: "bytes" })] };
  if (read.errors.length > 0) reportErrors(callback, read.errors);
  return read.ok ? { rates: read.rates } : { reason: "malformed" };
}

/**
 * Request the rates of an app, for at most five seconds. This never throws: if the app is slow, unreachable or
 * responds with invalid data, return the rates of its last valid response to the same request, if any.
 */
export async function callApp(deps: CallDeps, appRequest: AppRateRequest): Promise<AppRates> {
  const { clock, breaker, lastGood } = deps;
  const { callback, key } = appRequest;
  // The name includes the URL, so an app with a new URL is called immediately.
  const name = `${callback.id} ${callback.url}`;
  if (!breaker.canCall(name)) return { rates: lastGood.get(callback.id, key), unanswered: "paused" };
  const startedAt = clock.now();
  const result = await requestRates(deps, appRequest);
  if ("rates" in result) {
    breaker.recordSuccess(name);
    lastGood.set(callback.id, key, result.rates);
    return { rates: result.rates, unanswered: null };
  }
  // An app that was not called has not failed.
  if (result.reason !== "busy") breaker.recordFailure(name, startedAt);
  return { rates: lastGood.get(callback.id, key), unanswered: result.reason };
}
