import { DatabaseUnavailable, type Log, type Queryable } from "@souk/database";
import type { Acknowledgement, AttemptRecord } from "./acknowledge.ts";
import type { EndpointResult } from "./breaker.ts";
import type { DatabaseTime } from "./database-time.ts";
import { readPayload } from "./due-deliveries.ts";
import type { Failpoint } from "./failpoint.ts";
import { type DueDelivery, getUrl, type LeasedLane } from "./leased-lane.ts";
import { evaluateOutcome } from "./outcome.ts";
import { buildWebhookRequest } from "./request.ts";
import type { SafeSender, SendOutcome } from "./safe-send.ts";
import { isPastRetryWindow, maxFirstWaitMs, planNextAttempt } from "./schedule.ts";
import type { SendRequest } from "./transmit.ts";

/** The dependencies of `attemptDelivery`. */
export interface AttemptDeps {
  database: Queryable;
  sender: SafeSender;
  /** Return the client secret with which requests to an app are currently signed; null if the app has none. */
  findSigningSecret(appId: number): Promise<string | null>;
  /** Return the hostname of a store, by its handle. */
  getStoreHost(handle: string): string;
  estimatedTime: DatabaseTime;
  random: () => number;
  log: Log;
  failpoint: Failpoint;
  /** Called after every request with `delivered`, `not_200`, or the reason why there was no response. */
  onAttempt?: (outcome: string, durationMs: number) => void;
}

// The delay of a delivery after an error of the platform, such as an unreadable secret. The error does not count as an attempt.
const postponeMs = 60_000;
// The delay of a delivery that was not sent because all connections to the origin were in use, the database was unavailable,
// or this process is stopping.
const unsentDelayMs = 1_000;

/** The result of an attempt at a delivery. */
export interface AttemptResult {
  acknowledgement: Acknowledgement;
  /** The result for the endpoint's breaker; null when no request was made. */
  endpointResult: EndpointResult | null;
}

/** The request to send; or, if the delivery must not be sent, its new state. */
type PreparedAttempt = { request: SendRequest } | { state: Acknowledgement["state"]; due_at?: Date };

/**
 * Make one attempt at a delivery: send the request, evaluate the response and plan the next attempt (WHK-7). Never
 * throws.
 *
 * @param lane the delivery's lane, whose URL and state have just been read
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  lane: LeasedLane,
  delivery: DueDelivery,
): Promise<AttemptResult> {
  const deliveryFields = {
    lane_id: lane.id,
    epoch: lane.epoch,
    delivery_id: delivery.id,
    delivery_created_at: delivery.created_at,
    delivery_due_at: delivery.due_at,
  };
  try {
    const preparedAttempt = await prepareAttempt(deps, lane, delivery);
    if (!("request" in preparedAttempt))
      return { acknowledgement: { ...deliveryFields, ...preparedAttempt }, endpointResult: null };
    await deps.failpoint("engine.before-send");
    const startedAt = deps.estimatedTime.now();
    const outcome = await deps.sender.send(preparedAttempt.request);
    deps.onAttempt?.(getResultLabel(outcome), outcome.duration_ms);
    const { endpointResult, ...changes } = evaluateAttempt(deps, delivery, startedAt, outcome);
    return { acknowledgement: { ...deliveryFields, ...changes }, endpointResult };
  } catch (error) {
    // The acknowledgement is stored once the database is available again. `openDatabase` logs the outage.
    if (error instanceof DatabaseUnavailable)
      return {
        acknowledgement: { ...deliveryFields, state: "pending", due_at: addToNow(deps, unsentDelayMs) },
        endpointResult: null,
      };
    deps.log.error({ err: error, delivery_id: delivery.id }, "A delivery could not be attempted.");
    return {
      acknowledgement: { ...deliveryFields, state: "pending", due_at: addToNow(deps, postponeMs) },
      endpointResult: null,
    };
  }
}

async function prepareAttempt(
  deps: AttemptDeps,
  lane: LeasedLane,
  delivery: DueDelivery,
): Promise<PreparedAttempt> {
  if (hasExpired(delivery, deps.estimatedTime.now())) return { state: "expired" };
  const url = getUrl(lane, delivery);
  if (url === null) return { state: "cancelled" };
  const reportPoison = (reason: string): PreparedAttempt => {
    deps.log.error(
      { delivery_id: delivery.id, app_id: lane.app_id },
      `A delivery cannot be sent: ${reason}.`,
    );
    return { state: "poison" };
  };
  const payload = delivery.payload ?? (await readPayload(deps.database, lane.store_id, delivery));
  // A replayed delivery of an old event may still wait when the event is deleted from the log.
  // guard event-that-left-the-log: without it, delivery-responses.test.ts fails at `has left the log`
  if (payload === undefined) return { state: "expired" };
  if (payload === null) return reportPoison("its event has no payload");
  const secret = await deps.findSigningSecret(lane.app_id);
  if (secret === null) return reportPoison("its app has no secret");
  const shop = deps.getStoreHost(lane.store_handle);
  const request = buildWebhookRequest(delivery, {
    url,
    shop,
    payload,
    secret,
    sentAt: deps.estimatedTime.now(),
  });
  // Connections are pooled per app and origin, because the concurrency limits also apply per app and origin. Uninstall notices
  // have their own pool.
  return { request: { ...request, pool: `${lane.app_id} ${lane.kind}` } };
}

/**
 * Return whether a delivery is too old to be sent: 48 hours after its first attempt, or 7 days after its creation or
 * replay if it was never attempted. A replay restarts both periods.
 */
