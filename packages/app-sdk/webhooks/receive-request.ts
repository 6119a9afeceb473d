import type { Ground } from "../ground.ts";
import { answerFulfillment } from "./answer-fulfillment.ts";
import { answerRates } from "./answer-rates.ts";
import type { FulfillmentHandlers } from "./fulfillment.ts";
import { type DeliveryRules, handleDelivery } from "./handle-delivery.ts";
import { isRateTopic, type RateHandler } from "./rates.ts";
import { type ReceivedRefusal, receive } from "./receive.ts";

export interface ReceiveRules {
  delivery: DeliveryRules;
  fulfillment: FulfillmentHandlers;
  rates: RateHandler | undefined;
}

const statusOf: Readonly<Record<ReceivedRefusal, number>> = {
  body_too_large: 413,
  missing_signature: 401,
  bad_signature: 401,
  bad_shop: 401,
  bad_payload: 400,
  missing_topic: 400,
  malformed_json: 400,
};

/** Answers the webhook URL: webhooks, and the Fulfill action and questions for rates where the app takes them. */
export async function receiveRequest(
  request: Request,
  rules: ReceiveRules,
  ground: Ground,
): Promise<Response> {
  const received = await receive(request, ground);
  if (!received.ok)
    return Response.json({ error: { code: received.reason } }, { status: statusOf[received.reason] });
  const { topic } = received.webhook;
  if (topic === "fulfillment/single" || topic === "fulfillment/bulk")
    return await answerFulfillment(received.webhook, rules.fulfillment, ground);
  if (isRateTopic(topic)) return await answerRates(received.webhook, rules.rates, ground);
  return await handleDelivery(received, rules.delivery, ground);
}
