import type { AppContext } from "../context.ts";
import { answerFulfillment } from "./answer-fulfillment.ts";
import { answerRates } from "./answer-rates.ts";
import type { FulfillmentHandlers } from "./fulfillment.ts";
import { type DeliveryRules, handleDelivery } from "./handle-delivery.ts";
import { isRateTopic, type RateHandler } from "./rates.ts";
import { type ReceiveFailure, receive } from "./receive.ts";

export interface ReceiveRules {
  delivery: DeliveryRules;
  fulfillment: FulfillmentHandlers;
  rates: RateHandler | undefined;
}

const statusByFailure: Readonly<Record<ReceiveFailure, number>> = {
  body_too_large: 413,
  missing_signature: 401,
  bad_signature: 401,
  bad_shop: 401,
  bad_payload: 400,
  missing_topic: 400,
  malformed_json: 400,
};

/** Answer a request to the webhook URL: webhooks, and the Fulfill action and rate requests where the app handles them. */
export async function receiveRequest(
  request: Request,
  rules: ReceiveRules,
  context: AppContext,
): Promise<Response> {
  const received = await receive(request, context);
  if (!received.ok)
    return Response.json({ error: { code: received.reason } }, { status: statusByFailure[received.reason] });
  const { topic } = received.webhook;
  if (topic === "fulfillment/single" || topic === "fulfillment/bulk")
    return await answerFulfillment(received.webhook, rules.fulfillment, context);
  if (isRateTopic(topic)) return await answerRates(received.webhook, rules.rates, context);
  return await handleDelivery(received, rules.delivery, context);
}
