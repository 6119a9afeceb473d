import assert from "node:assert/strict";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { evaluateOutcome, type SendOutcome } from "./index.ts";
import {
  expiredCertificate,
  otherHostCertificate,
  selfSignedCertificate,
  validCertificate,
} from "./testing/certificates.ts";
import { buildResponse, listen, type ReceiverOptions } from "./testing/receiver.ts";
import { openReceiver, openSender, post, postTo } from "./testing/sender.ts";

async function sendOnce(t: TestContext, respond: ReceiverOptions["respond"], certificate?: string) {
  const receiver = await openReceiver(t, { respond, ...(certificate === undefined ? {} : { certificate }) });
  const outcome = await postTo(openSender(t), receiver.url);
  return { receiver, outcome };
}

function getStatus(outcome: SendOutcome): number {
  assert.equal(outcome.kind, "answered");
  return outcome.kind === "answered" ? outcome.status : 0;
}

function describeFailure(outcome: SendOutcome): string {
  assert.deepEqual(evaluateOutcome(outcome), { verdict: "failed" });
  return outcome.kind === "failed" ? outcome.reason : `answered ${outcome.status}`;
}

for (const status of [
  200, 201, 202, 203, 204, 205, 206, 226, 299, 400, 401, 404, 410, 418, 429, 500, 502, 503, 599,
]) {
  test(`P10, WHK-7: a response with status ${status} is a ${status === 200 ? "success" : "failure"}`, async (t) => {
    const { outcome, receiver } = await sendOnce(t, ({ socket }) => socket.write(buildResponse(status)));
    assert.equal(getStatus(outcome), status);
    assert.deepEqual(evaluateOutcome(outcome), { verdict: status === 200 ? "delivered" : "failed" });
    assert.equal(receiver.requests.length, 1);
  });
}

for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
  test(`P10: a ${status} redirect is a failure and its target is never called`, async (t) => {
    const target = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
    const { outcome } = await sendOnce(t, ({ socket }) =>
      socket.write(
        buildResponse(status, {
          location: target.url,
          refresh: `0;url=${target.url}`,
          link: `<${target.url}>`,
        }),
      ),
    );
    assert.equal(getStatus(outcome), status);
    assert.deepEqual(evaluateOutcome(outcome), { verdict: "failed" });
    assert.equal(target.connectionCount, 0);
  });
}

test("P10: Retry-After is respected only in a response with status 429 or 503", async (t) => {
  for (const [status, retryAfterSeconds] of [
    [429, 37],
    [503, 37],
    [500, undefined],
    [200, undefined],
  ] as const) {
    const { outcome } = await sendOnce(t, ({ socket }) =>
      socket.write(buildResponse(status, { "retry-after": "37" })),
    );
    assert.ok(outcome.kind === "answered" && outcome.retry_after_s === 37);
    const evaluation = evaluateOutcome(outcome);
    const requestedSeconds = evaluation.verdict === "failed" ? evaluation.retryAfterSeconds : undefined;
    assert.equal(requestedSeconds, retryAfterSeconds, String(status));
  }
});

test("P10: a connection closed or reset before the end of the headers is a failure", async (t) => {
  const responders: ReceiverOptions["respond"][] = [
    ({ socket }) => socket.destroy(),
    ({ socket }) => socket.resetAndDestroy(),
    ({ socket }) => socket.end(),
    ({ socket }) => socket.end("HTTP/1.1 20"),
    ({ socket }) => socket.end("HTTP/1.1 200 OK\r\nX: 1\r\n"),
    ({ socket }) => socket.write("HTTP/1.1 200 OK\r\n", () => socket.resetAndDestroy()),
  ];
  for (const respond of responders) {
    const { outcome, receiver } = await sendOnce(t, respond);
    assert.ok(["reset", "invalid_http"].includes(describeFailure(outcome)), JSON.stringify(outcome));
    assert.equal(receiver.requests.length, 1, "a request on a new connection is not sent twice");
  }
});

test("P10: a response that is not valid HTTP/1.1 is a failure", async (t) => {
  const responses = [
    "hello\r\n\r\n",
    "200 OK\r\n\r\n",
    "HTTP/1.1 OK\r\n\r\n",
    "HTTP/1.1 20x OK\r\n\r\n",
    "HTTP/3.0 200 OK\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
    "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nab",
    "\u0000\u0001\u0002\u0003",
    "\u0016\u0003\u0001\u0002\u0000\u0001",
    `HTTP/1.1 200 OK\r\nx: ${"a".repeat(64 * 1024)}\r\n\r\n`,
    "SSH-2.0-OpenSSH_9.0\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  ];
  for (const response of responses) {
    const { outcome } = await sendOnce(t, ({ socket }) => socket.end(response, "latin1"));
    assert.ok(
      ["reset", "invalid_http"].includes(describeFailure(outcome)),
      `${response.slice(0, 60)} ${JSON.stringify(outcome)}`,
    );
  }
});

test("P10: an interim (1xx) response does not count as the response", async (t) => {
  const { outcome } = await sendOnce(t, ({ socket }) =>
    socket.write(
      `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${buildResponse(500)}`,
    ),
  );
  assert.equal(getStatus(outcome), 500);
});

test("P10: an expired, wrong-host or untrusted certificate is a failure", async (t) => {
  const certificateCases = [
    [expiredCertificate, /expired/],
    [otherHostCertificate, /another host/],
    [selfSignedCertificate, /self-signed/],
  ] as const;
  for (const [certificate, message] of certificateCases) {
    const { outcome, receiver } = await sendOnce(
      t,
      ({ socket }) => socket.write(buildResponse(200)),
      certificate,
    );
    assert.equal(describeFailure(outcome), "tls");
    assert.match(outcome.kind === "failed" ? outcome.message : "", message);
    assert.equal(receiver.requests.length, 0);
  }
});

test("P10: plain HTTP for an https URL, or TLS for an http URL, is a failure", async (t) => {
  const plainServer = createServer((socket) =>
    socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"),
  );
  const port = await listen(plainServer, "127.0.0.1", 0);
  t.after(() => plainServer.close());
  const sender = openSender(t);
  assert.equal(describeFailure(await postTo(sender, `https://localhost:${port}/`)), "tls");

  const tlsReceiver = await openReceiver(t, {
    respond: ({ socket }) => socket.write(buildResponse(200)),
    certificate: validCertificate,
  });
  const outcome = await postTo(sender, tlsReceiver.url.replace("https:", "http:"));
  assert.ok(["reset", "invalid_http"].includes(describeFailure(outcome)), JSON.stringify(outcome));
});

test("a valid certificate is accepted for each of its names and addresses", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => socket.write(buildResponse(200)),
    certificate: validCertificate,
  });
  const sender = openSender(t);
  for (const host of ["localhost", "localhost.", "hooks.localhost", "127.0.0.1"]) {
    const outcome = await postTo(sender, receiver.url.replace("localhost", host));
    assert.equal(getStatus(outcome), 200, host);
  }
});

