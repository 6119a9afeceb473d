import type { Ground } from "../ground.ts";
import { shopClient } from "../shop-api/shop-client.ts";
import type { FulfillmentHandlers, FulfillmentReply } from "./fulfillment.ts";
import type { Webhook } from "./webhook.ts";

/**
 * Answers a merchant's Fulfill action (FUL-1 to FUL-4). It is not remembered like a webhook: the merchant waits for this answer,
 * and who presses twice asks twice.
 */
export async function answerFulfillment(
  { topic, shop, payload }: Omit<Webhook, "api">,
  handlers: FulfillmentHandlers,
  ground: Ground,
): Promise<Response> {
  try {
    const reply = await replyTo({ topic, shop, payload }, handlers, ground);
    if (reply === "unreadable") return Response.json({ error: { code: "bad_payload" } }, { status: 400 });
    if (reply === undefined) return Response.json({ error: { code: "no_handler" } }, { status: 404 });
    return Response.json(reply);
  } catch (error) {
    ground.report({ where: "fulfillment", shop, error });
    return Response.json({ error: { code: "failed" } }, { status: 500 });
  }
}

async function replyTo(
  { topic, shop, payload }: Pick<Webhook, "topic" | "shop" | "payload">,
  { single, bulk }: FulfillmentHandlers,
  ground: Ground,
): Promise<FulfillmentReply | "unreadable" | undefined> {
  const api = shopClient(shop, ground);
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
