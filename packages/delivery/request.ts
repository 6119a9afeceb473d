import { topicOf } from "@souk/contract";
import type { DueDelivery } from "./leased-lane.ts";
import { guardedPayload } from "./reduce-payload.ts";
import { signedPost } from "./signed-post.ts";
import type { SendRequest } from "./transmit.ts";

const webhookUserAgent = "Souk-Webhooks/1";

/** What a webhook's request is made of beside the delivery itself. */
export interface WebhookParts {
  url: string;
  /** The hostname of the store, which identifies it to the app. */
  shop: string;
  payload: string;
  /** The client secret that the app's requests are signed with at this moment. */
  secret: string;
}

/**
 * Makes the request of one attempt (WHK-4 to WHK-6). Its body is the same bytes at every attempt (P13); what differs is the
 * number of the attempt, and the signature when the app's secret was switched in between.
 */
export function webhookRequest(
  delivery: DueDelivery,
  { url, shop, payload, secret }: WebhookParts,
): SendRequest {
  const body = Buffer.from(guardedPayload(payload, delivery.topic, delivery), "utf8");
  const post = signedPost({ url, topic: delivery.topic, shop, body, secret });
  const headers: Record<string, string> = {
    ...post.headers,
    // The sender names one of its own in this spelling.
    "user-agent": webhookUserAgent,
    "Service-Webhook-Id": String(delivery.id),
    "Service-Event-Id": String(delivery.event_id),
    "Service-Attempt": String(delivery.attempts + 1),
    "Service-Triggered-At": (delivery.occurred_at ?? delivery.created_at).toISOString(),
    "Service-Event-Sequence": String(delivery.event_sequence),
    "Service-Delivery-Sequence": String(delivery.number),
  };
  // Who remembers what it has handled would take what somebody asked for anew for a retry.
  if (delivery.replays > 0) headers["Service-Replay"] = String(delivery.replays);
  // WHK-6: on product/update and inventory topics only.
  if (topicOf(delivery.topic)?.context) {
    if (delivery.context !== null) headers["Service-Webhook-Context"] = delivery.context;
    if (delivery.trigger_by_app !== null) headers["Service-Webhook-Trigger-By-App"] = delivery.trigger_by_app;
  }
  return { ...post, headers };
}
