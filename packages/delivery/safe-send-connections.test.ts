import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { ownAddresses } from "./addresses.ts";
import { defaultSendLimits, evaluateOutcome } from "./index.ts";
import { OriginPools } from "./origin-pools.ts";
import { systemNetwork } from "./safe-connector.ts";
import { validCertificate } from "./testing/certificates.ts";
import { http, startReceiver } from "./testing/receiver.ts";
import { getReason, openReceiver, openSender, post, postTo, systemClock } from "./testing/sender.ts";

const respondOk = ({ socket }: { socket: NodeJS.WritableStream }) => socket.write(http(200, {}, "ok"));

for (const certificate of [undefined, validCertificate]) {
  const scheme = certificate === undefined ? "http" : "https";
  test(`requests one after the other share one ${scheme} connection`, async (t) => {
    const receiver = await openReceiver(t, { answer: respondOk, ...(certificate && { certificate }) });
    const sender = openSender(t);
    for (let count = 0; count < 20; count++) {
      assert.equal(getReason(await postTo(sender, receiver.url)), "answered 200");
    }
    assert.equal(receiver.connections, 1);
  });
}

test("500 concurrent requests share eight connections", async (t) => {
  const receiver = await openReceiver(t, { answer: respondOk });
  // The last one waits for a connection as long as the others take.
  const sender = openSender(t, { limits: { slotMs: 60_000 } });
  const outcomes = await Promise.all(Array.from({ length: 500 }, () => postTo(sender, receiver.url)));
  assert.deepEqual(new Set(outcomes.map(getReason)), new Set(["answered 200"]));
  assert.equal(receiver.connections, 8);
  assert.equal(receiver.requests.length, 500);
});

test("a request on a reused connection that the server has closed is retried", async (t) => {
  const receiver = await openReceiver(t, {
    answer: ({ socket }, count) => {
      // Like a server whose keep-alive timeout ends just when a request arrives.
      if (count === 2) socket.resetAndDestroy();
      else socket.write(http(200));
    },
  });
  const sender = openSender(t);
  assert.equal(getReason(await postTo(sender, receiver.url)), "answered 200");
  assert.equal(getReason(await postTo(sender, receiver.url)), "answered 200");
  assert.deepEqual([receiver.requests.length, receiver.connections], [3, 2]);
});

test("a one-time request uses a new connection and is not retried after a reset", async (t) => {
  const receiver = await openReceiver(t, {
    answer: ({ socket }, count) => {
      if (count === 3) socket.resetAndDestroy();
      else socket.write(http(200));
    },
  });
  const sender = openSender(t);
  const send = () => sender.send({ ...post, url: receiver.url, body: Buffer.from("{}"), once: true });
  assert.equal(getReason(await postTo(sender, receiver.url)), "answered 200");
  assert.deepEqual([getReason(await send()), getReason(await send())], ["answered 200", "reset"]);
  assert.deepEqual([receiver.requests.length, receiver.connections], [3, 3]);
});

test("a request to a server that closes every connection is retried at most once", async (t) => {
  const receiver = await openReceiver(t, {
    answer: ({ socket }, count) => {
      if (count === 1) socket.write(http(200));
      else socket.destroy();
    },
  });
  const sender = openSender(t);
  await postTo(sender, receiver.url);
  assert.equal(getReason(await postTo(sender, receiver.url)), "reset");
  assert.equal(receiver.requests.length, 3);
  assert.equal(getReason(await postTo(sender, receiver.url)), "reset");
  assert.equal(receiver.requests.length, 4);
});

test("a server that restarts on the same port is reached immediately", async (t) => {
  const first = await startReceiver({ answer: respondOk });
  const sender = openSender(t);
  await Promise.all(Array.from({ length: 8 }, () => postTo(sender, first.url)));
  await first.close();
  const second = await openReceiver(t, { answer: respondOk, port: first.port });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => postTo(sender, second.url)));
  assert.deepEqual(outcomes.map(getReason), Array(8).fill("answered 200"));
});

test("a failed connect is retried once immediately", async (t) => {
  const receiver = await openReceiver(t, { answer: respondOk });
  const dialed: string[] = [];
  const network = {
    dial(address: string, port: number) {
      dialed.push(address);
      return systemNetwork.dial(address, dialed.length === 1 ? 1 : port);
    },
    ownAddresses,
  };
  const sender = openSender(t, { network });
  const url = receiver.url.replace("localhost", "127.0.0.1");
  assert.equal(getReason(await postTo(sender, url)), "answered 200");
  assert.deepEqual(dialed, ["127.0.0.1", "127.0.0.1"]);

  const unreachable = openSender(t, {
    network: { ...network, dial: (address) => systemNetwork.dial(address, 1) },
  });
  assert.equal(getReason(await postTo(unreachable, url)), "connect");
});

test("a connection is not reused after `connection: close` or a truncated body", async (t) => {
  const receiver = await openReceiver(t, {
    answer: ({ socket }, count) => {
      if (count === 1) socket.end(http(200, { connection: "close" }));
      else if (count === 2) socket.write(http(200, {}, "a".repeat(20_000)));
      else socket.write(http(200));
    },
  });
  const sender = openSender(t);
  for (let count = 0; count < 4; count++) {
    assert.equal(getReason(await postTo(sender, receiver.url)), "answered 200");
  }
  assert.equal(receiver.connections, 3);
});

test("an unused connection is closed after its keep-alive time", async (t) => {
  const receiver = await openReceiver(t, { answer: respondOk });
  const sender = openSender(t, { limits: { keepAliveMs: 100 } });
  await postTo(sender, receiver.url);
  assert.equal(receiver.open.size, 1);
  await eventually(() => receiver.open.size === 0);
  assert.equal(defaultSendLimits.keepAliveMs, 4_000);
  assert.equal(defaultSendLimits.maxKeepAliveMs, 30_000);
});

test("idle pools are removed, least recently used first; pools in use are kept", () => {
  const time = { now: 0 };
  const limits = { ...defaultSendLimits, idleOrigins: 3, idleOriginMs: 1_000 };
  const pools = new OriginPools(() => {}, limits, { now: () => time.now });
  const busy = pools.getPool("https://a.shop");
  const connection = busy.take();
  assert.ok(connection);
  const unused = pools.getPool("https://b.shop");
  for (const name of ["c", "d", "e", "f"]) pools.getPool(`https://${name}.shop`);
  assert.equal(pools.size, 3);
  assert.equal(pools.getPool("https://a.shop"), busy);
  assert.notEqual(pools.getPool("https://b.shop"), unused);

  time.now = 1_001;
  pools.getPool("https://g.shop");
  assert.equal(pools.size, 2);
  busy.release(connection, false);
  return pools.close();
});

test("closing waits for requests under way, rejects new ones and closes connections", async (t) => {
  const sockets: NodeJS.WritableStream[] = [];
  const receiver = await openReceiver(t, { answer: ({ socket }) => sockets.push(socket) });
  const sender = openSender(t, { clock: systemClock });
  const underWay = [postTo(sender, receiver.url), postTo(sender, receiver.url)];
  await eventually(() => sockets.length === 2);
  const closed = sender.close();
  const late = await postTo(sender, receiver.url);
  assert.equal(getReason(late), "closed");
  assert.deepEqual(evaluateOutcome(late), { verdict: "unsent" });
  for (const socket of sockets) socket.write(http(200));
  await closed;
  assert.deepEqual((await Promise.all(underWay)).map(getReason), ["answered 200", "answered 200"]);
  await eventually(() => receiver.open.size === 0);
});
