import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { TokenStore } from "../stores/token-store.ts";
import {
  clientId,
  createWebhookFixture,
  sendAll,
  shop,
  type WebhookFixture,
  type WebhookRequestOptions,
} from "../testing/webhook-fixture.ts";

let store: TokenStore;
let createTestApp: WebhookFixture["createTestApp"];

beforeEach(async () => {
  ({ store, createTestApp } = await createWebhookFixture());
});

const buildNotice = (overrides: object = {}): WebhookRequestOptions => ({
  topic: "app/uninstall",
  body: JSON.stringify({
    success: true,
    shop,
    client_id: clientId,
    uninstalled_at: "2026-11-21T15:30:00.000+08:00",
    ...overrides,
  }),
});

test("an uninstall notice deletes the token only after `onUninstalled` succeeds", async () => {
  const calls: unknown[] = [];
  let mustFail = true;
  const app = createTestApp({
    onUninstalled: async (notification) => {
      const installation = await store.load(shop);
      calls.push([notification.shop, installation?.access_token]);
      if (mustFail) throw new Error("not yet");
    },
  });
  assert.deepEqual(await sendAll(app, buildNotice()), [500]);
  assert.notEqual(await store.load(shop), null);
  mustFail = false;
  assert.deepEqual(await sendAll(app, buildNotice(), buildNotice()), [200, 200]);
  assert.equal(await store.load(shop), null);
  assert.deepEqual(calls, [
    [shop, "t"],
    [shop, "t"],
  ]);
});

test("an uninstall notice after a reinstallation leaves the new token unchanged", async () => {
  // One second before the installation in the fixture.
  const oldNotice = buildNotice({ uninstalled_at: "2026-11-21T06:59:59.000Z" });
  assert.deepEqual(await sendAll(createTestApp(), oldNotice), [200]);
  assert.notEqual(await store.load(shop), null);
});

test("an uninstall notice that is invalid or for another store or app deletes no token", async () => {
  const invalidNotices: WebhookRequestOptions[] = [
    buildNotice({ shop: "other.souk.localhost" }),
    buildNotice({ client_id: "souk_app_2" }),
    buildNotice({ success: "true" }),
    { topic: "app/uninstall", body: '{"id":1}' },
  ];
  assert.deepEqual(await sendAll(createTestApp(), ...invalidNotices), [400, 400, 400, 400]);
  assert.notEqual(await store.load(shop), null);
  // In contrast, a notice without the optional fields is valid, and deletes the token.
  const minimalNotice = { topic: "app/uninstall", body: '{"success":true}' };
  assert.deepEqual(await sendAll(createTestApp(), minimalNotice), [200]);
  assert.equal(await store.load(shop), null);
});
