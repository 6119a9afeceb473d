import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { listMachineAddresses } from "./addresses.ts";
import { defaultSendLimits, evaluateOutcome } from "./index.ts";
import { OriginPools } from "./origin-pools.ts";
import { systemNetwork } from "./safe-connector.ts";
import { validCertificate } from "./testing/certificates.ts";
import { buildResponse, startReceiver } from "./testing/receiver.ts";
import { describeOutcome, openReceiver, openSender, post, postTo, systemClock } from "./testing/sender.ts";

const respondOk = ({ socket }: { socket: NodeJS.WritableStream }) =>
  socket.write(buildResponse(200, {}, "ok"));

for (const certificate of [undefined, validCertificate]) {
  const scheme = certificate === undefined ? "http" : "https";
  test(`consecutive requests share one ${scheme} connection`, async (t) => {
    const receiver = await openReceiver(t, { respond: respondOk, ...(certificate && { certificate }) });
    const sender = openSender(t);
    for (let count = 0; count < 20; count++) {
      assert.equal(describeOutcome(await postTo(sender, receiver.url)), "answered 200");
    }
    assert.equal(receiver.connectionCount, 1);
  });
}

test("500 concurrent requests to an origin share eight connections", async (t) => {
  const receiver = await openReceiver(t, { respond: respondOk });
  // The last request waits for a connection until the other requests have ended.
  const sender = openSender(t, { limits: { slotMs: 60_000 } });
  const outcomes = await Promise.all(Array.from({ length: 500 }, () => postTo(sender, receiver.url)));
  assert.deepEqual(new Set(outcomes.map(describeOutcome)), new Set(["answered 200"]));
  assert.equal(receiver.connectionCount, 8);
  assert.equal(receiver.requests.length, 500);
});

test("a request on a reused connection that the server has closed is retried", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }, count) => {
      // Simulate a server whose keep-alive timeout ends just when a request arrives.
      if (count === 2) socket.resetAndDestroy();
      else socket.write(buildResponse(200));
    },
  });
  const sender = openSender(t);
  assert.equal(describeOutcome(await postTo(sender, receiver.url)), "answered 200");
  assert.equal(describeOutcome(await postTo(sender, receiver.url)), "answered 200");
  assert.deepEqual([receiver.requests.length, receiver.connectionCount], [3, 2]);
});

test("a one-time request uses a new connection and is not retried after a reset", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }, count) => {
      if (count === 3) socket.resetAndDestroy();
      else socket.write(buildResponse(200));
    },
  });
  const sender = openSender(t);
  const send = () => sender.send({ ...post, url: receiver.url, body: Buffer.from("{}"), once: true });
  assert.equal(describeOutcome(await postTo(sender, receiver.url)), "answered 200");
  assert.deepEqual([describeOutcome(await send()), describeOutcome(await send())], ["answered 200", "reset"]);
  assert.deepEqual([receiver.requests.length, receiver.connectionCount], [3, 3]);
});

test("a request to a server that closes every connection is retried at most once", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }, count) => {
      if (count === 1) socket.write(buildResponse(200));
      else socket.destroy();
    },
  });
  const sender = openSender(t);
  await postTo(sender, receiver.url);
  assert.equal(describeOutcome(await postTo(sender, receiver.url)), "reset");
  assert.equal(receiver.requests.length, 3);
  assert.equal(describeOutcome(await postTo(sender, receiver.url)), "reset");
  assert.equal(receiver.requests.length, 4);
});

test("a server that restarts on the same port is reached immediately", async (t) => {
  const firstReceiver = await startReceiver({ respond: respondOk });
  const sender = openSender(t);
  await Promise.all(Array.from({ length: 8 }, () => postTo(sender, firstReceiver.url)));
  await firstReceiver.close();
  const secondReceiver = await openReceiver(t, { respond: respondOk, port: firstReceiver.port });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => postTo(sender, secondReceiver.url)));
  assert.deepEqual(outcomes.map(describeOutcome), Array(8).fill("answered 200"));
});

