import { findTopic } from "@souk/contract";
import type { DueDelivery } from "./leased-lane.ts";
import { filterPayload } from "./reduce-payload.ts";
import { buildSignedPost } from "./signed-post.ts";
import type { SendRequest } from "./transmit.ts";

const webhookUserAgent = "Souk-Webhooks/1";

/** The data of a webhook's request that its delivery does not contain. */
export interface WebhookInput {
  url: string;
  /** The hostname of the store, which tells the app from which store the webhook comes. */
  shop: string;
  payload: string;
  /** The app's current client secret, which signs the request. */
  secret: string;
  /** The time of the attempt. */
  sentAt: Date;
}

/**
 * Build the request of one attempt (WHK-4 to WHK-6). Every attempt has the same body, byte for byte (P13). The attempt
 * number and the signed time differ, and the signature of the body differs after the app's secret is rotated.
 */
export function buildWebhookRequest(
  delivery: DueDelivery,
  { url, shop, payload, secret, sentAt }: WebhookInput,
): SendRequest {
  const body = Buffer.from(filterPayload(payload, delivery.topic, delivery), "utf8");
  const id = getMessageId(delivery);
  const post = buildSignedPost({ url, topic: delivery.topic, shop, body, secret, id, sentAt });
  const headers: Record<string, string> = {
    ...post.headers,
    // In lower case, so that this replaces the sender's default header, which is in lower case too.
    "user-agent": webhookUserAgent,
    "Service-Webhook-Id": String(delivery.id),
    "Service-Event-Id": String(delivery.event_id),
    "Service-Attempt": String(delivery.attempts + 1),
    "Service-Triggered-At": (delivery.occurred_at ?? delivery.created_at).toISOString(),
    "Service-Event-Sequence": String(delivery.event_sequence),
    "Service-Delivery-Sequence": String(delivery.number),
  };
  // Without this header, a receiver that remembers handled webhooks would take a requested resend for a retry and ignore it.
  if (delivery.replays > 0) headers["Service-Replay"] = String(delivery.replays);
  // WHK-6: only product/update and inventory topics have these headers.
  if (findTopic(delivery.topic)?.hasContext) {
    if (delivery.context !== null) headers["Service-Webhook-Context"] = delivery.context;
    if (delivery.trigger_by_app !== null) headers["Service-Webhook-Trigger-By-App"] = delivery.trigger_by_app;
  }
  return { ...post, headers };
}

/** Return the id of a webhook. A requested resend has another id, because a receiver ignores an id that it has handled. */
function getMessageId({ id, replays }: DueDelivery): string {
  return replays === 0 ? `webhook_${id}` : `webhook_${id}_${replays}`;
}
