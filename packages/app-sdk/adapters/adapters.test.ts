import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { signQuery, signWebhook } from "@souk/signing";
import express from "express";
import fastify from "fastify";
import type { AppOptions } from "../app-options.ts";
import { createApp } from "../create-app.ts";
import { type AppError, expressHandler, fastifyPlugin, nodeHandler, type Webhook } from "../index.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";

const secret = "spk_3f9a1c7e5b2d4860";
const shop = "demo.souk.localhost";
const receivedWebhooks: Webhook[] = [];
const store = memoryTokenStore();
await store.save({
  shop,
  host_url: "http://admin.souk.localhost:4000/demo",
  access_token: "t",
  scope: "read_products",
  installed_at: "2026-11-21T00:00:00.000Z",
  subscribed: "",
});
const options: AppOptions = {
  clientId: "c",
  clientSecret: secret,
  appUrl: "http://localhost:4100/start",
  scopes: ["read_products"],
  storeDomainSuffix: "souk.localhost",
  store,
  // These tests do not need the platform, so every call to it is rejected.
  send: async () => Response.json({ error: { code: "not_allowed", message: "No" } }, { status: 403 }),
  onError: () => undefined,
  page: ({ parameters }) =>
    new Response(`Hello ${parameters.get("order_id") ?? ""}`, {
      headers: [
        ["content-type", "text/html"],
        ["set-cookie", "a=1; Path=/"],
        ["set-cookie", "b=2; HttpOnly; SameSite=Lax"],
      ],
    }),
  webhooks: {
    "product/update": async (webhook) => {
      receivedWebhooks.push(webhook);
    },
  },
};
const app = createApp(options);

function buildSignedQuery(): URLSearchParams {
  const query = new URLSearchParams({
    shop,
    host_url: "http://admin.souk.localhost:4000/demo",
    timestamp: String(Math.floor(Date.now() / 1000)),
    order_id: "7",
  });
  query.set("hmac", signQuery(query, secret));
  return query;
}

const closeFunctions: (() => Promise<unknown>)[] = [];
after(() => Promise.all(closeFunctions.map((close) => close())));

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeFunctions.push(() => {
    const closePromise = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closePromise;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startFunctions: Record<string, () => Promise<string>> = {
  "node:http": () =>
    listen(createServer(nodeHandler(app, (_request, reply) => reply.writeHead(200).end("mine")))),
  Express: () => {
    const server = express();
    server.use((_request, reply, next) => {
      reply.set({ "X-Frame-Options": "DENY", "Content-Security-Policy": "frame-ancestors 'none'" });
      next();
    });
    server.use(expressHandler(app));
    server.use(express.json());
    server.post("/other", (request, reply) => void reply.json(request.body));
    server.get("/mine", (_request, reply) => void reply.send("mine"));
    return listen(createServer(server));
  },
  Fastify: async () => {
    const server = fastify();
    await server.register(fastifyPlugin(app));
    server.post("/other", async (request) => request.body);
    server.get("/mine", async () => "mine");
    closeFunctions.push(() => server.close());
    return await server.listen({ port: 0, host: "127.0.0.1" });
  },
};

for (const [name, start] of Object.entries(startFunctions)) {
  test(`${name}: an app's page keeps its cookies and can be framed by the admin`, async () => {
    const url = await start();
    const page = await fetch(`${url}/start?${buildSignedQuery()}`, {
      headers: { "sec-fetch-dest": "iframe" },
    });
    assert.deepEqual([page.status, await page.text()], [200, "Hello 7"]);
    assert.equal(page.headers.get("x-frame-options"), null);
    assert.equal(
      page.headers.get("content-security-policy"),
      "frame-ancestors http://admin.souk.localhost:4000",
    );
    assert.deepEqual(page.headers.getSetCookie(), [
      "a=1; Path=/; SameSite=None; Secure",
      "b=2; HttpOnly; SameSite=None; Secure",
    ]);
    assert.equal((await fetch(`${url}/start`)).status, 403);
    assert.equal(await (await fetch(`${url}/mine`)).text(), "mine");
  });

  test(`${name}: a webhook's signature is verified over its raw bytes`, async () => {
    const url = await start();
    // Parsing and serializing this body would change its spaces and escapes.
    const body = '{ "id": 7,  "title": "Caf\\u00e9 商店", "a": 1.0 }';
    const sendWebhook = (signingSecret: string) =>
      fetch(`${url}/webhooks`, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "service-topic": "product/update",
          "service-shop-domain": shop,
          ...signWebhook(Buffer.from(body), { id: name, sentAt: new Date(), secret: signingSecret }),
        },
      });
    assert.equal((await sendWebhook("another")).status, 401);
    const countBefore = receivedWebhooks.length;
    assert.equal((await sendWebhook(secret)).status, 200);
    assert.deepEqual(receivedWebhooks.at(-1)?.payload, { id: 7, title: "Café 商店", a: 1 });
    assert.equal(receivedWebhooks.length, countBefore + 1);
  });
}