function hasExpired({ first_attempt_at, replayed_at, created_at }: DueDelivery, now: Date): boolean {
  if (first_attempt_at !== null) return isPastRetryWindow(first_attempt_at, now);
  return now.getTime() > (replayed_at ?? created_at).getTime() + maxFirstWaitMs;
}

function evaluateAttempt(
  deps: AttemptDeps,
  delivery: DueDelivery,
  startedAt: Date,
  outcome: SendOutcome,
): Pick<Acknowledgement, "state" | "due_at" | "attempt"> & Pick<AttemptResult, "endpointResult"> {
  const evaluation = evaluateOutcome(outcome);
  if (evaluation.verdict === "unsent")
    return { state: "pending", due_at: addToNow(deps, unsentDelayMs), endpointResult: null };
  const attempt = buildAttemptRecord(delivery, startedAt, outcome);
  if (evaluation.verdict === "delivered")
    return { state: "delivered", attempt, endpointResult: { kind: "success" } };
  const endpointResult = toEndpointResult(outcome, evaluation.retryAfterSeconds);
  const next = planNextAttempt({
    attempt: attempt.number - delivery.attempts_before,
    firstAttemptAt: delivery.first_attempt_at ?? startedAt,
    now: deps.estimatedTime.now(),
    random: deps.random,
    retryAfterSeconds: evaluation.retryAfterSeconds,
  });
  if (next.expired) return { state: "expired", attempt, endpointResult };
  return { state: "pending", due_at: next.at, attempt, endpointResult };
}

/**
 * Return the result for the endpoint's breaker. A 429 only slows the requests to the endpoint. A 503 counts as a failure,
 * because a broken endpoint may respond to every request with 503.
 */
function toEndpointResult(outcome: SendOutcome, retryAfterSeconds = 0): EndpointResult {
  if (outcome.kind === "failed") return { kind: "failed", message: outcome.message };
  const message = `It answered ${outcome.status}.`;
  if (outcome.status !== 429) return { kind: "failed", message };
  return { kind: "rejected", message, retryAfterMs: retryAfterSeconds * 1_000 };
}

function getResultLabel(outcome: SendOutcome): string {
  if (outcome.kind === "failed") return outcome.reason;
  return outcome.status === 200 ? "delivered" : "not_200";
}

function buildAttemptRecord(delivery: DueDelivery, startedAt: Date, outcome: SendOutcome): AttemptRecord {
  const hasResponse = outcome.kind === "answered";
  return {
    number: delivery.attempts + 1,
    started_at: startedAt,
    status: hasResponse ? outcome.status : null,
    failure: hasResponse ? null : outcome.message,
    duration_ms: Math.round(outcome.duration_ms),
    answer: hasResponse ? outcome.body : null,
  };
}

function addToNow({ estimatedTime }: AttemptDeps, ms: number): Date {
  return new Date(estimatedTime.now().getTime() + ms);
}