test("a failed connection attempt is retried once, immediately", async (t) => {
  const receiver = await openReceiver(t, { respond: respondOk });
  const dialedAddresses: string[] = [];
  const network = {
    dial(address: string, port: number) {
      dialedAddresses.push(address);
      // Nothing listens on port 1.
      return systemNetwork.dial(address, dialedAddresses.length === 1 ? 1 : port);
    },
    listMachineAddresses,
  };
  const sender = openSender(t, { network });
  const url = receiver.url.replace("localhost", "127.0.0.1");
  assert.equal(describeOutcome(await postTo(sender, url)), "answered 200");
  assert.deepEqual(dialedAddresses, ["127.0.0.1", "127.0.0.1"]);

  const unreachableSender = openSender(t, {
    network: { ...network, dial: (address) => systemNetwork.dial(address, 1) },
  });
  assert.equal(describeOutcome(await postTo(unreachableSender, url)), "connect");
});

test("a connection is not reused after `connection: close` or a truncated body", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }, count) => {
      if (count === 1) socket.end(buildResponse(200, { connection: "close" }));
      else if (count === 2) socket.write(buildResponse(200, {}, "a".repeat(20_000)));
      else socket.write(buildResponse(200));
    },
  });
  const sender = openSender(t);
  for (let count = 0; count < 4; count++) {
    assert.equal(describeOutcome(await postTo(sender, receiver.url)), "answered 200");
  }
  assert.equal(receiver.connectionCount, 3);
});

test("an unused connection is closed after its keep-alive time", async (t) => {
  const receiver = await openReceiver(t, { respond: respondOk });
  const sender = openSender(t, { limits: { keepAliveMs: 100 } });
  await postTo(sender, receiver.url);
  assert.equal(receiver.openConnections.size, 1);
  await eventually(() => receiver.openConnections.size === 0);
  assert.equal(defaultSendLimits.keepAliveMs, 4_000);
  assert.equal(defaultSendLimits.maxKeepAliveMs, 30_000);
});

test("idle connection pools are removed, the least recently used first", () => {
  const time = { now: 0 };
  const limits = { ...defaultSendLimits, maxIdleOrigins: 3, idleOriginMs: 1_000 };
  const pools = new OriginPools(() => {}, limits, { now: () => time.now });
  const busyPool = pools.getPool("https://a.shop");
  const connection = busyPool.acquire();
  assert.ok(connection);
  const unusedPool = pools.getPool("https://b.shop");
  for (const name of ["c", "d", "e", "f"]) pools.getPool(`https://${name}.shop`);
  assert.equal(pools.size, 3);
  assert.equal(pools.getPool("https://a.shop"), busyPool);
  assert.notEqual(pools.getPool("https://b.shop"), unusedPool);

  time.now = 1_001;
  pools.getPool("https://g.shop");
  assert.equal(pools.size, 2);
  busyPool.release(connection, false);
  return pools.close();
});

test("closing a sender waits for its requests and rejects new ones", async (t) => {
  const sockets: NodeJS.WritableStream[] = [];
  const receiver = await openReceiver(t, { respond: ({ socket }) => sockets.push(socket) });
  const sender = openSender(t, { clock: systemClock });
  const outcomes = [postTo(sender, receiver.url), postTo(sender, receiver.url)];
  await eventually(() => sockets.length === 2);
  const senderClosed = sender.close();
  const lateOutcome = await postTo(sender, receiver.url);
  assert.equal(describeOutcome(lateOutcome), "closed");
  assert.deepEqual(evaluateOutcome(lateOutcome), { verdict: "unsent" });
  for (const socket of sockets) socket.write(buildResponse(200));
  await senderClosed;
  assert.deepEqual((await Promise.all(outcomes)).map(describeOutcome), ["answered 200", "answered 200"]);
  await eventually(() => receiver.openConnections.size === 0);
});
