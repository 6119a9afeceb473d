import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import type { SafeSender, SendLimits, SendOutcome } from "./index.ts";
import { addressKinds, addressOf } from "./testing/address-kinds.ts";
import { validCertificate } from "./testing/certificates.ts";
import { localNetwork, publicNetwork } from "./testing/networks.ts";
import { http, type ReceiverOptions } from "./testing/receiver.ts";
import { canaryFor, reasonOf, receiverFor, senderFor, senderWithNames } from "./testing/sender.ts";

let folder: string;
let files = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-into-file-"));
});

after(() => rm(folder, { recursive: true }));

const maxBytes = 1_000_000;

interface Fetched {
  outcome: SendOutcome;
  path: string;
}

async function fetchInto(sender: SafeSender, url: string): Promise<Fetched> {
  const path = join(folder, `file-${++files}`);
  const outcome = await sender.send({ url, method: "GET", headers: {}, intoFile: { path, maxBytes } });
  return { outcome, path };
}

/** What a receiver's answer comes to, under a tenth of the real limits. */
async function fetched(t: TestContext, answer: ReceiverOptions["answer"], limits: Partial<SendLimits> = {}) {
  const receiver = await receiverFor(t, { answer });
  return fetchInto(senderFor(t, { limits }), receiver.url);
}

function completed({ outcome }: Fetched): unknown {
  return outcome.kind === "answered" ? [outcome.status, outcome.complete] : outcome.reason;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The head of an answer whose body is written apart. */
function head(length: number): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: ${length}\r\n\r\n`;
}

test("a body goes into a file byte for byte, up to exactly as much as is taken", async (t) => {
  for (const size of [0, 1, 70_000, maxBytes]) {
    const bytes = randomBytes(size);
    const one = await fetched(t, ({ socket }) => {
      socket.write(head(size));
      socket.write(bytes);
    });
    assert.deepEqual(completed(one), [200, true]);
    assert.ok((await readFile(one.path)).equals(bytes));
    assert.equal(one.outcome.kind === "answered" && one.outcome.bytes.length, 0);
  }
});

test("a body that is longer is cut: at once when its length is told, else when it is seen", async (t) => {
  const told = await fetched(t, ({ socket }) => socket.write(head(maxBytes + 1)));
  assert.deepEqual(completed(told), [200, false]);
  assert.equal(await exists(told.path), false);
  const untold = await fetched(t, ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const flood = (): void => {
      while (socket.write(Buffer.alloc(64 * 1024, 7)));
      socket.once("drain", flood);
    };
    flood();
  });
  assert.deepEqual(completed(untold), [200, false]);
  assert.ok((await stat(untold.path)).size <= maxBytes);
});

test("a body that breaks off is no whole one", async (t) => {
  const one = await fetched(t, ({ socket }) => {
    socket.write(head(5_000));
    socket.end(Buffer.alloc(3_000));
  });
  assert.deepEqual(completed(one), [200, false]);
});

/** Writes something again and again until the socket is gone. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on("close", () => clearInterval(timer));
}

test("all of it has the time of one request, however busily it drips", async (t) => {
  const started = performance.now();
  const one = await fetched(
    t,
    ({ socket }) => {
      socket.write(head(maxBytes));
      drip(socket, "x");
    },
    { totalMs: 400, bodyMs: 50 },
  );
  const tookMs = performance.now() - started;
  assert.deepEqual(completed(one), [200, false]);
  assert.ok(tookMs >= 390 && tookMs < 20_000, `${tookMs} ms`);
});

test("only the body of a 200 is written", async (t) => {
  for (const status of [201, 206, 302, 404, 500]) {
    const one = await fetched(t, ({ socket }) => socket.write(http(status, {}, "a page")));
    assert.deepEqual(completed(one), [status, true]);
    assert.equal(await exists(one.path), false);
  }
});

test("a file that is there already is not written over", async (t) => {
  const receiver = await receiverFor(t, { answer: ({ socket }) => socket.write(http(200, {}, "new")) });
  const path = join(folder, "taken");
  const sender = senderFor(t);
  const request = { url: receiver.url, method: "GET", headers: {}, intoFile: { path, maxBytes } } as const;
  await sender.send(request);
  await assert.rejects(sender.send(request), { code: "EEXIST" });
  assert.equal(await readFile(path, "utf8"), "new");
});

test("a fast server is held back: a file larger than memory should hold passes through a small part of it", async (t) => {
  const size = 200 * 1024 * 1024;
  const portion = randomBytes(1024 * 1024);
  const receiver = await receiverFor(t, {
    answer: ({ socket }) => {
      socket.write(head(size));
      let sent = 0;
      const more = () => {
        while (sent < size) {
          sent += portion.length;
          if (!socket.write(portion)) return void socket.once("drain", more);
        }
      };
      more();
    },
  });
  const path = join(folder, "large");
  // A machine that is busy takes longer over it than a picture may.
  const sender = senderFor(t, { limits: { bodyMs: 120_000, totalMs: 120_000 } });
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 10);
  const outcome = await sender.send({
    url: receiver.url,
    method: "GET",
    headers: {},
    intoFile: { path, maxBytes: size },
  });
  clearInterval(watch);
  assert.ok(outcome.kind === "answered" && outcome.complete);
  assert.equal((await stat(path)).size, size);
  const last = createHash("sha256")
    .update((await readFile(path)).subarray(-portion.length))
    .digest("hex");
  assert.equal(last, createHash("sha256").update(portion).digest("hex"));
  assert.ok(most < 100 * 1024 * 1024, `${Math.round(most / 1024 / 1024)} MiB`);
});

test("P20: image import connects to no address that is not public, whatever its spelling or its name", async (t) => {
  const canary = await canaryFor(t);
  let address = "";
  const options = { allowLoopback: false, network: localNetwork };
  const sender = await senderWithNames(t, () => ({ addresses: [address], ttl: 0 }), options);
  const before = await readdir(folder);
  assert.ok(addressKinds.length >= 48);
  for (const kind of addressKinds) {
    address = addressOf(kind);
    for (const host of [kind, "pictures.shop"]) {
      const { outcome } = await fetchInto(sender, `https://${host}:${canary.port}/a.png`);
      assert.equal(reasonOf(outcome), "refused_address", `${host} ${address}`);
    }
  }
  assert.equal(canary.connections, 0);
  assert.deepEqual(await readdir(folder), before);
});

test("P21: image import follows no rebinding name, no alias inside and no redirect", async (t) => {
  const canary = await canaryFor(t);
  const receiver = await receiverFor(t, {
    answer: ({ socket }) =>
      socket.end(http(302, { location: `https://127.0.0.1:${canary.port}/a.png`, connection: "close" })),
    certificate: validCertificate,
  });
  let asked = 0;
  const network = publicNetwork([], receiver.port);
  const rebinding = await senderWithNames(
    t,
    () => ({ addresses: ++asked <= 2 ? ["8.8.8.8"] : ["127.0.0.1"], ttl: 0 }),
    { allowLoopback: false, network },
  );
  const at = `https://hooks.shop:${canary.port}/a.png`;
  assert.equal(reasonOf((await fetchInto(rebinding, at)).outcome), "answered 302");
  assert.equal(reasonOf((await fetchInto(rebinding, at)).outcome), "refused_address");
  const inside = await senderWithNames(
    t,
    () => ({ addresses: ["8.8.8.8", "127.0.0.1"], alias: "metadata.internal" }),
    { allowLoopback: false, network },
  );
  assert.equal(reasonOf((await fetchInto(inside, at)).outcome), "refused_address");
  assert.equal(canary.connections, 0);
});
