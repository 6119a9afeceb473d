import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { AppError } from "../app-error.ts";
import { link, message } from "../index.ts";
import type { TokenStore } from "../stores/token-store.ts";
import {
  buildRequest,
  createWebhookFixture,
  secret,
  sendAll,
  shop,
  type WebhookFixture,
  type WebhookRequestOptions,
} from "../testing/webhook-fixture.ts";
import type { Webhook } from "./webhook.ts";

let store: TokenStore;
let errors: AppError[];
let receivedWebhooks: Webhook[];
let createTestApp: WebhookFixture["createTestApp"];

beforeEach(async () => {
  ({ store, errors, receivedWebhooks, createTestApp } = await createWebhookFixture());
});

test("WHK-11 a webhook's signature is verified over the raw bytes, with each secret of a rotation", async () => {
  // Parsing and serializing this body would change its spaces, its escape and 1.0.
  const body = '{ "id":1.0,"title":"\\u00e9" }';
  const app = createTestApp({ clientSecret: ["new", secret] });
  assert.deepEqual(await sendAll(app, { body }), [200]);
  assert.deepEqual(receivedWebhooks[0]?.payload, { id: 1, title: "é" });
  const invalidRequests: WebhookRequestOptions[] = [
    { body, signedWith: null },
    { body, headers: { "webhook-signature": "" } },
    { body, signedBody: JSON.stringify(JSON.parse(body)) },
    { body, signedWith: "another" },
    { body, headers: { "webhook-id": "webhook_2" } },
    { body: `${body}\n`, signedBody: body },
  ];
  assert.deepEqual(await sendAll(app, ...invalidRequests), Array(6).fill(401));
  assert.equal(receivedWebhooks.length, 1);
});

test("WHK-11 a repeated delivery gets 200 and is handled once", async () => {
  const app = createTestApp();
  const delivery = { body: '{"id":1}', id: "7" };
  const retry = { ...delivery, headers: { "service-attempt": "2" } };
  assert.deepEqual(await sendAll(app, delivery, retry), [200, 200]);
  assert.equal(receivedWebhooks.length, 1);
  assert.deepEqual(await sendAll(app, { ...delivery, id: "8" }), [200]);
  assert.equal(receivedWebhooks.length, 2);
});

test("WHK-11 a webhook's retry gets 503 while the first attempt runs, and is handled if that attempt fails", async () => {
  const finishSignal = Promise.withResolvers<void>();
  let callCount = 0;
  const app = createTestApp({
    webhooks: {
      "order/create": async () => {
        callCount += 1;
        await finishSignal.promise;
        if (callCount === 1) throw new Error("the database is unavailable");
      },
    },
  });
  const order = { body: '{"order":{"id":1}}', topic: "order/create" };
  const firstResponse = app.fetch(buildRequest(order));
  await new Promise(setImmediate);
  const secondResponse = await app.fetch(buildRequest(order));
  assert.deepEqual([secondResponse.status, secondResponse.headers.get("retry-after")], [503, "5"]);
  finishSignal.resolve();
  assert.equal((await firstResponse).status, 500);
  assert.deepEqual(
    errors.map(({ where, shop: errorShop, error }) => [where, errorShop, String(error)]),
    [["webhook", shop, "Error: the database is unavailable"]],
  );
  assert.deepEqual(await sendAll(app, order, order), [200, 200]);
  assert.equal(callCount, 2);
});

test("a captured webhook that is sent again with other headers is not handled again", async () => {
  const receive = async (webhook: Webhook) => void receivedWebhooks.push(webhook);
  const app = createTestApp({ webhooks: { "product/update": receive, "order/create": receive } });
  const capturedWebhook = { body: '{"id":1}', id: "7" };
  const changes = [
    {},
    { "service-webhook-id": "8" },
    { "service-replay": "1" },
    { "service-topic": "order/create" },
  ];
  for (const headers of changes) assert.deepEqual(await sendAll(app, { ...capturedWebhook, headers }), [200]);
  assert.equal(receivedWebhooks.length, 1);
});

test("a webhook sent more than five minutes before or after the current time is rejected", async () => {
  const now = new Date("2026-11-21T07:10:00.000Z");
  const app = createTestApp({ now: () => now });
  const sentAgo = (secondsAgo: number) => ({ sentAt: new Date(now.getTime() - secondsAgo * 1000) });
  assert.deepEqual(await sendAll(app, sentAgo(301), sentAgo(-301)), [401, 401]);
  assert.equal(receivedWebhooks.length, 0);
  assert.deepEqual(await sendAll(app, sentAgo(300)), [200]);
  assert.equal(receivedWebhooks.length, 1);
});

test("different webhooks with the same id, as after the platform was restored from a backup, are all handled", async () => {
  const app = createTestApp();
  await sendAll(app, { body: '{"id":1}', id: "9" }, { body: '{"id":2}', id: "9" });
  const receivedIds = receivedWebhooks.map(({ payload }) => payload.id);
  assert.deepEqual(receivedIds, [1, 2]);
});

