import type { AppContext } from "../context.ts";
import { answerFulfillment } from "./answer-fulfillment.ts";
import { answerRates } from "./answer-rates.ts";
import type { FulfillmentHandlers } from "./fulfillment.ts";
import { type DeliveryDeps, handleDelivery } from "./handle-delivery.ts";
import { isRateTopic, type RateHandler } from "./rates.ts";
import { type ReceiveFailure, verifyRequest } from "./receive.ts";

/** What handles the three kinds of requests to the webhook URL. */
export interface WebhookUrlHandlers {
  delivery: DeliveryDeps;
  fulfillment: FulfillmentHandlers;
  rates: RateHandler | undefined;
}

const statusByFailure: Readonly<Record<ReceiveFailure, number>> = {
  body_too_large: 413,
  missing_signature: 401,
  bad_signature: 401,
  stale_timestamp: 401,
  bad_shop: 401,
  bad_payload: 400,
  missing_topic: 400,
  malformed_json: 400,
};

/** Handle a request to the webhook URL: a webhook, a Fulfill action or a rate request. */
export async function receiveRequest(
  request: Request,
  handlers: WebhookUrlHandlers,
  context: AppContext,
): Promise<Response> {
  const verdict = await verifyRequest(request, context);
  if (!verdict.ok)
    return Response.json({ error: { code: verdict.reason } }, { status: statusByFailure[verdict.reason] });
  const { topic } = verdict.webhook;
  if (topic === "fulfillment/single" || topic === "fulfillment/bulk")
    return await answerFulfillment(verdict.webhook, handlers.fulfillment, context);
  if (isRateTopic(topic)) return await answerRates(verdict.webhook, handlers.rates, context);
  return await handleDelivery(verdict, handlers.delivery, context);
}
