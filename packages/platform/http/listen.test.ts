import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { silentLog } from "@souk/testkit";
import Fastify from "fastify";
import { type Listening, listen } from "./listen.ts";

async function slowServer(): Promise<{ listening: Listening; begun: Promise<void>; port: number }> {
  const server = Fastify({ keepAliveTimeout: 72_000, return503OnClosing: false });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  server.get("/", async () => "quick");
  server.get("/slow", async () => {
    begin();
    await sleep(150);
    return "slow";
  });
  server.get("/never", () => {
    begin();
    return new Promise(() => undefined);
  });
  await server.ready();
  const listening = await listen(server, { hosts: ["127.0.0.1", "::1"], port: 0, log: silentLog });
  return { listening, begun, port: listening.addresses[0]?.port ?? 0 };
}

function get(port: number, path: string, options: { host?: string; agent?: Agent } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, ...options }, (response) => {
      let text = response.headers.connection === "close" ? "last " : "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve(text));
    });
    sent.on("error", reject).end();
  });
}

test("one server answers on every address, on the same port", async () => {
  const { listening, port } = await slowServer();
  assert.equal(await get(port, "/"), "quick");
  if (listening.addresses.length === 2) assert.equal(await get(port, "/", { host: "::1" }), "quick");
  await listening.close(1_000);
});

test("an address that the machine lacks is skipped unless there is no other", async () => {
  const server = Fastify();
  const hosts = ["192.0.2.1", "127.0.0.1"];
  const { addresses, close } = await listen(server, { hosts, port: 0, log: silentLog });
  assert.deepEqual(
    addresses.map(({ address }) => address),
    ["127.0.0.1"],
  );
  await close(1_000);
  const none = listen(Fastify(), { hosts: ["192.0.2.1"], port: 0, log: silentLog });
  await assert.rejects(none, { code: "EADDRNOTAVAIL" });
});

test("a port in use on any of the addresses stops the start", async () => {
  const { listening, port } = await slowServer();
  const second = listen(Fastify(), { hosts: ["127.0.0.1", "::1"], port, log: silentLog });
  await assert.rejects(second, { code: "EADDRINUSE" });
  await listening.close(1_000);
});

test("closing takes no new connection, ends idle ones and finishes open requests", async () => {
  const { listening, begun, port } = await slowServer();
  const agent = new Agent({ keepAlive: true });
  await get(port, "/", { agent });
  const slow = get(port, "/slow", { agent: new Agent({ keepAlive: true }) });
  await begun;
  const begin = performance.now();
  const closed = listening.close(60_000);
  await assert.rejects(get(port, "/"), { code: "ECONNREFUSED" });
  assert.equal(await slow, "last slow");
  await closed;
  assert.ok(performance.now() - begin < 30_000, "no keep-alive time is waited for");
});

test("a request that does not end is aborted after the grace period or when hurried", async () => {
  for (const hurried of [false, true]) {
    const { listening, begun, port } = await slowServer();
    const never = assert.rejects(get(port, "/never"), { code: "ECONNRESET" });
    await begun;
    const closed = listening.close(hurried ? 60_000 : 50);
    if (hurried) listening.hurry();
    await Promise.all([closed, never]);
  }
});

test("a connection that never sends a request does not delay closing", async () => {
  const { listening, port } = await slowServer();
  const silent = connect(port, "127.0.0.1");
  await new Promise((resolve) => silent.once("connect", resolve));
  const ended = new Promise((resolve) => silent.once("close", resolve));
  await listening.close(200);
  silent.destroy();
  await ended;
});
