import assert from "node:assert/strict";
import { test } from "node:test";
import { signBody } from "@souk/signing";
import { createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";
import { memoryDeliveryStore } from "./memory-delivery-store.ts";

test("what a handler threw is told of though the memory of deliveries fails after it", async () => {
  const shop = "demo.souk.localhost";
  const host_url = "http://admin.souk.localhost:4000/demo";
  const store = memoryTokenStore();
  const installed_at = "2026-11-21T07:00:00.000Z";
  await store.save({ shop, host_url, access_token: "t", scope: "", installed_at, subscribed: "" });
  const problems: string[] = [];
  const app = createApp({
    clientId: "c",
    clientSecret: "s",
    appUrl: "http://localhost:4100/",
    scopes: [],
    storeDomainSuffix: "souk.localhost",
    store,
    page: () => new Response(),
    onProblem: ({ error }) => problems.push(String(error)),
    deliveries: { ...memoryDeliveryStore(), release: () => Promise.reject(new Error("the memory is away")) },
    webhooks: { "product/update": () => Promise.reject(new Error("the handler's own")) },
  });
  const answer = await app.fetch(
    new Request("http://localhost:4100/webhooks", {
      method: "POST",
      body: "{}",
      headers: {
        "service-topic": "product/update",
        "service-shop-domain": shop,
        "service-webhook-id": "1",
        "service-hmac-sha256": signBody("{}", "s"),
      },
    }),
  );
  assert.equal(answer.status, 500);
  assert.deepEqual(problems, ["Error: the handler's own", "Error: the memory is away"]);
});
