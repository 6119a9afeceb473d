import assert from "node:assert/strict";
import { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, startNameServer } from "@souk/testkit";
import { ownAddresses } from "./addresses.ts";
import { createResolver, defaultSendLimits, evaluateOutcome, type SendLimits } from "./index.ts";
import { http, type ReceiverOptions } from "./testing/receiver.ts";
import { openReceiver, openSender, post, postTo, systemClock } from "./testing/sender.ts";

// The limit under test is short, so that the test does not wait ten seconds. The others are long, so that the timeouts can
// be distinguished on a busy machine.
const long: Partial<SendLimits> = {
  connectMs: 60_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  totalMs: 60_000,
  slotMs: 60_000,
};
const short: Partial<SendLimits> = { ...long, totalMs: 400 };
const slackMs = 20_000;

async function sendTimed(
  t: TestContext,
  answer: ReceiverOptions["answer"],
  limits: Partial<SendLimits> = short,
) {
  const receiver = await openReceiver(t, { answer });
  const sender = openSender(t, { limits });
  const started = performance.now();
  const outcome = await postTo(sender, receiver.url);
  return { receiver, sender, outcome, tookMs: performance.now() - started };
}

/** Write a text repeatedly until the socket is closed. */
function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on("close", () => clearInterval(timer));
}

async function waitUntilClosed(open: ReadonlySet<Socket>): Promise<void> {
  await eventually(() => open.size === 0);
}

test("the default limits match the interface and the engine's leases", () => {
  const { connectMs, headersMs, bodyMs, totalMs, slotMs, readBytes, keptBytes, connections } =
    defaultSendLimits;
  assert.deepEqual([connectMs, headersMs, bodyMs, totalMs], [3_000, 9_000, 2_000, 10_000]);
  assert.deepEqual([readBytes, keptBytes, connections], [16_384, 1_024, 8]);
  // No send starts with under 12 s of its lease left.
  assert.ok(slotMs + totalMs < 12_000);
  // Two connects leave time for a response.
  assert.ok(2 * connectMs < totalMs);
});

test("P10: a response after the deadline is a failure, and the connection is closed", async (t) => {
  const { outcome, tookMs, receiver } = await sendTimed(t, ({ socket }) => {
    setTimeout(() => socket.write(http(200)), 450);
  });
  assert.ok(outcome.kind === "failed" && outcome.reason === "timeout");
  assert.deepEqual(evaluateOutcome(outcome), { verdict: "failed" });
  assert.ok(tookMs >= 390 && tookMs < 400 + slackMs, `${tookMs} ms`);
  await waitUntilClosed(receiver.open);
});

