import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { afterEach, beforeEach, test } from "node:test";
import {
  chooseForRun,
  eventually,
  type RecordingReceiver,
  startNameServer,
  startRecordingReceiver,
} from "@souk/testkit";
import { createResolver } from "./resolver.ts";
import { createSafeSender } from "./safe-send.ts";
import { createEngineFixture, type EngineFixture, type TestSubscription } from "./testing/engine-fixture.ts";
import { openReceiver, systemClock } from "./testing/sender.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

const chunk = Buffer.alloc(64 * 1024, "a");

/** Write to a socket for as long as the peer reads. */
function flood(socket: Socket): void {
  while (!socket.destroyed && socket.write(chunk));
  if (!socket.destroyed) socket.once("drain", () => flood(socket));
}

/** Write one header every 200 ms until the socket is closed. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("x: 1\r\n"), 200);
  socket.on("close", () => clearInterval(timer));
}

const endpointCounts = chooseForRun({
  inTests: { hostilePerKind: 1, healthy: 5 },
  inProof: { hostilePerKind: 5, healthy: 50 },
});
/** More than an endpoint's limit of concurrent requests, so that freed slots are used again. */
const deliveriesPerEndpoint = 16;

test("P18: requests to hostile endpoints end within 10.5 s and do not delay other endpoints", async (t) => {
  const nameServer = await startNameServer(() => "silent");
  t.after(() => nameServer.close());
  const resolver = createResolver({ clock: systemClock, servers: [nameServer.address], timeoutMs: 60_000 });
  const hostileReceiver = await openReceiver(t, {
    respond: ({ head, socket }) => {
      const [, kind] = /^POST \/(\w+)/.exec(head) ?? [];
      socket.write("HTTP/1.1 200 OK\r\n");
      if (kind === "drips") return drip(socket);
      socket.write(kind === "floods" ? "x: " : "content-length: 1073741824\r\n\r\n");
      flood(socket);
    },
  });
  const hostileUrls = Array.from({ length: endpointCounts.hostilePerKind }, (_, n) => [
    `https://silent-${n}.shop/`,
    ...["drips", "floods", "endless"].map(
      (kind) => `http://${kind}-${n}.localhost:${hostileReceiver.port}/${kind}`,
    ),
  ]).flat();
  const subscribe = async (url: string): Promise<TestSubscription> =>
    fixture.subscribe(await fixture.install(), "product/update", url);
  const hostileHooks = await Promise.all(hostileUrls.map(subscribe));
  const healthyHooks: TestSubscription[] = [];
  for (let n = 0; n < endpointCounts.healthy; n++)
    healthyHooks.push(await subscribe(`http://healthy-${n}.localhost:${receiver.port}/`));
  for (const hook of hostileHooks)
    await fixture.raiseEvents([hook], Array(deliveriesPerEndpoint).fill({ payload: "{}" }));
  const sender = createSafeSender({ localAccess: true, clock: systemClock, userAgent: "test", resolver });
  const engine = fixture.startEngine({ sender });
  await eventually(() => nameServer.queries.length > 0 && hostileReceiver.requests.length >= 8);

  const memoryBefore = process.memoryUsage().rss;
  const waitsMs: number[] = [];
  for (const [index, hook] of healthyHooks.entries()) {
    await fixture.raiseEvents([hook], [{ payload: "{}" }]);
    const committedAt = performance.now();
    engine.wake([hook.lane_id]);
    await eventually(() => receiver.requests.length === index + 1, { intervalMs: 2 });
    waitsMs.push((receiver.requests.at(-1)?.receivedAtMs ?? 0) - committedAt);
  }
  const loadAttemptStats = async () => {
    const row = await fixture.database.one<{ deliveries: number; longest_ms: number }>(
      `select count(distinct delivery_id)::int as deliveries, max(duration_ms) as longest_ms from delivery_attempts
       where delivery_id in (select id from deliveries where lane_id = any($1))`,
      [hostileHooks.map(({ lane_id }) => lane_id)],
    );
    return row ?? { deliveries: 0, longest_ms: 0 };
  };
  await eventually(
    async () => (await loadAttemptStats()).deliveries === hostileHooks.length * deliveriesPerEndpoint,
    {
      timeoutMs: 120_000,
    },
  );
  const memoryGrowth = process.memoryUsage().rss - memoryBefore;
  const { longest_ms } = await loadAttemptStats();
  const longestWaitMs = Math.max(...waitsMs);
  t.diagnostic(
    `healthy endpoints waited ${longestWaitMs.toFixed(0)} ms at most, ` +
      `the longest request took ${longest_ms} ms, memory grew by ${memoryGrowth >> 20} MiB`,
  );
  assert.ok(longestWaitMs <= chooseForRun({ inTests: 30_000, inProof: 2_000 }), `${longestWaitMs} ms`);
  assert.ok(longest_ms <= chooseForRun({ inTests: 30_000, inProof: 10_500 }), `${longest_ms} ms`);
  assert.ok(memoryGrowth < 128 * 1024 * 1024, `${memoryGrowth} bytes`);
});
