import type { TopicName, TopicPayload } from "@souk/contract";
import type { StoreClient } from "../store-api/store-client.ts";

/** A verified webhook. The signature covers its payload and id, not its other headers. */
export interface Webhook<T extends string = string> {
  topic: T;
  shop: string;
  /** The payload as it was sent. For the topics of the contract it is typed. */
  payload: T extends TopicName ? TopicPayload<T> : Readonly<Record<string, unknown>>;
  /** The id of the delivery, which is the same on every attempt. */
  webhook_id: string | null;
  /** The id of the event, which is the same for every app that receives it. */
  event_id: string | null;
  /** The number of the attempt, from 1. */
  attempt: number | null;
  triggered_at: string | null;
  /** The event's number in the store's log. */
  event_sequence: number | null;
  /** The delivery's number in this installation, without gaps. If 9 follows 7, delivery 8 is missing. */
  delivery_sequence: number | null;
  /** The number of times that this delivery was replayed; null if it was not. The SDK handles it again for each replay. */
  replay: number | null;
  /** The cause of the change, for example `order/create`. Only product/update and inventory topics have it (WHK-6). */
  context: string | null;
  /** The handle of the app whose request caused the change; null if a person caused it. */
  trigger_by_app: string | null;
  /** The API of the store. */
  api: StoreClient;
}

/** An app's webhook handlers by topic. The response 200 is sent when the handler has finished (WHK-7). */
export type WebhookHandlers = {
  readonly [T in Exclude<TopicName, "app/uninstall">]?: (webhook: Webhook<T>) => Promise<void>;
};

/** Build a webhook from its headers (WHK-4) and its payload. */
export function readWebhook(
  headers: Headers,
  payload: Readonly<Record<string, unknown>>,
): Omit<Webhook, "api"> {
  const readText = (name: string): string | null => headers.get(name) || null;
  const readInteger = (name: string): number | null => {
    const value = readText(name);
    return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
  };
  return {
    topic: readText("service-topic") ?? "",
    shop: readText("service-shop-domain") ?? "",
    payload,
    webhook_id: readText("service-webhook-id"),
    event_id: readText("service-event-id"),
    attempt: readInteger("service-attempt"),
    triggered_at: readText("service-triggered-at"),
    event_sequence: readInteger("service-event-sequence"),
    delivery_sequence: readInteger("service-delivery-sequence"),
    replay: readInteger("service-replay"),
    context: readText("service-webhook-context"),
    trigger_by_app: readText("service-webhook-trigger-by-app"),
  };
}
