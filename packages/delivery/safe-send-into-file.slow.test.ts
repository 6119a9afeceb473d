import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import type { SafeSender, SendLimits, SendOutcome } from "./index.ts";
import { validCertificate } from "./testing/certificates.ts";
import { createPublicNetwork, localNetwork } from "./testing/networks.ts";
import { nonPublicAddresses, parseAddress } from "./testing/non-public-addresses.ts";
import { buildResponse, type ReceiverOptions } from "./testing/receiver.ts";
import {
  describeOutcome,
  openCanary,
  openReceiver,
  openSender,
  openSenderWithNames,
} from "./testing/sender.ts";

let folder: string;
let fileCount = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-into-file-"));
});

after(() => rm(folder, { recursive: true }));

const maxBytes = 1_000_000;

interface FetchResult {
  outcome: SendOutcome;
  path: string;
}

async function fetchIntoFile(sender: SafeSender, url: string): Promise<FetchResult> {
  const path = join(folder, `file-${++fileCount}`);
  const outcome = await sender.send({ url, method: "GET", headers: {}, intoFile: { path, maxBytes } });
  return { outcome, path };
}

/** Fetch a receiver's response into a file. */
async function fetchFromReceiver(
  t: TestContext,
  respond: ReceiverOptions["respond"],
  limits: Partial<SendLimits> = {},
) {
  const receiver = await openReceiver(t, { respond });
  return fetchIntoFile(openSender(t, { limits }), receiver.url);
}

/** Return the status and whether the body is complete; or the reason of the failure. */
function describeResult({ outcome }: FetchResult): unknown {
  return outcome.kind === "answered" ? [outcome.status, outcome.complete] : outcome.reason;
}

