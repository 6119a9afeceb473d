import assert from "node:assert/strict";
import { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, startNameServer } from "@souk/testkit";
import { listMachineAddresses } from "./addresses.ts";
import { createResolver, defaultSendLimits, evaluateOutcome, type SendLimits } from "./index.ts";
import { buildResponse, type ReceiverOptions } from "./testing/receiver.ts";
import { openReceiver, openSender, post, postTo, systemClock } from "./testing/sender.ts";

// The limit under test is short, so that the test does not wait ten seconds. The other limits are long, so that the
// timeouts can be distinguished on a busy machine.
const longLimits: Partial<SendLimits> = {
  connectMs: 60_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  totalMs: 60_000,
  slotMs: 60_000,
};
const shortLimits: Partial<SendLimits> = { ...longLimits, totalMs: 400 };
/** How much longer than its limit a request may take on a busy machine. */
const slackMs = 20_000;

async function sendTimed(
  t: TestContext,
  respond: ReceiverOptions["respond"],
  limits: Partial<SendLimits> = shortLimits,
) {
  const receiver = await openReceiver(t, { respond });
  const sender = openSender(t, { limits });
  const startedAt = performance.now();
  const outcome = await postTo(sender, receiver.url);
  return { receiver, sender, outcome, tookMs: performance.now() - startedAt };
}

/** Write a string repeatedly until the socket is closed. */
function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on("close", () => clearInterval(timer));
}

async function waitUntilClosed(connections: ReadonlySet<Socket>): Promise<void> {
  await eventually(() => connections.size === 0);
}

test("the default send limits match the interface specification and the engine's leases", () => {
  const { connectMs, headersMs, bodyMs, totalMs, slotMs, maxReadBytes, maxKeptBytes, maxConnections } =
    defaultSendLimits;
  assert.deepEqual([connectMs, headersMs, bodyMs, totalMs], [3_000, 9_000, 2_000, 10_000]);
  assert.deepEqual([maxReadBytes, maxKeptBytes, maxConnections], [16_384, 1_024, 8]);
  // No request starts when less than 12 s of its lane's lease remain.
  assert.ok(slotMs + totalMs < 12_000);
  // After two connection attempts there is still time for a response.
  assert.ok(2 * connectMs < totalMs);
});

test("P10: a response after the deadline is a failure, and the connection is closed", async (t) => {
  const { outcome, tookMs, receiver } = await sendTimed(t, ({ socket }) => {
    setTimeout(() => socket.write(buildResponse(200)), 450);
  });
  assert.ok(outcome.kind === "failed" && outcome.reason === "timeout");
  assert.deepEqual(evaluateOutcome(outcome), { verdict: "failed" });
  assert.ok(tookMs >= 390 && tookMs < 400 + slackMs, `${tookMs} ms`);
  await waitUntilClosed(receiver.openConnections);
});

test("P18: a server that sends headers or 1xx responses slowly is cut off at the timeout", async (t) => {
  const slowResponders: ReceiverOptions["respond"][] = [
    ({ socket }) => drip(socket, "X: 1\r\n", 20),
    ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      drip(socket, "x: 1\r\n", 20);
    },
    ({ socket }) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n", 20),
    ({ socket }) => {
      socket.write("H");
      setTimeout(() => socket.write("TTP/1.1 200"), 100);
    },
  ];
  for (const respond of slowResponders) {
    const { outcome, tookMs, receiver } = await sendTimed(t, respond);
    assert.equal(outcome.kind, "failed");
    assert.ok(tookMs < 400 + slackMs, `${tookMs} ms`);
    await waitUntilClosed(receiver.openConnections);
  }
});

