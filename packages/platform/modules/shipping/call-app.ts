import {
  type FieldError,
  fieldError,
  type OperationResponse,
  type operations,
  shippingRateLimits,
} from "@souk/contract";
import type { SafeSender, SendOutcome, SendRequest } from "@souk/delivery";
import type { Clock } from "../../runtime/clock.ts";
import type { Callback } from "../customization/index.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { LastGoodRates } from "./last-good-rates.ts";
import { rateTimeoutMs } from "./rate-request.ts";
import { type RateContext, readRates, type ShippingRate } from "./read-rates.ts";

export type UnansweredReason = OperationResponse<
  typeof operations.listShippingRates
>["unanswered"][number]["reason"];

/** An app's rates for a parcel. */
export interface AppRates {
  /** The rates in the app's response. If there is no valid response, the stored rates of the app's last valid response. */
  rates: readonly ShippingRate[];
  /** The reason why the app has sent no valid response; null if it has sent a valid response. */
  unanswered: UnansweredReason | null;
}

/** A request for rates that is ready to be sent to an app. */
export interface AppRateRequest {
  callback: Callback;
  request: SendRequest;
  /** The key of the request. Requests with equal keys are for equal parcels. */
  key: string;
  context: RateContext;
}

/** The services that calling an app needs, and the state that is kept between calls. */
export interface CallDeps {
  clock: Clock;
  sender: SafeSender;
  breaker: CircuitBreaker;
  lastGoodRates: LastGoodRates;
  /** Called with the errors of a response. */
  reportErrors(callback: Callback, errors: readonly FieldError[]): void;
}

/** Wait for a response. Return null after the time limit, which includes the wait for a connection. */
async function waitForResponse(pendingOutcome: Promise<SendOutcome>): Promise<SendOutcome | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), rateTimeoutMs);
  try {
    return await Promise.race([pendingOutcome, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** An incomplete response that ends at most this many milliseconds before the time limit counts as a timeout. */
const timerToleranceMs = 100;

type RateResult = { rates: readonly ShippingRate[] } | { reason: UnansweredReason };

async function requestRates(
  { sender, reportErrors }: CallDeps,
  { callback, request, context }: AppRateRequest,
): Promise<RateResult> {
  const startedAt = performance.now();
  // guard rates-wait-for-a-connection: with `sender.send(request)` instead of `waitForResponse(sender.send(request))`, quote-rates.slow.test.ts fails at `is part of the 5 s`
  const outcome = await waitForResponse(sender.send(request));
  if (outcome === null) return { reason: "timeout" };
  if (outcome.kind === "failed") {
    if (outcome.reason === "busy" || outcome.reason === "closed") return { reason: "busy" };
    return { reason: outcome.reason === "timeout" ? "timeout" : "unreachable" };
  }
  if (outcome.status !== 200) return { reason: "not_200" };
  if (!outcome.complete && outcome.bytes.length < shippingRateLimits.bytes)
    // An incomplete response at the time limit is a timeout. Before the time limit, an incomplete response means that the connection
    // broke.
    return {
      reason: performance.now() - startedAt > rateTimeoutMs - timerToleranceMs ? "timeout" : "unreachable",
    };
  const result = outcome.complete
    ? readRates(outcome.bytes, context)
    : {
        ok: false as const,
        errors: [fieldError("", "too_long", { max: shippingRateLimits.bytes, unit: "bytes" })],
      };
  if (result.errors.length > 0) reportErrors(callback, result.errors);
  return result.ok ? { rates: result.rates } : { reason: "malformed" };
}

/**
 * Request rates from an app, for at most five seconds. If the app is slow, unreachable or responds with invalid data, this
 * does not throw, but returns the rates of the app's last valid response to the same request, if there is one.
 */
export async function callApp(deps: CallDeps, appRequest: AppRateRequest): Promise<AppRates> {
  const { clock, breaker, lastGoodRates } = deps;
  const { callback, key } = appRequest;
  // The key includes the URL, so that an app whose URL was changed is called immediately.
  const breakerKey = `${callback.id} ${callback.url}`;
  if (!breaker.tryStartCall(breakerKey))
    return { rates: lastGoodRates.get(callback.id, key), unanswered: "paused" };
  const startedAt = clock.now();
  const result = await requestRates(deps, appRequest);
  if ("rates" in result) {
    breaker.recordSuccess(breakerKey);
    lastGoodRates.set(callback.id, key, result.rates);
    return { rates: result.rates, unanswered: null };
  }
  // If all connections were busy, the app was not called, so it has not failed.
  if (result.reason !== "busy") breaker.recordFailure(breakerKey, startedAt);
  return { rates: lastGoodRates.get(callback.id, key), unanswered: result.reason };
}