test("INS-20 a signed webhook of a store outside the store domain suffix is rejected", async () => {
  const hostnames = [
    "demo.souk.localhost.evil.example",
    "souk.localhost",
    "evil.example",
    "",
    "DEMO.souk.localhost",
  ];
  const requests = hostnames.map((from) => ({ from }));
  assert.deepEqual(await sendAll(createTestApp(), ...requests), Array(5).fill(401));
});

test("a webhook without a topic or whose body is not a UTF-8 JSON object gets 400", async () => {
  const bodies = ["", "x", "[]", "null", Uint8Array.of(0x7b, 0xff, 0x7d)];
  assert.deepEqual(await sendAll(createTestApp(), ...bodies.map((body) => ({ body }))), Array(5).fill(400));
  assert.deepEqual(await sendAll(createTestApp(), { topic: "" }), [400]);
});

test("a webhook whose body has more than 8 MiB gets 413", async () => {
  assert.deepEqual(await sendAll(createTestApp(), { body: new Uint8Array(8 * 1024 * 1024 + 1) }), [413]);
});

test("a webhook without a handler or for an unknown store gets 200", async () => {
  const app = createTestApp();
  assert.deepEqual(await sendAll(app, { topic: "order/create" }, { topic: "toString", id: "2" }), [200, 200]);
  assert.deepEqual(errors, []);
  assert.deepEqual(await sendAll(app, { from: "gone.souk.localhost", id: "3" }), [200]);
  assert.deepEqual(receivedWebhooks, []);
  assert.deepEqual(
    errors.map(({ where, shop: errorShop, error }) => [where, errorShop, (error as Error).name]),
    [["webhook", "gone.souk.localhost", "NotInstalledError"]],
  );
});

test("after a handler's error, a webhook gets 200 only if its store has removed the app", async () => {
  const revokedBody = { error: { code: "token_revoked", message: "Revoked" } };
  const app = createTestApp({
    webhooks: {
      "product/update": async ({ payload }) => void (await app.shop(payload.handle).products.list()),
    },
    send: async () => Response.json(revokedBody, { status: 401 }),
  });
  const buildOptions = (handle: string, id: string) => ({ body: JSON.stringify({ handle }), id });
  assert.deepEqual(await sendAll(app, buildOptions("gone.souk.localhost", "1")), [500]);
  assert.deepEqual(await sendAll(app, buildOptions(shop, "2")), [200]);
  assert.equal(await store.load(shop), null);
});

test("a webhook handler receives the values of the webhook's headers", async () => {
  const headers = {
    "service-event-id": "11",
    "service-attempt": "3",
    "service-triggered-at": "2026-11-21T07:00:00.000Z",
    "service-event-sequence": "5",
    "service-delivery-sequence": "4",
    "service-webhook-context": "order/create",
    "service-webhook-trigger-by-app": "stock-sync",
  };
  await sendAll(createTestApp(), { headers });
  const { api: _, ...webhook } = receivedWebhooks[0]!;
  assert.deepEqual(webhook, {
    topic: "product/update",
    shop,
    payload: {},
    webhook_id: "1",
    event_id: "11",
    attempt: 3,
    triggered_at: "2026-11-21T07:00:00.000Z",
    event_sequence: 5,
    delivery_sequence: 4,
    replay: null,
    context: "order/create",
    trigger_by_app: "stock-sync",
  });
});

test("each Fulfill action gets the response of its handler", async () => {
  const handledRequests: unknown[] = [];
  const app = createTestApp({
    fulfillment: {
      single: async ({ body, shop: requestShop }) => {
        handledRequests.push([requestShop, body]);
        return link("https://app.example/ship/7");
      },
      bulk: async ({ body }) => message(`${body.ids.length} are too many`, "error"),
    },
  });
  const sendAndRead = async (options: WebhookRequestOptions): Promise<unknown[]> => {
    const response = await app.fetch(buildRequest(options));
    return [response.status, await response.json()];
  };
  const single = { topic: "fulfillment/single", body: '{"id":7,"fulfillment_order_id":9}' };
  for (let round = 0; round < 2; round++)
    assert.deepEqual(await sendAndRead(single), [200, { type: "link", url: "https://app.example/ship/7" }]);
  assert.deepEqual(handledRequests, Array(2).fill([shop, { id: 7, fulfillment_order_id: 9 }]));
  assert.deepEqual(await sendAndRead({ topic: "fulfillment/bulk", body: '{"ids":[1,2]}' }), [
    200,
    { type: "message", message: "2 are too many", style: "error" },
  ]);
  assert.deepEqual(await sendAll(app, { topic: "fulfillment/bulk", body: '{"ids":[1,"2"]}' }), [400]);
  assert.deepEqual(await sendAll(app, { ...single, signedWith: "another" }), [401]);
  assert.deepEqual(await sendAll(createTestApp(), single), [404]);
});
