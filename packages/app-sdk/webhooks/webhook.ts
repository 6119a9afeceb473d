import type { TopicName, TopicPayload } from "@souk/contract";
import type { StoreClient } from "../store-api/store-client.ts";

/** A verified webhook. The signature covers its payload, not its headers. */
export interface Webhook<T extends string = string> {
  topic: T;
  shop: string;
  /** The payload as it was sent, typed for the topics of the contract. */
  payload: T extends TopicName ? TopicPayload<T> : Readonly<Record<string, unknown>>;
  /** The id of the delivery, the same on every attempt. */
  webhook_id: string | null;
  /** The id of the event, the same for every app that receives it. */
  event_id: string | null;
  /** The number of the attempt; 1 for the first. */
  attempt: number | null;
  triggered_at: string | null;
  /** The event's number in the store's log. */
  event_sequence: number | null;
  /** The delivery's number to this installation, without gaps: when 9 follows 7, request 8. */
  delivery_sequence: number | null;
  /** The number of times this delivery was replayed; null for never. It is handled again each time. */
  replay: number | null;
  /** The cause of the change, for example `order/create`; on product/update and inventory topics (WHK-6). */
  context: string | null;
  /** The handle of the app whose request caused the change; null when a person did. */
  trigger_by_app: string | null;
  /** The API of the store. */
  api: StoreClient;
}

/** An app's handlers by topic. The response 200 is sent when the handler has finished (WHK-7). */
export type WebhookHandlers = {
  readonly [T in Exclude<TopicName, "app/uninstall">]?: (webhook: Webhook<T>) => Promise<void>;
};

/** Read the headers of a webhook (WHK-4). */
export function readWebhook(
  headers: Headers,
  payload: Readonly<Record<string, unknown>>,
): Omit<Webhook, "api"> {
  const text = (name: string): string | null => headers.get(name) || null;
  const whole = (name: string): number | null => {
    const value = text(name);
    return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
  };
  return {
    topic: text("service-topic") ?? "",
    shop: text("service-shop-domain") ?? "",
    payload,
    webhook_id: text("service-webhook-id"),
    event_id: text("service-event-id"),
    attempt: whole("service-attempt"),
    triggered_at: text("service-triggered-at"),
    event_sequence: whole("service-event-sequence"),
    delivery_sequence: whole("service-delivery-sequence"),
    replay: whole("service-replay"),
    context: text("service-webhook-context"),
    trigger_by_app: text("service-webhook-trigger-by-app"),
  };
}