test("routes outside the app keep their body parsers in Express and Fastify", async () => {
  for (const name of ["Express", "Fastify"]) {
    const url = (await startFunctions[name]?.()) ?? "";
    const response = await fetch(`${url}/other`, {
      method: "POST",
      body: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
    assert.deepEqual(await response.json(), { a: 1 }, name);
  }
});

test("the Express handler accepts a webhook's raw bytes and explains the error for a parsed body", async () => {
  const server = express();
  const errors: unknown[] = [];
  server.use("/parsed", express.json());
  server.use("/raw", express.raw({ type: "*/*" }));
  server.use((request, _reply, next) => {
    // The app handles both paths as its webhook URL.
    request.originalUrl = "/webhooks";
    next();
  });
  server.use(expressHandler(app));
  server.use((error: unknown, _request: unknown, reply: express.Response, _next: unknown) => {
    errors.push(error);
    reply.status(500).end();
  });
  const url = await listen(createServer(server));
  const body = '{"id":8}';
  const headers = {
    "content-type": "application/json",
    "service-topic": "product/update",
    "service-shop-domain": shop,
    ...signWebhook(Buffer.from(body), { id: "webhook_8", sentAt: new Date(), secret }),
  };
  assert.equal((await fetch(`${url}/raw`, { method: "POST", body, headers })).status, 200);
  assert.equal((await fetch(`${url}/parsed`, { method: "POST", body, headers })).status, 500);
  assert.match(String(errors[0]), /before express\.json\(\)/);
});

test("an error in the developer's listener is reported and answered with 500", async () => {
  const errors: AppError[] = [];
  const reportingApp = createApp({ ...options, onError: (error) => errors.push(error) });
  const listeners: Record<string, () => unknown> = {
    "/now": () => {
      throw new Error("thrown");
    },
    "/later": () => Promise.reject(new Error("rejected")),
  };
  const server = createServer(nodeHandler(reportingApp, (request) => listeners[request.url ?? ""]?.()));
  const url = await listen(server);
  for (const path of Object.keys(listeners)) assert.equal((await fetch(`${url}${path}`)).status, 500);
  assert.deepEqual(
    errors.map(({ where, error }) => [where, String(error)]),
    [
      ["server", "Error: thrown"],
      ["server", "Error: rejected"],
    ],
  );
});

test("a client that disconnects while a page is sent causes no error report", async () => {
  const errors: AppError[] = [];
  const disconnectSignal = Promise.withResolvers<void>();
  const endlessStream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => disconnectSignal.resolve(),
  });
  const reportingApp = createApp({
    ...options,
    onError: (error) => errors.push(error),
    page: () => new Response(endlessStream),
  });
  const url = await listen(createServer(nodeHandler(reportingApp)));
  const page = await fetch(`${url}/start?${buildSignedQuery()}`, { headers: { "sec-fetch-dest": "iframe" } });
  await page.body?.cancel();
  await disconnectSignal.promise;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    errors.filter(({ where }) => where === "server"),
    [],
  );
});

test("a request whose target and Host header name another host is passed to the developer's own listener", async () => {
  const url = new URL(await startFunctions["node:http"]!());
  const { connect } = await import("node:net");
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () =>
      socket.end("GET //evil.example/start HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
    );
    let responseText = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (responseText += chunk));
    socket.on("end", () => resolve(responseText)).on("error", reject);
  });
  assert.match(text, /^HTTP\/1\.1 200/);
  assert.match(text, /mine/);
});