test("P10: a connection to a port without a listener is a failure", async (t) => {
  const receiver = await openReceiver(t, { respond: () => {} });
  await receiver.close();
  const outcome = await postTo(openSender(t), receiver.url);
  assert.equal(describeFailure(outcome), "connect");
});

test("a request arrives with exactly its URL, headers and body", async (t) => {
  const receiver = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
  const bodies = [
    Buffer.from('{"title":"Café 商店 😀"}'),
    Buffer.alloc(1024 * 1024, "é"),
    Buffer.from([0, 255, 10, 13]),
  ];
  const sender = openSender(t);
  for (const body of bodies) {
    await sender.send({
      url: `${receiver.url}?a=1&b=%26#part`,
      method: "POST",
      headers: { "service-topic": "order/create" },
      body,
    });
  }
  assert.deepEqual(
    receiver.requests.map(({ body }, index) => body.equals(bodies[index] ?? Buffer.alloc(0))),
    [true, true, true],
  );
  const lines = receiver.requests[0]?.head.toLowerCase().split("\r\n") ?? [];
  assert.equal(lines[0], "post /hook?a=1&b=%26 http/1.1");
  assert.deepEqual(lines.slice(1).sort(), [
    "accept-encoding: identity",
    "connection: keep-alive",
    "content-length: 29",
    `host: localhost:${receiver.port}`,
    "service-topic: order/create",
    "user-agent: souk-test/1",
  ]);
});

test("a request with an invalid header fails and is not sent", async (t) => {
  const receiver = await openReceiver(t, { respond: ({ socket }) => socket.write(buildResponse(200)) });
  const headers = { "service-topic": "order/create\r\nx-smuggled: 1" };
  const outcome = await openSender(t).send({ ...post, url: receiver.url, headers });
  assert.equal(describeFailure(outcome), "invalid_request");
  assert.equal(receiver.requests.length, 0);
});

test("the first 1 KB of a response is kept as text that PostgreSQL can store", async (t) => {
  const bodies = ["", "ok", "é".repeat(600), `a${"é".repeat(600)}`, "nul\u0000here", "a".repeat(16 * 1024)];
  for (const body of bodies) {
    const { outcome } = await sendOnce(t, ({ socket }) =>
      socket.write(buildResponse(200, { "content-type": "text/plain" }, body)),
    );
    assert.ok(outcome.kind === "answered" && outcome.complete);
    assert.equal(outcome.content_type, "text/plain");
    assert.ok(outcome.bytes.length <= 1024 && Buffer.byteLength(outcome.body) <= 1024);
    assert.equal(outcome.body, body.slice(0, outcome.body.length).replaceAll("\0", "\ufffd"));
    // After the "a", 511 two-byte characters fit into 1,024 bytes.
    assert.ok(outcome.body.length >= Math.min(body.length, 511));
  }
});

test("P10: a compressed response is never decompressed", async (t) => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  const { outcome } = await sendOnce(t, ({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  assert.ok(outcome.kind === "answered" && outcome.status === 200);
  assert.ok(outcome.bytes.equals(bomb.subarray(0, 1024)));
});

test("a response in HTTP/1.0, without a length, or in chunks is read correctly", async (t) => {
  const responses = [
    "HTTP/1.0 200 OK\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nok",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
    "HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok",
  ];
  for (const response of responses) {
    const { outcome } = await sendOnce(t, ({ socket }) => socket.end(response));
    assert.ok(outcome.kind === "answered" && outcome.status === 200 && outcome.body === "ok", response);
  }
});

test("a response body is kept up to `maxBytes`, and truncation is reported", async (t) => {
  const image = Buffer.alloc(300_000, 7);
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${image.length}\r\n\r\n`);
      socket.write(image);
    },
  });
  const sender = openSender(t);
  const fetchUpTo = (maxBytes: number) =>
    sender.send({ url: receiver.url, method: "GET", headers: {}, maxBytes });
  const completeOutcome = await fetchUpTo(300_000);
  assert.ok(
    completeOutcome.kind === "answered" &&
      completeOutcome.complete &&
      completeOutcome.bytes.equals(image) &&
      completeOutcome.body.length === 1024,
  );
  const truncatedOutcome = await fetchUpTo(299_999);
  assert.ok(
    truncatedOutcome.kind === "answered" &&
      !truncatedOutcome.complete &&
      truncatedOutcome.bytes.length <= 299_999,
  );
});
