import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { silentLog } from "@souk/testkit";
import Fastify from "fastify";
import { type ListeningServer, listen } from "./listen.ts";

async function startSlowServer(): Promise<{
  listening: ListeningServer;
  requestStarted: Promise<void>;
  port: number;
}> {
  const server = Fastify({ keepAliveTimeout: 72_000, return503OnClosing: false });
  const { promise: requestStarted, resolve: markStarted } = Promise.withResolvers<void>();
  server.get("/", async () => "quick");
  server.get("/slow", async () => {
    markStarted();
    await sleep(150);
    return "slow";
  });
  server.get("/never", () => {
    markStarted();
    return new Promise(() => undefined);
  });
  await server.ready();
  const listening = await listen(server, { hosts: ["127.0.0.1", "::1"], port: 0, log: silentLog });
  return { listening, requestStarted, port: listening.addresses[0]?.port ?? 0 };
}

function get(port: number, path: string, options: { host?: string; agent?: Agent } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: "127.0.0.1", port, path, ...options }, (response) => {
      // "last" shows that the server closes the connection after this response.
      let text = response.headers.connection === "close" ? "last " : "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve(text));
    });
    clientRequest.on("error", reject).end();
  });
}

test("a server listens on every address with the same port", async () => {
  const { listening, port } = await startSlowServer();
  assert.equal(await get(port, "/"), "quick");
  if (listening.addresses.length === 2) assert.equal(await get(port, "/", { host: "::1" }), "quick");
  await listening.close(1_000);
});

test("a server skips a listen address that the machine lacks, unless it is the only address", async () => {
  const server = Fastify();
  const hosts = ["192.0.2.1", "127.0.0.1"];
  const { addresses, close } = await listen(server, { hosts, port: 0, log: silentLog });
  assert.deepEqual(
    addresses.map(({ address }) => address),
    ["127.0.0.1"],
  );
  await close(1_000);
  const failedListen = listen(Fastify(), { hosts: ["192.0.2.1"], port: 0, log: silentLog });
  await assert.rejects(failedListen, { code: "EADDRNOTAVAIL" });
});

test("listening fails if the port is in use on any of the addresses", async () => {
  const { listening, port } = await startSlowServer();
  const secondListen = listen(Fastify(), { hosts: ["127.0.0.1", "::1"], port, log: silentLog });
  await assert.rejects(secondListen, { code: "EADDRINUSE" });
  await listening.close(1_000);
});

test("on Linux, several waiting connections are accepted in each turn of the event loop", async () => {
  const connectionCount = 100;
  const server = Fastify();
  let acceptedCount = 0;
  server.server.on("connection", () => {
    acceptedCount += 1;
  });
  const { addresses, close } = await listen(server, { hosts: ["127.0.0.1"], port: 0, log: silentLog });
  const port = addresses[0]?.port ?? assert.fail();
  // The system connects these at once, so all of them wait for the server.
  const sockets = Array.from({ length: connectionCount }, () => connect(port, "127.0.0.1"));
  let turns = 0;
  for (let countBefore = 0; acceptedCount < connectionCount; countBefore = acceptedCount) {
    await nextTurn();
    if (acceptedCount > countBefore) turns += 1;
  }
  // Elsewhere, one socket listens, and Node accepts one of its connections in each turn.
  assert.ok(turns < (process.platform === "linux" ? 50 : 101), `${turns} turns`);
  for (const socket of sockets) socket.destroy();
  await close(1_000);
});

test("closing a server rejects new connections, ends idle ones and finishes open requests", async () => {
  const { listening, requestStarted, port } = await startSlowServer();
  const agent = new Agent({ keepAlive: true });
  await get(port, "/", { agent });
  const slowResponse = get(port, "/slow", { agent: new Agent({ keepAlive: true }) });
  await requestStarted;
  const startedAt = performance.now();
  const closing = listening.close(60_000);
  await assert.rejects(get(port, "/"), { code: "ECONNREFUSED" });
  assert.equal(await slowResponse, "last slow");
  await closing;
  assert.ok(performance.now() - startedAt < 30_000, "closing does not wait for the keep-alive timeout");
});

test("while a server closes, a request that never ends is aborted after the grace period or on demand", async () => {
  for (const isForced of [false, true]) {
    const { listening, requestStarted, port } = await startSlowServer();
    const rejection = assert.rejects(get(port, "/never"), { code: "ECONNRESET" });
    await requestStarted;
    const closing = listening.close(isForced ? 60_000 : 50);
    if (isForced) listening.abortRequests();
    await Promise.all([closing, rejection]);
  }
});

test("a connection that never sends a request does not delay closing the server", async () => {
  const { listening, port } = await startSlowServer();
  const silentSocket = connect(port, "127.0.0.1");
  await new Promise((resolve) => silentSocket.once("connect", resolve));
  const connectionEnd = new Promise((resolve) => silentSocket.once("close", resolve));
  await listening.close(200);
  silentSocket.destroy();
  await connectionEnd;
});
