import type { AppContext } from "../context.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import type { FulfillmentHandlers, FulfillmentReply } from "./fulfillment.ts";
import type { Webhook } from "./webhook.ts";

/**
 * Respond to a merchant's Fulfill action (FUL-1 to FUL-4). Unlike webhooks, actions are not deduplicated, because the merchant
 * waits for this response, and each click is a separate request.
 */
export async function answerFulfillment(
  { topic, shop, payload }: Omit<Webhook, "api">,
  handlers: FulfillmentHandlers,
  context: AppContext,
): Promise<Response> {
  try {
    const reply = await callHandler({ topic, shop, payload }, handlers, context);
    if (reply === "invalid") return Response.json({ error: { code: "bad_payload" } }, { status: 400 });
    if (reply === undefined) return Response.json({ error: { code: "no_handler" } }, { status: 404 });
    return Response.json(reply);
  } catch (error) {
    context.report({ where: "fulfillment", shop, error });
    return Response.json({ error: { code: "failed" } }, { status: 500 });
  }
}

/** Call the handler of a topic. @returns its reply; "invalid" for an invalid payload; undefined if the app has no handler */
async function callHandler(
  { topic, shop, payload }: Pick<Webhook, "topic" | "shop" | "payload">,
  { single, bulk }: FulfillmentHandlers,
  context: AppContext,
): Promise<FulfillmentReply | "invalid" | undefined> {
  const api = createStoreClient(shop, context);
  if (topic === "fulfillment/bulk") {
    const { ids } = payload;
    return areIds(ids) ? await bulk?.({ shop, body: { ids }, api }) : "invalid";
  }
  const { id, fulfillment_order_id } = payload;
  if (!isId(id)) return "invalid";
  const body = isId(fulfillment_order_id) ? { id, fulfillment_order_id } : { id };
  return await single?.({ shop, body, api });
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function areIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isId);
}