test("P18: a server that drips headers or interim responses is cut off at the deadline", async (t) => {
  const drips: ReceiverOptions["answer"][] = [
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
  for (const answer of drips) {
    const { outcome, tookMs, receiver } = await sendTimed(t, answer);
    assert.equal(outcome.kind, "failed");
    assert.ok(tookMs < 400 + slackMs, `${tookMs} ms`);
    await waitUntilClosed(receiver.open);
  }
});

test("P18: the status counts even if the body drips, stalls or breaks off", async (t) => {
  const bodies: ReceiverOptions["answer"][] = [
    ({ socket }) => drip(socket, "a", 20),
    () => {},
    ({ socket }) => socket.resetAndDestroy(),
    ({ socket }) => socket.end("short"),
  ];
  for (const status of [200, 500]) {
    for (const body of bodies) {
      const answer: ReceiverOptions["answer"] = (request, count) => {
        request.socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 100000\r\n\r\n`);
        setTimeout(() => body(request, count), 20);
      };
      const { outcome, tookMs, receiver } = await sendTimed(t, answer, { ...long, bodyMs: 150 });
      assert.ok(outcome.kind === "answered" && outcome.status === status && !outcome.complete);
      assert.ok(tookMs < 150 + slackMs, `${tookMs} ms`);
      await waitUntilClosed(receiver.open);
    }
  }
});

test("P18: only a little of a flood of headers or body is read", async (t) => {
  const chunk = Buffer.alloc(64 * 1024, "a");
  const flood = (socket: Socket) => {
    const writeMore = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", writeMore);
    };
    writeMore();
  };
  for (const head of ["HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n", "HTTP/1.1 200 OK\r\nx: "]) {
    const before = process.memoryUsage().rss;
    let written = 0;
    const { outcome, tookMs, receiver } = await sendTimed(t, ({ socket }) => {
      socket.write(head);
      socket.on("close", () => {
        written = socket.bytesWritten;
      });
      flood(socket);
    });
    assert.ok(outcome.kind === "failed" || (outcome.status === 200 && outcome.bytes.length === 1024));
    assert.ok(tookMs < 400 + slackMs, `${tookMs} ms`);
    await waitUntilClosed(receiver.open);
    assert.ok(written < 32 * 1024 * 1024, `${written} bytes went into the buffers of the system`);
    assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
  }
});

test("P18: a server that never speaks TLS is dropped within the connect limit", async (t) => {
  const receiver = await openReceiver(t, { answer: () => {} });
  const sender = openSender(t, { limits: { ...long, connectMs: 300 } });
  const started = performance.now();
  const outcome = await postTo(sender, receiver.url.replace("http:", "https:"));
  assert.ok(outcome.kind === "failed" && outcome.reason === "connect_timeout");
  assert.ok(performance.now() - started < 300 + slackMs);
  await eventually(() => receiver.connections === 1);
  await waitUntilClosed(receiver.open);
});

test("P18: a name whose DNS server never responds fails within the connect limit", async (t) => {
  const nameServer = await startNameServer(() => "silent");
  t.after(() => nameServer.close());
  const resolver = createResolver({ clock: systemClock, servers: [nameServer.address], timeoutMs: 60_000 });
  const sender = openSender(t, { limits: { ...long, connectMs: 150 }, resolver });
  const started = performance.now();
  const outcome = await postTo(sender, "https://hooks.shop/");
  assert.ok(outcome.kind === "failed" && outcome.reason === "dns");
  assert.ok(performance.now() - started < 150 + slackMs);
});

test("P18: hanging connections of one origin do not delay another origin", async (t) => {
  const hanging = await openReceiver(t, { answer: () => {} });
  const live = await openReceiver(t, { answer: ({ socket }) => socket.write(http(200)) });
  const sender = openSender(t, { limits: long });
  let ended = 0;
  const hung = Array.from({ length: 8 }, async () => {
    const { kind } = await postTo(sender, hanging.url);
    ended += 1;
    return kind;
  });
  await eventually(() => hanging.requests.length === 8);
  for (let count = 0; count < 20; count++) assert.equal((await postTo(sender, live.url)).kind, "answered");
  assert.equal(ended, 0, "the other requests still hang");
  for (const { socket } of hanging.requests) socket.destroy();
  assert.deepEqual(await Promise.all(hung), Array(8).fill("failed"));
});

test("a request that gets none of an origin's eight connections is not sent", async (t) => {
  const receiver = await openReceiver(t, { answer: () => {} });
  const sender = openSender(t, { limits: { ...long, totalMs: 3_000, slotMs: 200 } });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => postTo(sender, receiver.url)));
  const reasons = outcomes.map((outcome) => (outcome.kind === "failed" ? outcome.reason : ""));
  assert.deepEqual(reasons.sort(), [...Array(2).fill("busy"), ...Array(8).fill("timeout")]);
  assert.equal(receiver.requests.length, 8);
  const busy = outcomes.find((outcome) => outcome.kind === "failed" && outcome.reason === "busy");
  assert.deepEqual(busy && evaluateOutcome(busy), { verdict: "unsent" });
});

test("waiting for a connection does not count against a request's time limit", async (t) => {
  const receiver = await openReceiver(t, {
    answer: ({ socket }) => {
      setTimeout(() => socket.write(http(200)), 400);
    },
  });
  const sender = openSender(t, { limits: { ...long, connections: 1, totalMs: 1_500 } });
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => postTo(sender, receiver.url)));
  for (const outcome of outcomes) {
    assert.ok(outcome.kind === "answered" && outcome.duration_ms < 1_500, JSON.stringify(outcome));
  }
  assert.equal(receiver.connections, 1);
});

test("a request can set its own timeout", async (t) => {
  const receiver = await openReceiver(t, { answer: () => {} });
  const started = performance.now();
  const outcome = await openSender(t, { limits: long }).send({ ...post, url: receiver.url, timeoutMs: 100 });
  assert.ok(outcome.kind === "failed" && outcome.reason === "timeout");
  assert.ok(performance.now() - started < 100 + slackMs);
});

test("a request that times out while connecting is never sent", async (t) => {
  const receiver = await openReceiver(t, { answer: ({ socket }) => socket.write(http(200)) });
  const dial = (address: string, port: number) => {
    const socket = new Socket();
    setTimeout(() => socket.connect(port, address), 80);
    return socket;
  };
  const sender = openSender(t, {
    network: { dial, ownAddresses },
    limits: { ...long, totalMs: 40 },
  });
  const outcome = await postTo(sender, receiver.url);
  assert.ok(outcome.kind === "failed" && outcome.reason === "connect_timeout");
  await sleep(120);
  assert.equal(receiver.requests.length, 0);
  await waitUntilClosed(receiver.open);
});

test("a request sent on a lost connection is reported as timed out, not as unsent", async (t) => {
  const receiver = await openReceiver(t, {
    answer: ({ socket }, count) => (count === 1 ? socket.write(http(200)) : socket.resetAndDestroy()),
  });
  let dialed = 0;
  const dial = (address: string, port: number) => {
    const socket = new Socket();
    // The second connection is never established.
    if (dialed++ === 0) socket.connect(port, address);
    return socket;
  };
  const sender = openSender(t, { network: { dial, ownAddresses }, limits: { ...short, connectMs: 2_000 } });
  assert.equal((await postTo(sender, receiver.url)).kind, "answered");
  const outcome = await postTo(sender, receiver.url);
  assert.equal(receiver.requests.length, 2);
  assert.deepEqual([outcome.kind === "failed" && outcome.reason, dialed], ["timeout", 2]);
});
