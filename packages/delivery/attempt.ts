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
import { isPastRetryWindow, maxWaitMs, planNextAttempt } from "./schedule.ts";
import type { SendRequest } from "./transmit.ts";

/** The dependencies of an attempt. */
export interface AttemptDeps {
  database: Queryable;
  sender: SafeSender;
  /** Return the client secret that an app's requests are signed with now; null when the app has none. */
  findSigningSecret(appId: number): Promise<string | null>;
  /** Return the hostname of a store, by its handle. */
  storeHost(handle: string): string;
  time: DatabaseTime;
  random: () => number;
  log: Log;
  failpoint: Failpoint;
  /** The callback for every request made: `delivered`, `not_200`, or why there was no response. */
  onAttempt?: (outcome: string, durationMs: number) => void;
}

// The delay after an error of the platform, such as an unreadable secret: no attempt is counted.
const postponedMs = 60_000;
// The delay when all connections to the origin were in use, the database was unavailable, or this process is stopping.
const unsentMs = 1_000;

/** The result of an attempt at a delivery. */
export interface AttemptResult {
  acknowledgement: Acknowledgement;
  /** The result for the endpoint's breaker; null when no request was made. */
  endpointResult: EndpointResult | null;
}

/** The request to send, or the new state of a delivery that is not sent. */
type Prepared = { request: SendRequest } | { state: Acknowledgement["state"]; due_at?: Date };

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
  const acknowledgement = {
    lane_id: lane.id,
    epoch: lane.epoch,
    delivery_id: delivery.id,
    delivery_created_at: delivery.created_at,
    delivery_due_at: delivery.due_at,
  };
  try {
    const prepared = await prepareRequest(deps, lane, delivery);
    if (!("request" in prepared))
      return { acknowledgement: { ...acknowledgement, ...prepared }, endpointResult: null };
    await deps.failpoint("engine.before-send");
    const startedAt = deps.time.now();
    const outcome = await deps.sender.send(prepared.request);
    deps.onAttempt?.(formatResult(outcome), outcome.duration_ms);
    const { endpointResult, ...changes } = evaluateAttempt(deps, delivery, startedAt, outcome);
    return { acknowledgement: { ...acknowledgement, ...changes }, endpointResult };
  } catch (error) {
    // The acknowledgement is stored once the database is available again. The reader and writer log the outage.
    if (error instanceof DatabaseUnavailable)
      return {
        acknowledgement: { ...acknowledgement, state: "pending", due_at: addMs(deps, unsentMs) },
        endpointResult: null,
      };
    deps.log.error({ err: error, delivery_id: delivery.id }, "A delivery could not be tried.");
    return {
      acknowledgement: { ...acknowledgement, state: "pending", due_at: addMs(deps, postponedMs) },
      endpointResult: null,
    };
  }
}

async function prepareRequest(deps: AttemptDeps, lane: LeasedLane, delivery: DueDelivery): Promise<Prepared> {
  if (hasExpired(delivery, deps.time.now())) return { state: "expired" };
  const url = getUrl(lane, delivery);
  if (url === null) return { state: "cancelled" };
  const poison = (reason: string): Prepared => {
    deps.log.error(
      { delivery_id: delivery.id, app_id: lane.app_id },
      `A delivery cannot be sent: ${reason}.`,
    );
    return { state: "poison" };
  };
  const payload = delivery.payload ?? (await readPayload(deps.database, lane.store_id, delivery));
  // An event may leave the log while its delivery waits, because history reaches back as far as the log does.
  // guard: event-that-left-the-log: delivery-responses.test.ts has left the log
  if (payload === undefined) return { state: "expired" };
  if (payload === null) return poison("its event has no payload");
  const secret = await deps.findSigningSecret(lane.app_id);
  if (secret === null) return poison("its app has no secret");
  const shop = deps.storeHost(lane.store_handle);
  const request = buildWebhookRequest(delivery, { url, shop, payload, secret });
  // Connections are shared like the widths: per app and origin, with the notice of an uninstall separate.
  return { request: { ...request, pool: `${lane.app_id} ${lane.kind}` } };
}

/**
 * Return whether a delivery is too old to be sent: 48 hours after its first attempt, or 7 days after its creation or
 * replay without an attempt. A replay restarts both.
 */
function hasExpired({ first_attempt_at, replayed_at, created_at }: DueDelivery, now: Date): boolean {
  if (first_attempt_at !== null) return isPastRetryWindow(first_attempt_at, now);
  return now.getTime() > (replayed_at ?? created_at).getTime() + maxWaitMs;
}

function evaluateAttempt(
  deps: AttemptDeps,
  delivery: DueDelivery,
  startedAt: Date,
  outcome: SendOutcome,
): Pick<Acknowledgement, "state" | "due_at" | "attempt"> & Pick<AttemptResult, "endpointResult"> {
  const evaluation = evaluateOutcome(outcome);
  if (evaluation.verdict === "unsent")
    return { state: "pending", due_at: addMs(deps, unsentMs), endpointResult: null };
  const attempt = buildAttemptRecord(delivery, startedAt, outcome);
  if (evaluation.verdict === "delivered")
    return { state: "delivered", attempt, endpointResult: { kind: "success" } };
  const endpointResult = toEndpointResult(outcome, evaluation.retryAfterSeconds);
  const next = planNextAttempt({
    attempt: attempt.number - delivery.attempts_before,
    firstAttemptAt: delivery.first_attempt_at ?? startedAt,
    now: deps.time.now(),
    random: deps.random,
    retryAfterSeconds: evaluation.retryAfterSeconds,
  });
  if (next.expired) return { state: "expired", attempt, endpointResult };
  return { state: "pending", due_at: next.at, attempt, endpointResult };
}

/** Return the result for the endpoint's breaker. Only a 429 slows the endpoint; a 503 may be all it ever returns. */
function toEndpointResult(outcome: SendOutcome, retryAfterSeconds = 0): EndpointResult {
  if (outcome.kind === "failed") return { kind: "failed", why: outcome.message };
  const why = `It answered ${outcome.status}.`;
  if (outcome.status !== 429) return { kind: "failed", why };
  return { kind: "refused", why, retryAfterMs: retryAfterSeconds * 1_000 };
}

function formatResult(outcome: SendOutcome): string {
  if (outcome.kind === "failed") return outcome.reason;
  return outcome.status === 200 ? "delivered" : "not_200";
}

function buildAttemptRecord(delivery: DueDelivery, startedAt: Date, outcome: SendOutcome): AttemptRecord {
  const isAnswered = outcome.kind === "answered";
  return {
    number: delivery.attempts + 1,
    started_at: startedAt,
    status: isAnswered ? outcome.status : null,
    failure: isAnswered ? null : outcome.message,
    duration_ms: Math.round(outcome.duration_ms),
    answer: isAnswered ? outcome.body : null,
  };
}

function addMs({ time }: AttemptDeps, ms: number): Date {
  return new Date(time.now().getTime() + ms);
}
