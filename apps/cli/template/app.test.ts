import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { memoryTokenStore, readAppConfig } from "@souk/app-sdk";
import { createMyApp } from "./app.ts";

const secret = "a secret for tests";
const shop = "demo.souk.localhost";

async function createInstalledApp() {
  const store = memoryTokenStore();
  const host_url = "http://admin.souk.localhost:4000/demo";
  const installed_at = "2026-01-01T00:00:00.000Z";
  await store.save({
    shop,
    host_url,
    access_token: "t",
    scope: "read_products",
    installed_at,
    subscribed: "",
  });
  const config = readAppConfig({
    SOUK_CLIENT_ID: "souk_app_test",
    SOUK_CLIENT_SECRET: secret,
    SOUK_APP_URL: "http://localhost:4200/",
    SOUK_SCOPES: "read_products",
    SOUK_STORE_DOMAIN_SUFFIX: ".souk.localhost",
  });
  return createMyApp(config, store);
}

function createSignedWebhook(key: string): Request {
  const body = JSON.stringify({
    variant_id: 1,
    location_id: 2,
    inventory_quantity: 3,
    adjustment: "SET",
    inventory_level_updated_at: "2026-01-02T08:00:00.000+08:00",
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac("sha256", key).update(`webhook_1.${timestamp}.${body}`);
  return new Request("http://localhost:4200/webhooks", {
    method: "POST",
    body,
    headers: {
      "service-topic": "inventory_level/inventory_quantity_update",
      "service-shop-domain": shop,
      "webhook-id": "webhook_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${hmac.digest("base64")}`,
    },
  });
}

test("a webhook that is not signed with the app's secret is rejected", async () => {
  const app = await createInstalledApp();
  assert.equal((await app.fetch(createSignedWebhook(secret))).status, 200);
  assert.equal((await app.fetch(createSignedWebhook("a guess"))).status, 401);
});

test("a page request without a signature is rejected", async () => {
  const app = await createInstalledApp();
  assert.equal((await app.fetch(new Request(`http://localhost:4200/?shop=${shop}`))).status, 403);
});
