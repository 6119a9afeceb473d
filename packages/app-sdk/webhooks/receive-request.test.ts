import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { signBody } from "@souk/signing";
import type { AppError } from "../app-error.ts";
import type { AppOptions } from "../app-options.ts";
import { createApp } from "../create-app.ts";
import { link, message } from "../index.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";
import type { TokenStore } from "../stores/token-store.ts";
import type { Webhook } from "./webhook.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const shop = "demo.souk.localhost";
const clientId = "souk_app_1";
let store: TokenStore;
let errors: AppError[];
let received: Webhook[];

beforeEach(async () => {
  store = memoryTokenStore();
  await store.save({
    shop,
    host_url: "http://admin.souk.localhost:4000/demo",
    access_token: "t",
    scope: "",
    installed_at: "2026-11-21T07:00:00.000Z",
    subscribed: "",
  });
  errors = [];
  received = [];
});

const app = (changes: Partial<AppOptions> = {}) =>
  createApp({
    clientId,
    clientSecret: secret,
    appUrl: "http://localhost:4100/",
    scopes: [],
    storeDomainSuffix: "souk.localhost",
    store,
    page: () => new Response(),
    onError: (error) => errors.push(error),
    webhooks: { "product/update": async (webhook) => void received.push(webhook) },
    ...changes,
  });

interface Sent {
  body?: string | Uint8Array;
  topic?: string;
  from?: string;
  id?: string;
  signature?: string | null;
  headers?: Record<string, string>;
}

function request({
  body = "{}",
  topic = "product/update",
  from = shop,
  id = "1",
  ...rest
}: Sent = {}): Request {
  const { signature = signBody(body, secret), headers = {} } = rest;
  return new Request("http://localhost:4100/webhooks", {
    method: "POST",
    body: new Uint8Array(Buffer.from(body)),
    headers: {
      "service-topic": topic,
      "service-shop-domain": from,
      "service-webhook-id": id,
      ...(signature === null ? {} : { "service-hmac-sha256": signature }),
      ...headers,
    },
  });
}

const statuses = async (target: ReturnType<typeof app>, ...all: Sent[]): Promise<number[]> => {
  const answers: number[] = [];
  for (const sent of all) answers.push((await target.fetch(request(sent))).status);
  return answers;
};

test("WHK-11 the signature covers the raw bytes, with each secret of a rotation", async () => {
  // A parser would write neither the spaces nor the escape nor 1.0 back.
  const body = '{ "id":1.0,"title":"\\u00e9" }';
  const own = app({ clientSecret: ["new", secret] });
  assert.deepEqual(await statuses(own, { body }), [200]);
  assert.deepEqual(received[0]?.payload, { id: 1, title: "é" });
  const rejected: Sent[] = [
    { body, signature: null },
    { body, signature: "" },
    { body, signature: signBody(JSON.stringify(JSON.parse(body)), secret) },
    { body, signature: signBody(body, "another") },
    { body, signature: signBody(body, secret).toUpperCase() },
    { body: `${body}\n`, signature: signBody(body, secret) },
  ];
  assert.deepEqual(await statuses(own, ...rejected), Array(6).fill(401));
  assert.equal(received.length, 1);
});

test("WHK-11 a repeated delivery is answered 200 and handled once", async () => {
  const own = app();
  const twice = { body: '{"id":1}', id: "7" };
  assert.deepEqual(await statuses(own, twice, { ...twice, headers: { "service-attempt": "2" } }), [200, 200]);
  assert.equal(received.length, 1);
  assert.deepEqual(await statuses(own, { ...twice, id: "8" }), [200]);
  assert.equal(received.length, 2);
});

test("WHK-11 a second attempt gets 503 during the first, and is handled after a failure", async () => {
  const { promise: until, resolve: go } = Promise.withResolvers<void>();
  let calls = 0;
  const own = app({
    webhooks: {
      "order/create": async () => {
        calls += 1;
        await until;
        if (calls === 1) throw new Error("the database is away");
      },
    },
  });
  const order = { body: '{"order":{"id":1}}', topic: "order/create" };
  const first = own.fetch(request(order));
  await new Promise(setImmediate);
  const second = await own.fetch(request(order));
  assert.deepEqual([second.status, second.headers.get("retry-after")], [503, "5"]);
  go();
  assert.equal((await first).status, 500);
  assert.deepEqual(
    errors.map(({ where, shop: of, error }) => [where, of, String(error)]),
    [["webhook", shop, "Error: the database is away"]],
  );
  assert.deepEqual(await statuses(own, order, order), [200, 200]);
  assert.equal(calls, 2);
});

test("an old body under a new delivery's id does not mark the new one as handled", async () => {
  const own = app();
  await statuses(own, { body: '{"id":1}', id: "9" }, { body: '{"id":2}', id: "9" });
  assert.deepEqual(
    received.map(({ payload }) => payload.id),
    [1, 2],
  );
});

test("INS-20 a store outside the store domain suffix is rejected despite its signature", async () => {
  const hostnames = [
    "demo.souk.localhost.evil.example",
    "souk.localhost",
    "evil.example",
    "",
    "DEMO.souk.localhost",
  ];
  assert.deepEqual(await statuses(app(), ...hostnames.map((from) => ({ from }))), Array(5).fill(401));
});

