import {
  type FulfillBulkRequest,
  type FulfillmentTopic,
  type FulfillSingleRequest,
  fulfillLimits,
} from "@souk/contract";
import { buildSignedPost, type FailureReason, type SafeSender, type SendOutcome } from "@souk/delivery";
import { type LinkRules, parseResponse } from "./parse-response.ts";
import type { RequestResult } from "./request-rows.ts";

/** Milliseconds within which an app must send its whole response. */
const responseTimeoutMs = fulfillLimits.seconds * 1000;

/** The request to an app: its URL, its content and the secret that signs it. */
export interface AppRequest {
  /** The app's name, as merchants know it. */
  app_name: string;
  app_id: number;
  url: string;
  topic: FulfillmentTopic;
  order_ids: readonly number[];
  fulfillment_order_id: number | null;
  /** The hostname of the store, which identifies it to the app. */
  shop: string;
  /** The client secret with which requests to the app are signed. */
  secret: string;
  /** The id of the fulfillment request. */
  id: number;
  sentAt: Date;
}

/** Build the exact body of a request (FUL-1). */
function buildBody(request: AppRequest): Buffer {
  const body = request.topic === "fulfillment/bulk" ? buildBulkBody(request) : buildSingleBody(request);
  return Buffer.from(JSON.stringify(body));
}

function buildBulkBody({ order_ids }: AppRequest): FulfillBulkRequest {
  return { ids: [...order_ids] };
}

function buildSingleBody({ order_ids: [id = 0], fulfillment_order_id }: AppRequest): FulfillSingleRequest {
  return fulfillment_order_id === null ? { id } : { id, fulfillment_order_id };
}

/**
 * Send orders to an app and wait for its response (FUL-1 to FUL-4). If the app fails in any way, the result contains
 * an error message for the merchant; nothing is thrown.
 */
export async function callApp(
  sender: SafeSender,
  request: AppRequest,
  rules: LinkRules,
): Promise<RequestResult> {
  const outcome = await sender.send({
    ...buildSignedPost({ ...request, id: `fulfillment_request_${request.id}`, body: buildBody(request) }),
    // Each store has its own connections to an app, so a store that keeps the app busy does not block other stores.
    pool: `${request.app_id} ${request.shop}`,
    timeoutMs: responseTimeoutMs,
    maxBytes: fulfillLimits.bytes,
    // If the connection breaks, the app may already have acted, so a retry could book the parcel twice.
    // guard fulfill-asked-again-by-itself: without it, fulfillment-requests/hostile-responses.slow.test.ts fails at `an app that breaks the connection gets no second request`
    once: true,
  });
  const duration_ms = Math.round(outcome.duration_ms);
  const error = findError(outcome);
  if (error !== null || outcome.kind === "failed")
    return { duration_ms, error: buildMessage(request.app_name, error ?? "unreachable") };
  const response = parseResponse(outcome.bytes, rules);
  return response === null
    ? { duration_ms, error: buildMessage(request.app_name, "malformed") }
    : { duration_ms, answer: response };
}

/** Failures before the request was sent. */
type UnsentReason = "unreachable" | "busy";
/** Failures after the request was sent. In these cases, it is unknown what the app has done. */
type UnclearReason = "slow" | "unfinished" | "reset" | "malformed" | { status: number };
type CallError = UnsentReason | UnclearReason;

/** Return what is wrong with a response, or null. Only a complete response with status 200 is valid (FUL-4). */
function findError(outcome: SendOutcome): CallError | null {
  if (outcome.kind === "failed") return errorByReason[outcome.reason];
  // guard fulfill-status-other-than-200: without it, fulfillment-requests/hostile-responses.slow.test.ts fails at `FUL-4 a merchant gets a clear error`
  if (outcome.status !== 200) return { status: outcome.status };
  // guard fulfill-answer-broken-off: with `outcome.bytes.length < fulfillLimits.bytes` instead of `outcome.complete`, fulfillment-requests/hostile-responses.slow.test.ts fails at `FUL-4 an incomplete response is an error, even if its beginning is valid`
  if (outcome.complete) return null;
  return outcome.bytes.length >= fulfillLimits.bytes ? "malformed" : "unfinished";
}

const errorByReason: Readonly<Record<FailureReason, CallError>> = {
  refused_url: "unreachable",
  refused_address: "unreachable",
  dns: "unreachable",
  connect: "unreachable",
  tls: "unreachable",
  connect_timeout: "unreachable",
  invalid_request: "unreachable",
  busy: "busy",
  closed: "busy",
  timeout: "slow",
  reset: "reset",
  invalid_http: "malformed",
};

// Merchants read these messages, so they do not contain the URL or IP address of the app's server.
function buildMessage(appName: string, error: CallError): string {
  const checkAdvice = `Souk changed nothing. Check whether ${appName} has shipped the orders.`;
  if (typeof error === "object")
    return `${appName} responded with status ${error.status} instead of 200. ${checkAdvice}`;
  const messages = {
    unreachable: `${appName} could not be reached. Nothing was changed.`,
    busy: `${appName} cannot be contacted at the moment. Nothing was changed. Try again.`,
    slow: `${appName} did not respond within 10 seconds. ${checkAdvice}`,
    unfinished: `${appName} did not finish its response. ${checkAdvice}`,
    reset: `${appName} closed the connection before it responded. ${checkAdvice}`,
    malformed: `${appName} sent a response that cannot be shown. ${checkAdvice}`,
  } as const;
  return messages[error];
}
