import { type FulfillmentTopic, type FulfillOne, type FulfillSeveral, fulfillLimits } from "@souk/contract";
import { type FailureReason, type SafeSender, type SendOutcome, signedPost } from "@souk/delivery";
import { type LinkRules, readAnswer } from "./read-answer.ts";
import type { Settled } from "./request-rows.ts";

/** Milliseconds that an app has for its whole answer. */
const patienceMs = fulfillLimits.seconds * 1000;

/** What an app is asked, and where. */
export interface Question {
  /** As merchants know the app. */
  app_name: string;
  app_id: number;
  url: string;
  topic: FulfillmentTopic;
  order_ids: readonly number[];
  fulfillment_order_id: number | null;
  /** The hostname of the store, which identifies it to the app. */
  shop: string;
  /** The client secret that the app's requests are signed with now. */
  secret: string;
}

/** The exact body of a request (FUL-1). */
function bodyOf(question: Question): Buffer {
  const body = question.topic === "fulfillment/bulk" ? ofSeveral(question) : ofOne(question);
  return Buffer.from(JSON.stringify(body));
}

function ofSeveral({ order_ids }: Question): FulfillSeveral {
  return { ids: [...order_ids] };
}

function ofOne({ order_ids: [id = 0], fulfillment_order_id }: Question): FulfillOne {
  return fulfillment_order_id === null ? { id } : { id, fulfillment_order_id };
}

/** Asks an app about orders and waits for its answer (FUL-1 to FUL-4). It throws for nothing that the app does. */
export async function askApp(sender: SafeSender, question: Question, rules: LinkRules): Promise<Settled> {
  const outcome = await sender.send({
    ...signedPost({ ...question, body: bodyOf(question) }),
    // A shop that keeps an app busy takes nothing from the app's other shops.
    pool: `${question.app_id} ${question.shop}`,
    timeoutMs: patienceMs,
    wantedBytes: fulfillLimits.bytes,
    // A connection that breaks tells nothing of whether the app has begun: it books no parcel twice.
    once: true,
  });
  const duration_ms = Math.round(outcome.duration_ms);
  const error = faultOf(outcome);
  if (error !== null || outcome.kind === "failed")
    return { duration_ms, error: sentence(question.app_name, error ?? "unreachable") };
  const answer = readAnswer(outcome.bytes, rules);
  return answer === null
    ? { duration_ms, error: sentence(question.app_name, "malformed") }
    : { duration_ms, answer };
}

/** The request never left. */
type Unasked = "unreachable" | "busy";
/** It did, and what the app has done about it nobody knows here. */
type Unclear = "slow" | "unfinished" | "reset" | "malformed" | { status: number };
type Fault = Unasked | Unclear;

/** FUL-4: only 200 with all of its body counts. */
function faultOf(outcome: SendOutcome): Fault | null {
  if (outcome.kind === "failed") return faults[outcome.reason];
  if (outcome.status !== 200) return { status: outcome.status };
  if (outcome.complete) return null;
  return outcome.bytes.length >= fulfillLimits.bytes ? "malformed" : "unfinished";
}

const faults: Readonly<Record<FailureReason, Fault>> = {
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

// A merchant reads these. None says where the app's server is, or which address answered.
function sentence(app: string, fault: Fault): string {
  const unclear = `Souk changed nothing; look whether ${app} has sent the orders.`;
  if (typeof fault === "object") return `${app} answered with status ${fault.status}, not 200. ${unclear}`;
  const told = {
    unreachable: `${app} could not be reached. Nothing was changed.`,
    busy: `${app} could not be asked at the moment; try again. Nothing was changed.`,
    slow: `${app} did not answer within 10 seconds. ${unclear}`,
    unfinished: `${app} did not finish its answer. ${unclear}`,
    reset: `${app} broke off before it answered. ${unclear}`,
    malformed: `${app} answered something that cannot be shown. ${unclear}`,
  } as const;
  return told[fault];
}
