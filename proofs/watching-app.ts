import assert from "node:assert/strict";
import { verifyBody } from "@souk/signing";
import {
  installApp,
  type ReachedPlatform,
  type ReceivedRequest,
  type RecordingReceiver,
  registerApp,
} from "@souk/testkit";
import type { DemoShop } from "./demo-shop.ts";

/** Both topics that a change of stock is told by. */
export const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"] as const;

export function isStockTopic(topic: string): boolean {
  return stockTopics.some((each) => each === topic);
}

/** An app that is told of every change of stock, from its installation on. */
export interface WatchingApp {
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

/** Registers, installs and subscribes an app, all over HTTP. */
export async function installWatchingApp(
  platform: ReachedPlatform,
  shop: DemoShop,
  receiver: RecordingReceiver,
): Promise<WatchingApp> {
  const app = await registerApp(platform, receiver.url);
  const scopes = ["read_products", "write_products"];
  const { token } = await installApp(platform, { shop, app, scopes });
  const path = `/hooks/${++made}`;
  for (const topic of stockTopics) {
    const webhook = { topic, url: `${receiver.url}${path}` };
    const answer = await platform.request(`${shop.origin}/api/3.0/webhooks.json`, {
      method: "POST",
      token,
      json: { webhook },
    });
    assert.equal(answer.status, 200, answer.text);
  }
  const { client_id, client_secret } = app;
  return { client_id, client_secret, token, path };
}

/** From this event on an app was subscribed to both topics; of those before it heard the first topic alone. */
export function firstOfBoth(heard: readonly Pick<Heard, "topic" | "event_sequence">[]): number {
  const ofSecond = heard.filter(({ topic }) => topic === stockTopics[1]);
  return Math.min(...ofSecond.map(({ event_sequence }) => event_sequence));
}

/** What an app has heard so far. @throws when a webhook's signature is not its secret's */
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
