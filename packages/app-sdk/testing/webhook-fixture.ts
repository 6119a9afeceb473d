import { signWebhook } from "@souk/signing";
import type { AppError } from "../app-error.ts";
import type { AppOptions } from "../app-options.ts";
import { type App, createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";
import type { TokenStore } from "../stores/token-store.ts";
import type { Webhook } from "../webhooks/webhook.ts";

export const shop = "demo.souk.localhost";
export const clientId = "souk_app_1";
export const secret = "spk_3f9a1c7e5b2d4860";

/** An app that is installed in a store, and what it has received. */
export interface WebhookFixture {
  store: TokenStore;
  errors: AppError[];
  receivedWebhooks: Webhook[];
  /**
   * Create the app, which by default records webhooks of the topic `product/update`.
   * @param changes options that override the default ones
   */
  createTestApp(changes?: Partial<AppOptions>): App;
}

/** Create the fixture, without a server and without a platform. */
export async function createWebhookFixture(): Promise<WebhookFixture> {
  const store = memoryTokenStore();
  await store.save({
    shop,
    host_url: "http://admin.souk.localhost:4000/demo",
    access_token: "t",
    scope: "",
    installed_at: "2026-11-21T07:00:00.000Z",
    subscribed: "",
  });
  const errors: AppError[] = [];
  const receivedWebhooks: Webhook[] = [];
  const createTestApp = (changes: Partial<AppOptions> = {}) =>
    createApp({
      clientId,
      clientSecret: secret,
      appUrl: "http://localhost:4100/",
      scopes: [],
      storeDomainSuffix: "souk.localhost",
      store,
      page: () => new Response(),
      onError: (error) => errors.push(error),
      webhooks: { "product/update": async (webhook) => void receivedWebhooks.push(webhook) },
      ...changes,
    });
  return { store, errors, receivedWebhooks, createTestApp };
}

/** The request of a delivery; by default a signed one of the topic `product/update`. */
export interface WebhookRequestOptions {
  body?: string | Uint8Array;
  topic?: string;
  /** The hostname of the store that the request names as its sender. */
  from?: string;
  id?: string;
  /** The secret to sign with; null to send no signature. */
  signedWith?: string | null;
  /** The body that is signed, if it differs from the body that is sent. */
  signedBody?: string | Uint8Array;
  sentAt?: Date;
  headers?: Record<string, string>;
}

/** Build the request of a delivery, as the platform sends it. */
export function buildRequest({
  body = "{}",
  topic = "product/update",
  from = shop,
  id = "1",
  ...otherOptions
}: WebhookRequestOptions = {}): Request {
  const { signedWith = secret, signedBody = body, sentAt = new Date(), headers = {} } = otherOptions;
  const bytes = Buffer.from(signedBody);
  const signingOptions = { id: `webhook_${id}`, sentAt };
  const signatureHeaders =
    signedWith === null ? {} : { ...signWebhook(bytes, { ...signingOptions, secret: signedWith }) };
  return new Request("http://localhost:4100/webhooks", {
    method: "POST",
    body: new Uint8Array(Buffer.from(body)),
    headers: {
      "service-topic": topic,
      "service-shop-domain": from,
      "service-webhook-id": id,
      ...signatureHeaders,
      ...headers,
    },
  });
}

/** Send requests one after another. @returns the statuses of the responses */
export async function sendAll(app: App, ...requests: WebhookRequestOptions[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const options of requests) statuses.push((await app.fetch(buildRequest(options))).status);
  return statuses;
}
