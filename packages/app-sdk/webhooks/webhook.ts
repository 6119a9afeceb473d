import type { PayloadOf, TopicName } from "@souk/contract";
import type { ShopClient } from "../shop-api/shop-client.ts";

/** A webhook whose signature was right. Its headers are not part of what is signed; its payload is. */
export interface Webhook<T extends string = string> {
  topic: T;
  shop: string;
  /** As it was sent; of topics that the contract describes with its type. */
  payload: T extends TopicName ? PayloadOf<T> : Readonly<Record<string, unknown>>;
  /** The delivery: the same on every attempt. */
  webhook_id: string | null;
  /** The event: the same for every app that is told of it. */
  event_id: string | null;
  /** 1 for the first attempt. */
  attempt: number | null;
  triggered_at: string | null;
  /** The event's number in the store's log. */
  event_sequence: number | null;
  /** The delivery's number to this installation, without gaps: after 7 and 9, 8 can be asked for. */
  delivery_sequence: number | null;
  /** How often somebody asked for this delivery to be sent anew; null: never. It is handled anew each time. */
  replay: number | null;
  /** What caused the change, such as `order/create`; on product/update and inventory topics (WHK-6). */
  context: string | null;
  /** The handle of the app whose request caused it; null: people did. */
  trigger_by_app: string | null;
  /** The API of the shop. */
  api: ShopClient;
}

/** What an app does with the topics it subscribes to. The answer 200 is sent when the handler is done (WHK-7). */
export type WebhookHandlers = {
  readonly [T in Exclude<TopicName, "app/uninstall">]?: (webhook: Webhook<T>) => Promise<void>;
};

/** Reads the headers of a webhook (WHK-4). */
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