test("P18: a response's status counts even if its body arrives slowly, stalls or breaks off", async (t) => {
  const bodyWriters: ReceiverOptions["respond"][] = [
    ({ socket }) => drip(socket, "a", 20),
    () => {},
    ({ socket }) => socket.resetAndDestroy(),
    ({ socket }) => socket.end("short"),
  ];
  for (const status of [200, 500]) {
    for (const writeBody of bodyWriters) {
      const respond: ReceiverOptions["respond"] = (request, count) => {
        request.socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 100000\r\n\r\n`);
        setTimeout(() => writeBody(request, count), 20);
      };
      const { outcome, tookMs, receiver } = await sendTimed(t, respond, { ...longLimits, bodyMs: 150 });
      assert.ok(outcome.kind === "answered" && outcome.status === status && !outcome.complete);
      assert.ok(tookMs < 150 + slackMs, `${tookMs} ms`);
      await waitUntilClosed(receiver.openConnections);
    }
  }
});

test("P18: only a small part of an endless response header or body is read", async (t) => {
  const chunk = Buffer.alloc(64 * 1024, "a");
  const flood = (socket: Socket) => {
    const writeMore = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", writeMore);
    };
    writeMore();
  };
  for (const head of ["HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n", "HTTP/1.1 200 OK\r\nx: "]) {
    const memoryBefore = process.memoryUsage().rss;
    let writtenBytes = 0;
    const { outcome, tookMs, receiver } = await sendTimed(t, ({ socket }) => {
      socket.write(head);
      socket.on("close", () => {
        writtenBytes = socket.bytesWritten;
      });
      flood(socket);
    });
    assert.ok(outcome.kind === "failed" || (outcome.status === 200 && outcome.bytes.length === 1024));
    assert.ok(tookMs < 400 + slackMs, `${tookMs} ms`);
    await waitUntilClosed(receiver.openConnections);
    assert.ok(writtenBytes < 32 * 1024 * 1024, `${writtenBytes} bytes went into the system's buffers`);
    assert.ok(process.memoryUsage().rss - memoryBefore < 64 * 1024 * 1024);
  }
});

test("P18: a connection to a server that never starts TLS ends at the connect timeout", async (t) => {
  const receiver = await openReceiver(t, { respond: () => {} });
  const sender = openSender(t, { limits: { ...longLimits, connectMs: 300 } });
  const startedAt = performance.now();
  const outcome = await postTo(sender, receiver.url.replace("http:", "https:"));
  assert.ok(outcome.kind === "failed" && outcome.reason === "connect_timeout");
  assert.ok(performance.now() - startedAt < 300 + slackMs);
  await eventually(() => receiver.connectionCount === 1);
  await waitUntilClosed(receiver.openConnections);
});

test("P18: a request to a name whose DNS server never responds ends at the connect timeout", async (t) => {
  const nameServer = await startNameServer(() => "silent");
  t.after(() => nameServer.close());
  const resolver = createResolver({ clock: systemClock, servers: [nameServer.address], timeoutMs: 60_000 });
  const sender = openSender(t, { limits: { ...longLimits, connectMs: 150 }, resolver });
  const startedAt = performance.now();
  const outcome = await postTo(sender, "https://hooks.shop/");
  assert.ok(outcome.kind === "failed" && outcome.reason === "dns");
  assert.ok(performance.now() - startedAt < 150 + slackMs);
});

test("P18: hanging connections of one origin do not delay another origin", async (t) => {
  const hangingReceiver = await openReceiver(t, { respond: () => {} });
  const liveReceiver = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
  const sender = openSender(t, { limits: longLimits });
  let endedCount = 0;
  const hangingRequests = Array.from({ length: 8 }, async () => {
    const { kind } = await postTo(sender, hangingReceiver.url);
    endedCount += 1;
    return kind;
  });
  await eventually(() => hangingReceiver.requests.length === 8);
  for (let count = 0; count < 20; count++)
    assert.equal((await postTo(sender, liveReceiver.url)).kind, "answered");
  assert.equal(endedCount, 0, "the other requests still hang");
  for (const { socket } of hangingReceiver.requests) socket.destroy();
  assert.deepEqual(await Promise.all(hangingRequests), Array(8).fill("failed"));
});

test("a request that cannot get one of its origin's eight connections is not sent", async (t) => {
  const receiver = await openReceiver(t, { respond: () => {} });
  const sender = openSender(t, { limits: { ...longLimits, totalMs: 3_000, slotMs: 200 } });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => postTo(sender, receiver.url)));
  const reasons = outcomes.map((outcome) => (outcome.kind === "failed" ? outcome.reason : ""));
  assert.deepEqual(reasons.sort(), [...Array(2).fill("busy"), ...Array(8).fill("timeout")]);
  assert.equal(receiver.requests.length, 8);
  const busyOutcome = outcomes.find((outcome) => outcome.kind === "failed" && outcome.reason === "busy");
  assert.deepEqual(busyOutcome && evaluateOutcome(busyOutcome), { verdict: "unsent" });
});

test("waiting for a connection does not count against a request's time limit", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => {
      setTimeout(() => socket.write(buildResponse(200)), 400);
    },
  });
  const sender = openSender(t, { limits: { ...longLimits, maxConnections: 1, totalMs: 1_500 } });
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => postTo(sender, receiver.url)));
  for (const outcome of outcomes) {
    assert.ok(outcome.kind === "answered" && outcome.duration_ms < 1_500, JSON.stringify(outcome));
  }
  assert.equal(receiver.connectionCount, 1);
});

test("a request can set its own timeout", async (t) => {
  const receiver = await openReceiver(t, { respond: () => {} });
  const startedAt = performance.now();
  const outcome = await openSender(t, { limits: longLimits }).send({
    ...post,
    url: receiver.url,
    timeoutMs: 100,
  });
  assert.ok(outcome.kind === "failed" && outcome.reason === "timeout");
  assert.ok(performance.now() - startedAt < 100 + slackMs);
});

test("a request that times out while connecting is not sent when the connection opens", async (t) => {
  const receiver = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
  const dial = (address: string, port: number) => {
    const socket = new Socket();
    setTimeout(() => socket.connect(port, address), 80);
    return socket;
  };
  const sender = openSender(t, {
    network: { dial, listMachineAddresses },
    limits: { ...longLimits, totalMs: 40 },
  });
  const outcome = await postTo(sender, receiver.url);
  assert.ok(outcome.kind === "failed" && outcome.reason === "connect_timeout");
  await sleep(120);
  assert.equal(receiver.requests.length, 0);
  await waitUntilClosed(receiver.openConnections);
});

test("a request sent on a lost connection is reported as timed out, not as unsent", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }, count) =>
      count === 1 ? socket.write(buildResponse(200)) : socket.resetAndDestroy(),
  });
  let dialCount = 0;
  const dial = (address: string, port: number) => {
    const socket = new Socket();
    // The second connection is never established.
    if (dialCount++ === 0) socket.connect(port, address);
    return socket;
  };
  const sender = openSender(t, {
    network: { dial, listMachineAddresses },
    limits: { ...shortLimits, connectMs: 2_000 },
  });
  assert.equal((await postTo(sender, receiver.url)).kind, "answered");
  const outcome = await postTo(sender, receiver.url);
  assert.equal(receiver.requests.length, 2);
  assert.deepEqual([outcome.kind === "failed" && outcome.reason, dialCount], ["timeout", 2]);
});
