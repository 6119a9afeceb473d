import { type Operation, throwApiError } from "@souk/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Addresses } from "../runtime/addresses.ts";
import { authenticate, type Principal } from "./authenticate.ts";
import type { CallerLookups } from "./caller-lookups.ts";
import { readHost } from "./host.ts";
import type { KnownCallers, Place } from "./known-callers.ts";
import { buildRateLimitHeaders, type RateState } from "./rate-limit.ts";
import {
  consumeRequest,
  findExhausted,
  type RequestCharge,
  type RequestRateLimiters,
} from "./request-costs.ts";

/** Dependencies of authenticating callers and of applying their rate limits. */
export interface CallerLimitDeps extends RequestRateLimiters {
  callers: CallerLookups;
  addresses: Addresses;
  knownCallers: KnownCallers;
}

/** Set the headers of the rate limit. @throws ApiError `rate_limited` if the request is not allowed */
export function applyRateLimit(reply: FastifyReply, rateState: RateState): void {
  reply.headers(buildRateLimitHeaders(rateState));
  if (!rateState.isAllowed) throwApiError("rate_limited", { retry_after_s: rateState.retryAfterSeconds });
}

/** Read which place a request is for: its host, and the store that the host or the path names. */
function readPlace({ headers, params }: FastifyRequest, addresses: Addresses): Place {
  const host = readHost(headers.host, addresses);
  return host.kind === "store" ? host : { ...host, handle: (params as Record<string, string>).store ?? "" };
}

/** Remember the principal of an authenticated request, for `rejectExhaustedCaller`. */
function rememberPrincipal(
  request: FastifyRequest,
  principal: Principal,
  { knownCallers, addresses }: CallerLimitDeps,
): void {
  knownCallers.rememberPrincipal(request, readPlace(request, addresses), principal);
}

/**
 * Reject a request before its authentication if its token or session has used up its rate limit. For many requests,
 * authentication costs the database as much as all other work. Without this check, a flood of requests beyond the limit would be
 * expensive.
 * @throws ApiError `rate_limited`
 */
function rejectExhaustedCaller(request: FastifyRequest, reply: FastifyReply, deps: CallerLimitDeps): void {
  const callers = deps.knownCallers.findRateLimited(request, readPlace(request, deps.addresses));
  // If a request has several sessions, any of them may authenticate it, so it is rejected only if all are exhausted.
  const rejections = callers.map((caller) => findExhausted(caller, deps));
  const [rejection = null] = rejections;
  if (rejection !== null && !rejections.includes(null)) applyRateLimit(reply, rejection);
}

/** Authenticate the caller of a request, and charge its rate limit. @throws ApiError `rate_limited`, and as `authenticate` does */
export async function authenticateWithinLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, deps }: { operation: Operation; deps: CallerLimitDeps },
): Promise<Principal> {
  // guard rejection-before-authentication: without it, known-callers.test.ts fails
  if (operation.auth === "token" || operation.auth === "session") rejectExhaustedCaller(request, reply, deps);
  const principal = await authenticate(request, operation, deps.callers, deps.addresses);
  // The principal is set before the checks, so that the log of failed requests, which staff read, has the caller of a rejected request.
  request.principal = principal;
  // A caller beyond its limit is remembered too. Otherwise each of its requests would be authenticated.
  rememberPrincipal(request, principal, deps);
  const rateState = consumeRequest(principal, deps);
  if (rateState !== null) applyRateLimit(reply, rateState);
  else if (!operation.throttle) applyRateLimit(reply, deps.installationRateLimiter.getFullState());
  return principal;
}

/**
 * Assert that neither the caller nor the apps of its store are deeply in debt because of requests that ended while this request waited.
 * @throws ApiError `rate_limited`
 */
export function assertNotInDebt(reply: FastifyReply, charge: RequestCharge): void {
  const debt = charge.findDebt();
  if (debt !== null) applyRateLimit(reply, debt);
}
