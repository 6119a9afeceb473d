import assert from "node:assert/strict";
import { verifyBody } from "@souk/signing";
import {
  installApp,
  type PlatformClient,
  type ReceivedRequest,
  type RecordingReceiver,
  registerApp,
} from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";

export const levelTopic = "inventory_level/inventory_quantity_update";
export const orderTopic = "order/create";
export const fulfillmentTopic = "fulfillment/create";
export const productTopic = "product/update";

/** The topics that an app subscribes to, in this order. They cover stock changes, orders and fulfillments. */
const watchedTopics = [levelTopic, orderTopic, fulfillmentTopic, "order/update", productTopic] as const;

/** Return whether the watching apps subscribe to a topic. */
export function isWatchedTopic(topic: string): boolean {
  return watchedTopics.some((watchedTopic) => watchedTopic === topic);
}

/** An app that receives every stock change and every order from its installation on. */
export interface WatchingApp {
  id: number;
  handle: string;
  client_id: string;
  client_secret: string;
  token: string;
  /** The path of its webhooks at the receiver. */
  path: string;
}

/** A received webhook whose signature was verified. */
export interface ReceivedWebhook {
  id: string;
  topic: string;
  event_sequence: number;
  /** The app's delivery number. */
  number: number;
  body: string;
}

let appCount = 0;

/** Register an app, install it, and subscribe it to the watched topics. */
export async function installWatchingApp(
  platform: PlatformClient,
  store: DemoStore,
  receiver: RecordingReceiver,
): Promise<WatchingApp> {
  const app = await registerApp(platform, receiver.url);
  const scopes = ["products", "orders", "fulfillments"].flatMap((name) => [`read_${name}`, `write_${name}`]);
  const { token } = await installApp(platform, { store, app, scopes: [...scopes, "read_shipping"] });
  const path = `/hooks/${++appCount}`;
  for (const topic of watchedTopics) {
    const webhook = { topic, url: `${receiver.url}${path}` };
    const response = await platform.request(`${store.origin}/api/3.0/webhooks.json`, {
      method: "POST",
      token,
      json: { webhook },
    });
    assert.equal(response.status, 200, response.text);
  }
  const { id, handle, client_id, client_secret } = app;
  return { id, handle, client_id, client_secret, token, path };
}

/**
 * Return the sequence number of the first event that the app received after it had subscribed to all watched topics. That event
 * is the product event with the lowest sequence number, because the app subscribes to the product topic last.
 */
export function findFirstSequenceWithAllTopics(
  webhooks: readonly Pick<ReceivedWebhook, "topic" | "event_sequence">[],
): number {
  const productWebhooks = webhooks.filter(({ topic }) => topic === productTopic);
  return Math.min(...productWebhooks.map(({ event_sequence }) => event_sequence));
}

/** List the webhooks an app has received so far. @throws Error if a signature does not match the app's secret */
export function listReceivedWebhooks(
  app: WatchingApp,
  requests: readonly ReceivedRequest[],
): ReceivedWebhook[] {
  return requests.filter(({ path }) => path === app.path).map((request) => parseWebhook(app, request));
}

function parseWebhook({ client_secret }: WatchingApp, { headers, body }: ReceivedRequest): ReceivedWebhook {
  const text = body.toString("utf8");
  const signature = headers["service-hmac-sha256"];
  assert.ok(verifyBody(body, signature, client_secret).ok, `invalid signature: ${text}`);
  return {
    id: headers["service-webhook-id"] ?? "",
    topic: headers["service-topic"] ?? "",
    event_sequence: Number(headers["service-event-sequence"]),
    number: Number(headers["service-delivery-sequence"]),
    body: text,
  };
}
