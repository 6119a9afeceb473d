import { DatabaseUnavailable, type Log, type Queryable } from "@souk/database";
import type { Acknowledgement, AttemptRecord } from "./acknowledge.ts";
import type { EndpointAnswer } from "./breaker.ts";
import type { DatabaseTime } from "./database-time.ts";
import { readPayload } from "./due-deliveries.ts";
import type { Failpoint } from "./failpoint.ts";
import { addressOf, type DueDelivery, type LeasedLane } from "./leased-lane.ts";
import { judgeOutcome } from "./outcome.ts";
import { webhookRequest } from "./request.ts";
import type { SafeSender, SendOutcome } from "./safe-send.ts";
import { heldAtMostMs, isPastRetryWindow, nextAttempt } from "./schedule.ts";
import type { SendRequest } from "./transmit.ts";

/** What an attempt needs beside its delivery. */
export interface AttemptParts {
  database: Queryable;
  sender: SafeSender;
  /** The client secret that an app's requests are signed with now; null when it has none any more. */
  signingSecretOf(appId: number): Promise<string | null>;
  /** The hostname of a store, by its handle. */
  shopHost(handle: string): string;
  time: DatabaseTime;
  random: () => number;
  log: Log;
  failpoint: Failpoint;
  /** Told of every request made: `delivered`, `not_200`, or why there was no answer. */
  onAttempt?: (outcome: string, durationMs: number) => void;
}

// Our own fault, such as a secret that cannot be read at the moment: no attempt is counted.
const postponedMs = 60_000;
// All connections to the origin were in use, the database was away for a moment, or this process stops.
const unsentMs = 1_000;

/** What came of trying a delivery. */
export interface Tried {
  told: Acknowledgement;
  /** What the endpoint made of the request; null when none was made. */
  answer: EndpointAnswer | null;
}

/** What is to be sent, or what became of the delivery instead. */
type Prepared = { request: SendRequest } | { state: Acknowledgement["state"]; due_at?: Date };

/**
 * Makes one attempt at a delivery: request, answer, verdict, next attempt (WHK-7). Never throws.
 *
 * @param lane its lane, whose address and state were read just now
 */
export async function attemptDelivery(
  parts: AttemptParts,
  lane: LeasedLane,
  delivery: DueDelivery,
): Promise<Tried> {
  const told = {
    lane_id: lane.id,
    epoch: lane.epoch,
    delivery_id: delivery.id,
    delivery_created_at: delivery.created_at,
    delivery_due_at: delivery.due_at,
  };
  try {
    const prepared = await prepare(parts, lane, delivery);
    if (!("request" in prepared)) return { told: { ...told, ...prepared }, answer: null };
    await parts.failpoint("engine.before-send");
    const startedAt = parts.time.now();
    const outcome = await parts.sender.send(prepared.request);
    parts.onAttempt?.(resultOf(outcome), outcome.duration_ms);
    const { answer, ...became } = verdict(parts, delivery, startedAt, outcome);
    return { told: { ...told, ...became }, answer };
  } catch (error) {
    // Written down as soon as the database is there, and gone on with then; whoever reads and writes says that it is away.
    if (error instanceof DatabaseUnavailable)
      return { told: { ...told, state: "pending", due_at: later(parts, unsentMs) }, answer: null };
    parts.log.error({ err: error, delivery_id: delivery.id }, "A delivery could not be tried.");
    return { told: { ...told, state: "pending", due_at: later(parts, postponedMs) }, answer: null };
  }
}

async function prepare(parts: AttemptParts, lane: LeasedLane, delivery: DueDelivery): Promise<Prepared> {
  if (isTooLate(delivery, parts.time.now())) return { state: "expired" };
  const url = addressOf(lane, delivery);
  if (url === null) return { state: "cancelled" };
  const poison = (why: string): Prepared => {
    parts.log.error({ delivery_id: delivery.id, app_id: lane.app_id }, `A delivery cannot be sent: ${why}.`);
    return { state: "poison" };
  };
  const payload = delivery.payload ?? (await readPayload(parts.database, lane.store_id, delivery));
  // History goes back as far as the log does, so an event may leave it while its delivery waits.
  if (payload === undefined) return { state: "expired" };
  if (payload === null) return poison("its event has no payload");
  const secret = await parts.signingSecretOf(lane.app_id);
  if (secret === null) return poison("its app has no secret");
  const shop = parts.shopHost(lane.shop_handle);
  const request = webhookRequest(delivery, { url, shop, payload, secret });
  // As the widths count: by app and origin, the notice of an uninstall apart.
  return { request: { ...request, pool: `${lane.app_id} ${lane.kind}` } };
}

/**
 * The retry window counts from the first attempt; before that a delivery waits at most as long as a slowed endpoint may hold it.
 * A replay begins both anew.
 */
function isTooLate({ first_attempt_at, replayed_at, created_at }: DueDelivery, now: Date): boolean {
  if (first_attempt_at !== null) return isPastRetryWindow(first_attempt_at, now);
  return now.getTime() > (replayed_at ?? created_at).getTime() + heldAtMostMs;
}

function verdict(
  parts: AttemptParts,
  delivery: DueDelivery,
  startedAt: Date,
  outcome: SendOutcome,
): Pick<Acknowledgement, "state" | "due_at" | "attempt"> & Pick<Tried, "answer"> {
  const judgement = judgeOutcome(outcome);
  if (judgement.verdict === "unsent")
    return { state: "pending", due_at: later(parts, unsentMs), answer: null };
  const attempt = recordOf(delivery, startedAt, outcome);
  if (judgement.verdict === "delivered") return { state: "delivered", attempt, answer: { kind: "success" } };
  const answer = answerOf(outcome, judgement.retryAfterSeconds);
  const next = nextAttempt({
    attempt: attempt.number - delivery.attempts_before,
    firstAttemptAt: delivery.first_attempt_at ?? startedAt,
    now: parts.time.now(),
    random: parts.random,
    retryAfterSeconds: judgement.retryAfterSeconds,
  });
  if (next.expired) return { state: "expired", attempt, answer };
  return { state: "pending", due_at: next.at, attempt, answer };
}

/** Only a 429 is an endpoint's way to ask for less; a 503 may be all it ever says. */
function answerOf(outcome: SendOutcome, retryAfterSeconds = 0): EndpointAnswer {
  if (outcome.kind === "failed") return { kind: "failed", why: outcome.message };
  const why = `It answered ${outcome.status}.`;
  if (outcome.status !== 429) return { kind: "failed", why };
  return { kind: "refused", why, retryAfterMs: retryAfterSeconds * 1_000 };
}

function resultOf(outcome: SendOutcome): string {
  if (outcome.kind === "failed") return outcome.reason;
  return outcome.status === 200 ? "delivered" : "not_200";
}

function recordOf(delivery: DueDelivery, startedAt: Date, outcome: SendOutcome): AttemptRecord {
  const answered = outcome.kind === "answered";
  return {
    number: delivery.attempts + 1,
    started_at: startedAt,
    status: answered ? outcome.status : null,
    failure: answered ? null : outcome.message,
    duration_ms: Math.round(outcome.duration_ms),
    answer: answered ? outcome.body : null,
  };
}

function later({ time }: AttemptParts, ms: number): Date {
  return new Date(time.now().getTime() + ms);
}