const fileExists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Build the head of a response whose body is written separately. */
function buildHead(length: number): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${length}\r\n\r\n`;
}

test("a response body up to the size limit is written to a file byte for byte", async (t) => {
  for (const size of [0, 1, 70_000, maxBytes]) {
    const bytes = randomBytes(size);
    const result = await fetchFromReceiver(t, ({ socket }) => {
      socket.write(buildHead(size));
      socket.write(bytes);
    });
    assert.deepEqual(describeResult(result), [200, true]);
    assert.ok((await readFile(result.path)).equals(bytes));
    assert.equal(result.outcome.kind === "answered" && result.outcome.bytes.length, 0);
  }
});

test("a response body above the size limit is incomplete, and its file stays within the limit", async (t) => {
  const resultWithLength = await fetchFromReceiver(t, ({ socket }) => socket.write(buildHead(maxBytes + 1)));
  assert.deepEqual(describeResult(resultWithLength), [200, false]);
  assert.equal(await fileExists(resultWithLength.path), false);
  const resultWithoutLength = await fetchFromReceiver(t, ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const flood = (): void => {
      while (socket.write(Buffer.alloc(64 * 1024, 7)));
      socket.once("drain", flood);
    };
    flood();
  });
  assert.deepEqual(describeResult(resultWithoutLength), [200, false]);
  assert.ok((await stat(resultWithoutLength.path)).size <= maxBytes);
});

test("an interrupted response body is reported as incomplete", async (t) => {
  const result = await fetchFromReceiver(t, ({ socket }) => {
    socket.write(buildHead(5_000));
    socket.end(Buffer.alloc(3_000));
  });
  assert.deepEqual(describeResult(result), [200, false]);
});

/** Write a string repeatedly until the socket is closed. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on("close", () => clearInterval(timer));
}

test("reading a slow response body stops at the timeout of the whole request", async (t) => {
  const startedAt = performance.now();
  const result = await fetchFromReceiver(
    t,
    ({ socket }) => {
      socket.write(buildHead(maxBytes));
      drip(socket, "x");
    },
    { totalMs: 400, bodyMs: 50 },
  );
  const tookMs = performance.now() - startedAt;
  assert.deepEqual(describeResult(result), [200, false]);
  assert.ok(tookMs >= 390 && tookMs < 20_000, `${tookMs} ms`);
});

test("only the body of a 200 response is written to the file", async (t) => {
  for (const status of [201, 206, 302, 404, 500]) {
    const result = await fetchFromReceiver(t, ({ socket }) =>
      socket.write(buildResponse(status, {}, "a page")),
    );
    assert.deepEqual(describeResult(result), [status, true]);
    assert.equal(await fileExists(result.path), false);
  }
});

test("a response body does not overwrite an existing file", async (t) => {
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => socket.write(buildResponse(200, {}, "new")),
  });
  const path = join(folder, "taken");
  const sender = openSender(t);
  const request = { url: receiver.url, method: "GET", headers: {}, intoFile: { path, maxBytes } } as const;
  await sender.send(request);
  await assert.rejects(sender.send(request), { code: "EEXIST" });
  assert.equal(await readFile(path, "utf8"), "new");
});

test("a large file is received with little memory", async (t) => {
  const size = 200 * 1024 * 1024;
  const chunk = randomBytes(1024 * 1024);
  const receiver = await openReceiver(t, {
    respond: ({ socket }) => {
      socket.write(buildHead(size));
      let sentBytes = 0;
      const writeMore = () => {
        while (sentBytes < size) {
          sentBytes += chunk.length;
          if (!socket.write(chunk)) return void socket.once("drain", writeMore);
        }
      };
      writeMore();
    },
  });
  const path = join(folder, "large");
  // The timeouts are longer than for an image, because the machine may be busy.
  const sender = openSender(t, { limits: { bodyMs: 120_000, totalMs: 120_000 } });
  const memoryBefore = process.memoryUsage().rss;
  let maxGrowth = 0;
  const memoryTimer = setInterval(() => {
    maxGrowth = Math.max(maxGrowth, process.memoryUsage().rss - memoryBefore);
  }, 10);
  const outcome = await sender.send({
    url: receiver.url,
    method: "GET",
    headers: {},
    intoFile: { path, maxBytes: size },
  });
  clearInterval(memoryTimer);
  assert.ok(outcome.kind === "answered" && outcome.complete);
  assert.equal((await stat(path)).size, size);
  const endHash = createHash("sha256")
    .update((await readFile(path)).subarray(-chunk.length))
    .digest("hex");
  assert.equal(endHash, createHash("sha256").update(chunk).digest("hex"));
  assert.ok(maxGrowth < 100 * 1024 * 1024, `${Math.round(maxGrowth / 1024 / 1024)} MiB`);
});

test("P20: image import connects to public addresses only", async (t) => {
  const canary = await openCanary(t);
  let address = "";
  const options = { localAccess: false, network: localNetwork };
  const sender = await openSenderWithNames(t, () => ({ addresses: [address], ttl: 0 }), options);
  const filesBefore = await readdir(folder);
  assert.ok(nonPublicAddresses.length >= 48);
  for (const literal of nonPublicAddresses) {
    address = parseAddress(literal);
    for (const host of [literal, "images.shop"]) {
      const { outcome } = await fetchIntoFile(sender, `https://${host}:${canary.port}/a.png`);
      assert.equal(describeOutcome(outcome), "refused_address", `${host} ${address}`);
    }
  }
  assert.equal(canary.connectionCount, 0);
  assert.deepEqual(await readdir(folder), filesBefore);
});

test("P21: image import follows no redirects and rejects DNS rebinding and internal aliases", async (t) => {
  const canary = await openCanary(t);
  const receiver = await openReceiver(t, {
    respond: ({ socket }) =>
      socket.end(
        buildResponse(302, { location: `https://127.0.0.1:${canary.port}/a.png`, connection: "close" }),
      ),
    certificate: validCertificate,
  });
  // The first connection makes two queries, one per address family. Later queries get a loopback address.
  let queryCount = 0;
  const network = createPublicNetwork([], receiver.port);
  const rebindingSender = await openSenderWithNames(
    t,
    () => ({ addresses: ++queryCount <= 2 ? ["8.8.8.8"] : ["127.0.0.1"], ttl: 0 }),
    { localAccess: false, network },
  );
  const url = `https://hooks.shop:${canary.port}/a.png`;
  assert.equal(describeOutcome((await fetchIntoFile(rebindingSender, url)).outcome), "answered 302");
  assert.equal(describeOutcome((await fetchIntoFile(rebindingSender, url)).outcome), "refused_address");
  const aliasSender = await openSenderWithNames(
    t,
    () => ({ addresses: ["8.8.8.8", "127.0.0.1"], alias: "metadata.internal" }),
    { localAccess: false, network },
  );
  assert.equal(describeOutcome((await fetchIntoFile(aliasSender, url)).outcome), "refused_address");
  assert.equal(canary.connectionCount, 0);
});
