import type { AppContext } from "../context.ts";
import { createStoreClient } from "../store-api/store-client.ts";
import type { FulfillmentHandlers, FulfillmentReply } from "./fulfillment.ts";
import type { Webhook } from "./webhook.ts";

/**
 * Answer a merchant's Fulfill action (FUL-1 to FUL-4). It is not deduplicated like a webhook: the merchant waits for this
 * response, and each press is a request.
 */
export async function answerFulfillment(
  { topic, shop, payload }: Omit<Webhook, "api">,
  handlers: FulfillmentHandlers,
  context: AppContext,
): Promise<Response> {
  try {
    const reply = await replyTo({ topic, shop, payload }, handlers, context);
    if (reply === "unreadable") return Response.json({ error: { code: "bad_payload" } }, { status: 400 });
    if (reply === undefined) return Response.json({ error: { code: "no_handler" } }, { status: 404 });
    return Response.json(reply);
  } catch (error) {
    context.report({ where: "fulfillment", shop, error });
    return Response.json({ error: { code: "failed" } }, { status: 500 });
  }
}

async function replyTo(
  { topic, shop, payload }: Pick<Webhook, "topic" | "shop" | "payload">,
  { single, bulk }: FulfillmentHandlers,
  context: AppContext,
): Promise<FulfillmentReply | "unreadable" | undefined> {
  const api = createStoreClient(shop, context);
  if (topic === "fulfillment/bulk") {
    const { ids } = payload;
    return isIds(ids) ? await bulk?.({ shop, body: { ids }, api }) : "unreadable";
  }
  const { id, fulfillment_order_id } = payload;
  if (!isId(id)) return "unreadable";
  const body = isId(fulfillment_order_id) ? { id, fulfillment_order_id } : { id };
  return await single?.({ shop, body, api });
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isId);
}
