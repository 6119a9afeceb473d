import assert from "node:assert/strict";
import { verifyBody } from "@souk/signing";
import {
  installApp,
  type ReachedPlatform,
  type ReceivedRequest,
  type RecordingReceiver,
  registerApp,
} from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";

export const levelTopic = "inventory_level/inventory_quantity_update";
export const orderTopic = "order/create";
export const sentTopic = "fulfillment/create";
export const productTopic = "product/update";

/** The topics of stock changes, new orders and fulfillments, in the order in which an app subscribes to them. */
const watchedTopics = [levelTopic, orderTopic, sentTopic, "order/update", productTopic] as const;

export function isWatchedTopic(topic: string): boolean {
  return watchedTopics.some((watched) => watched === topic);
}

/** An app that gets every change of stock and every order, from its installation on. */
export interface WatchingApp {
  id: number;
  handle: string;
  client_id: string;
  client_secret: string;
  token: string;
  /** The path of its webhooks at the receiver. */
  path: string;
}

/** A webhook as it was received, its signature checked. */
export interface Heard {
  id: string;
  topic: string;
  event_sequence: number;
  /** The app's own number. */
  number: number;
  body: string;
}

let made = 0;

/** Register, install and subscribe an app, all over HTTP. */
export async function installWatchingApp(
  platform: ReachedPlatform,
  store: DemoStore,
  receiver: RecordingReceiver,
): Promise<WatchingApp> {
  const app = await registerApp(platform, receiver.url);
  const scopes = ["products", "orders", "fulfillments"].flatMap((name) => [`read_${name}`, `write_${name}`]);
  const { token } = await installApp(platform, { store, app, scopes: [...scopes, "read_shipping"] });
  const path = `/hooks/${++made}`;
  for (const topic of watchedTopics) {
    const webhook = { topic, url: `${receiver.url}${path}` };
    const answer = await platform.request(`${store.origin}/api/3.0/webhooks.json`, {
      method: "POST",
      token,
      json: { webhook },
    });
    assert.equal(answer.status, 200, answer.text);
  }
  const { id, handle, client_id, client_secret } = app;
  return { id, handle, client_id, client_secret, token, path };
}

/**
 * Return the first event for which an app was subscribed to all topics; of earlier events it received only the topics
 * subscribed before.
 */
export function firstOfAll(heard: readonly Pick<Heard, "topic" | "event_sequence">[]): number {
  const ofLast = heard.filter(({ topic }) => topic === productTopic);
  return Math.min(...ofLast.map(({ event_sequence }) => event_sequence));
}

/** List the webhooks an app has received so far. @throws when a webhook's signature is not made with its secret */
export function heardBy(app: WatchingApp, requests: readonly ReceivedRequest[]): Heard[] {
  return requests.filter(({ path }) => path === app.path).map((request) => heard(app, request));
}

function heard({ client_secret }: WatchingApp, { headers, body }: ReceivedRequest): Heard {
  const text = body.toString("utf8");
  const signature = headers["service-hmac-sha256"];
  assert.ok(verifyBody(body, signature, client_secret).ok, `a wrong signature: ${text}`);
  return {
    id: headers["service-webhook-id"] ?? "",
    topic: headers["service-topic"] ?? "",
    event_sequence: Number(headers["service-event-sequence"]),
    number: Number(headers["service-delivery-sequence"]),
    body: text,
  };
}
