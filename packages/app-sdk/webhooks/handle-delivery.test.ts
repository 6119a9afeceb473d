import assert from "node:assert/strict";
import { test } from "node:test";
import { signWebhook } from "@souk/signing";
import type { AppOptions } from "../app-options.ts";
import { createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";
import { memoryDeliveryStore } from "./memory-delivery-store.ts";

const shop = "demo.souk.localhost";

/** Install an app in a store, and create a function that sends the app a webhook and returns the response's status. */
async function createWebhookSender(
  options: Pick<AppOptions, "webhooks"> & Partial<AppOptions>,
): Promise<(id?: string, headers?: Record<string, string>) => Promise<number>> {
  const store = memoryTokenStore();
  const host_url = "http://admin.souk.localhost:4000/demo";
  const installed_at = "2026-11-21T07:00:00.000Z";
  await store.save({ shop, host_url, access_token: "t", scope: "", installed_at, subscribed: "" });
  const app = createApp({
    clientId: "c",
    clientSecret: "s",
    appUrl: "http://localhost:4100/",
    scopes: [],
    storeDomainSuffix: "souk.localhost",
    store,
    page: () => new Response(),
    onError: ({ error }) => assert.fail(String(error)),
    ...options,
  });
  const defaultHeaders = {
    "service-topic": "product/update",
    "service-shop-domain": shop,
    "service-webhook-id": "1",
  };
  return async (id = "webhook_1", headers = {}) => {
    const signatureHeaders = signWebhook(Buffer.from("{}"), { id, sentAt: new Date(), secret: "s" });
    const allHeaders = { ...defaultHeaders, ...signatureHeaders, ...headers };
    const request = { method: "POST", body: "{}", headers: allHeaders };
    return (await app.fetch(new Request("http://localhost:4100/webhooks", request))).status;
  };
}

test("a webhook handler's error is reported even if the delivery store fails afterwards", async () => {
  const errors: string[] = [];
  const send = await createWebhookSender({
    onError: ({ error }) => errors.push(String(error)),
    deliveries: {
      ...memoryDeliveryStore(),
      release: () => Promise.reject(new Error("the delivery store is unavailable")),
    },
    webhooks: { "product/update": () => Promise.reject(new Error("the handler failed")) },
  });
  assert.equal(await send(), 500);
  assert.deepEqual(errors, ["Error: the handler failed", "Error: the delivery store is unavailable"]);
});

test("a replayed delivery is handled again, but a retry of the replay is not", async () => {
  const replays: (number | null)[] = [];
  const send = await createWebhookSender({
    webhooks: { "product/update": async ({ replay }) => void replays.push(replay) },
  });
  for (const replay of [null, "1", "1", null, "2"])
    assert.equal(
      await (replay === null ? send() : send(`webhook_1_${replay}`, { "service-replay": replay })),
      200,
    );
  assert.deepEqual(replays, [null, 1, 2]);
});
