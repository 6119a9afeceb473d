import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { ownAddresses } from "./addresses.ts";
import { defaultSendLimits, judgeOutcome } from "./index.ts";
import { OriginPools } from "./origin-pools.ts";
import { systemNetwork } from "./safe-connector.ts";
import { validCertificate } from "./testing/certificates.ts";
import { http, startReceiver } from "./testing/receiver.ts";
import { post, postTo, reasonOf, receiverFor, senderFor, systemClock } from "./testing/sender.ts";

const answerOk = ({ socket }: { socket: NodeJS.WritableStream }) => socket.write(http(200, {}, "ok"));

for (const certificate of [undefined, validCertificate]) {
  const scheme = certificate === undefined ? "http" : "https";
  test(`requests one after the other share one ${scheme} connection`, async (t) => {
    const receiver = await receiverFor(t, { answer: answerOk, ...(certificate && { certificate }) });
    const sender = senderFor(t);
    for (let count = 0; count < 20; count++) {
      assert.equal(reasonOf(await postTo(sender, receiver.url)), "answered 200");
    }
    assert.equal(receiver.connections, 1);
  });
}

test("many requests at once share eight connections, and every one is answered", async (t) => {
  const receiver = await receiverFor(t, { answer: answerOk });
  // The last one waits for a connection as long as the others take.
  const sender = senderFor(t, { limits: { slotMs: 60_000 } });
  const outcomes = await Promise.all(Array.from({ length: 500 }, () => postTo(sender, receiver.url)));
  assert.deepEqual(new Set(outcomes.map(reasonOf)), new Set(["answered 200"]));
  assert.equal(receiver.connections, 8);
  assert.equal(receiver.requests.length, 500);
});

test("a kept connection that the server has closed without a word costs no failure", async (t) => {
  const receiver = await receiverFor(t, {
    answer: ({ socket }, count) => {
      // As a server does whose own keep-alive ends at the moment a request arrives.
      if (count === 2) socket.resetAndDestroy();
      else socket.write(http(200));
    },
  });
  const sender = senderFor(t);
  assert.equal(reasonOf(await postTo(sender, receiver.url)), "answered 200");
  assert.equal(reasonOf(await postTo(sender, receiver.url)), "answered 200");
  assert.deepEqual([receiver.requests.length, receiver.connections], [3, 2]);
});

test("a request that may reach the server once goes on a fresh connection, and one that is reset there is over", async (t) => {
  const receiver = await receiverFor(t, {
    answer: ({ socket }, count) => {
      if (count === 3) socket.resetAndDestroy();
      else socket.write(http(200));
    },
  });
  const sender = senderFor(t);
  const send = () => sender.send({ ...post, url: receiver.url, body: Buffer.from("{}"), once: true });
  assert.equal(reasonOf(await postTo(sender, receiver.url)), "answered 200");
  assert.deepEqual([reasonOf(await send()), reasonOf(await send())], ["answered 200", "reset"]);
  assert.deepEqual([receiver.requests.length, receiver.connections], [3, 3]);
});

test("a server that closes every connection at a request is tried once more at most", async (t) => {
  const receiver = await receiverFor(t, {
    answer: ({ socket }, count) => {
      if (count === 1) socket.write(http(200));
      else socket.destroy();
    },
  });
  const sender = senderFor(t);
  await postTo(sender, receiver.url);
  assert.equal(reasonOf(await postTo(sender, receiver.url)), "reset");
  assert.equal(receiver.requests.length, 3);
  assert.equal(reasonOf(await postTo(sender, receiver.url)), "reset");
  assert.equal(receiver.requests.length, 4);
});

test("a server that restarts on the same port is reached again at once", async (t) => {
  const first = await startReceiver({ answer: answerOk });
  const sender = senderFor(t);
  await Promise.all(Array.from({ length: 8 }, () => postTo(sender, first.url)));
  await first.close();
  const second = await receiverFor(t, { answer: answerOk, port: first.port });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => postTo(sender, second.url)));
  assert.deepEqual(outcomes.map(reasonOf), Array(8).fill("answered 200"));
});

test("a connect that fails is tried once more at once, one that is refused for its address is not", async (t) => {
  const receiver = await receiverFor(t, { answer: answerOk });
  const dialled: string[] = [];
  const network = {
    dial(address: string, port: number) {
      dialled.push(address);
      return systemNetwork.dial(address, dialled.length === 1 ? 1 : port);
    },
    ownAddresses,
  };
  const sender = senderFor(t, { network });
  const url = receiver.url.replace("localhost", "127.0.0.1");
  assert.equal(reasonOf(await postTo(sender, url)), "answered 200");
  assert.deepEqual(dialled, ["127.0.0.1", "127.0.0.1"]);

  const nobody = senderFor(t, { network: { ...network, dial: (address) => systemNetwork.dial(address, 1) } });
  assert.equal(reasonOf(await postTo(nobody, url)), "connect");
});

test("an answer that says so, or that was cut, ends its connection and no other", async (t) => {
  const receiver = await receiverFor(t, {
    answer: ({ socket }, count) => {
      if (count === 1) socket.end(http(200, { connection: "close" }));
      else if (count === 2) socket.write(http(200, {}, "a".repeat(20_000)));
      else socket.write(http(200));
    },
  });
  const sender = senderFor(t);
  for (let count = 0; count < 4; count++) {
    assert.equal(reasonOf(await postTo(sender, receiver.url)), "answered 200");
  }
  assert.equal(receiver.connections, 3);
});

test("a connection that is not used is closed after a while", async (t) => {
  const receiver = await receiverFor(t, { answer: answerOk });
  const sender = senderFor(t, { limits: { keepAliveMs: 100 } });
  await postTo(sender, receiver.url);
  assert.equal(receiver.open.size, 1);
  await eventually(() => receiver.open.size === 0);
  assert.equal(defaultSendLimits.keepAliveMs, 4_000);
  assert.equal(defaultSendLimits.keepAliveAtMostMs, 30_000);
});

test("origins without a request are forgotten, the longest unused first, those in use never", () => {
  const time = { now: 0 };
  const limits = { ...defaultSendLimits, idleOrigins: 3, idleOriginMs: 1_000 };
  const pools = new OriginPools(() => {}, limits, { now: () => time.now });
  const busy = pools.of("https://a.shop");
  const connection = busy.take();
  assert.ok(connection);
  const unused = pools.of("https://b.shop");
  for (const name of ["c", "d", "e", "f"]) pools.of(`https://${name}.shop`);
  assert.equal(pools.size, 3);
  assert.equal(pools.of("https://a.shop"), busy);
  assert.notEqual(pools.of("https://b.shop"), unused);

  time.now = 1_001;
  pools.of("https://g.shop");
  assert.equal(pools.size, 2);
  busy.release(connection, false);
  return pools.close();
});

test("closing lets requests under way end, sends no further one, and leaves no connection", async (t) => {
  const asked: NodeJS.WritableStream[] = [];
  const receiver = await receiverFor(t, { answer: ({ socket }) => asked.push(socket) });
  const sender = senderFor(t, { clock: systemClock });
  const underWay = [postTo(sender, receiver.url), postTo(sender, receiver.url)];
  await eventually(() => asked.length === 2);
  const closed = sender.close();
  const late = await postTo(sender, receiver.url);
  assert.equal(reasonOf(late), "closed");
  assert.deepEqual(judgeOutcome(late), { verdict: "unsent" });
  for (const socket of asked) socket.write(http(200));
  await closed;
  assert.deepEqual((await Promise.all(underWay)).map(reasonOf), ["answered 200", "answered 200"]);
  await eventually(() => receiver.open.size === 0);
});