test("a body that is not a UTF-8 object gets 400, a body above 8 MiB gets 413", async () => {
  const bodies = ["", "x", "[]", "null", Uint8Array.of(0x7b, 0xff, 0x7d)];
  assert.deepEqual(await statuses(app(), ...bodies.map((body) => ({ body }))), Array(5).fill(400));
  assert.deepEqual(await statuses(app(), { topic: "" }), [400]);
  assert.deepEqual(await statuses(app(), { body: new Uint8Array(8 * 1024 * 1024 + 1) }), [413]);
});

test("a webhook without handler or store is answered 200; the latter is reported", async () => {
  const own = app();
  assert.deepEqual(
    await statuses(own, { topic: "order/create" }, { topic: "toString", id: "2" }),
    [200, 200],
  );
  assert.deepEqual(errors, []);
  assert.deepEqual(await statuses(own, { from: "gone.souk.localhost", id: "3" }), [200]);
  assert.deepEqual(received, []);
  assert.deepEqual(
    errors.map(({ where, shop: of, error }) => [where, of, (error as Error).name]),
    [["webhook", "gone.souk.localhost", "NotInstalledError"]],
  );
});

test("a handler's failure is final if its own store is gone, not if another is", async () => {
  const revoked = { error: { code: "token_revoked", message: "Revoked" } };
  const own = app({
    webhooks: {
      "product/update": async ({ payload }) => void (await own.shop(payload.handle).products.list()),
    },
    send: async () => Response.json(revoked, { status: 401 }),
  });
  const sent = (handle: string, id: string): Sent => ({ body: JSON.stringify({ handle }), id });
  assert.deepEqual(await statuses(own, sent("gone.souk.localhost", "1")), [500]);
  assert.deepEqual(await statuses(own, sent(shop, "2")), [200]);
  assert.equal(await store.load(shop), null);
});

test("a handler receives the values of the headers", async () => {
  const headers = {
    "service-event-id": "11",
    "service-attempt": "3",
    "service-triggered-at": "2026-11-21T07:00:00.000Z",
    "service-event-sequence": "5",
    "service-delivery-sequence": "4",
    "service-webhook-context": "order/create",
    "service-webhook-trigger-by-app": "stock-sync",
  };
  await statuses(app(), { headers });
  const { api: _, ...seen } = received[0]!;
  assert.deepEqual(seen, {
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

const notice = (over: object = {}): Sent => ({
  topic: "app/uninstall",
  body: JSON.stringify({
    success: true,
    shop,
    client_id: clientId,
    uninstalled_at: "2026-11-21T15:30:00.000+08:00",
    ...over,
  }),
});

test("app/uninstall has the app clean up, and then the token is deleted", async () => {
  const seen: unknown[] = [];
  let fails = true;
  const own = app({
    onUninstalled: async (notification) => {
      seen.push([notification.shop, await store.load(shop).then((kept) => kept?.access_token)]);
      if (fails) throw new Error("not yet");
    },
  });
  assert.deepEqual(await statuses(own, notice()), [500]);
  assert.notEqual(await store.load(shop), null);
  fails = false;
  assert.deepEqual(await statuses(own, notice(), notice()), [200, 200]);
  assert.equal(await store.load(shop), null);
  assert.deepEqual(seen, [
    [shop, "t"],
    [shop, "t"],
  ]);
});

test("an uninstall notice after a reinstallation leaves the new token unchanged", async () => {
  assert.deepEqual(await statuses(app(), notice({ uninstalled_at: "2026-11-21T06:59:59.000Z" })), [200]);
  assert.notEqual(await store.load(shop), null);
});

test("a notice for another store or app and an invalid notice delete no token", async () => {
  const forged: Sent[] = [
    notice({ shop: "other.souk.localhost" }),
    notice({ client_id: "souk_app_2" }),
    notice({ success: "true" }),
    { topic: "app/uninstall", body: '{"id":1}' },
  ];
  assert.deepEqual(await statuses(app(), ...forged), [400, 400, 400, 400]);
  assert.notEqual(await store.load(shop), null);
  const plain = { topic: "app/uninstall", body: '{"success":true}' };
  assert.deepEqual(await statuses(app(), plain), [200]);
  assert.equal(await store.load(shop), null);
});

test("the Fulfill action gets the handler's response each time", async () => {
  const asked: unknown[] = [];
  const own = app({
    fulfillment: {
      single: async ({ body, shop: of }) => {
        asked.push([of, body]);
        return link("https://app.example/ship/7");
      },
      bulk: async ({ body }) => message(`${body.ids.length} are too many`, "error"),
    },
  });
  const answers = async (sent: Sent): Promise<unknown[]> => {
    const answer = await own.fetch(request(sent));
    return [answer.status, await answer.json()];
  };
  const single = { topic: "fulfillment/single", body: '{"id":7,"fulfillment_order_id":9}' };
  for (let time = 0; time < 2; time++)
    assert.deepEqual(await answers(single), [200, { type: "link", url: "https://app.example/ship/7" }]);
  assert.deepEqual(asked, Array(2).fill([shop, { id: 7, fulfillment_order_id: 9 }]));
  assert.deepEqual(await answers({ topic: "fulfillment/bulk", body: '{"ids":[1,2]}' }), [
    200,
    { type: "message", message: "2 are too many", style: "error" },
  ]);
  assert.deepEqual(await statuses(own, { topic: "fulfillment/bulk", body: '{"ids":[1,"2"]}' }), [400]);
  assert.deepEqual(await statuses(own, { ...single, signature: "0".repeat(64) }), [401]);
  assert.deepEqual(await statuses(app(), single), [404]);
});
