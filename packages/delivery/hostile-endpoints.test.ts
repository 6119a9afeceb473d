import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { afterEach, beforeEach, test } from "node:test";
import {
  eventually,
  proofSize,
  type RecordingReceiver,
  recordingReceiver,
  startNameServer,
} from "@souk/testkit";
import { createResolver } from "./resolver.ts";
import { createSafeSender } from "./safe-send.ts";
import { type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";
import { receiverFor, systemClock } from "./testing/sender.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

const chunk = Buffer.alloc(64 * 1024, "a");

/** Writes as long as the other side reads. */
function flood(socket: Socket): void {
  while (!socket.destroyed && socket.write(chunk));
  if (!socket.destroyed) socket.once("drain", () => flood(socket));
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("x: 1\r\n"), 200);
  socket.on("close", () => clearInterval(timer));
}

const size = proofSize({ ci: { ofEach: 1, well: 5 }, full: { ofEach: 5, well: 50 } });
/** More than an endpoint has under way at once: the later ones are tried in places that got free. */
const waiting = 16;

test("P18: endpoints that never answer, drip, flood or send without end keep their own places for 10.5 s at most, and nothing else", async (t) => {
  const nameServer = await startNameServer(() => "silent");
  t.after(() => nameServer.close());
  const resolver = createResolver({ clock: systemClock, servers: [nameServer.address], timeoutMs: 60_000 });
  const hostile = await receiverFor(t, {
    answer: ({ head, socket }) => {
      const [, kind] = /^POST \/(\w+)/.exec(head) ?? [];
      socket.write("HTTP/1.1 200 OK\r\n");
      if (kind === "drips") return drip(socket);
      socket.write(kind === "floods" ? "x: " : "content-length: 1073741824\r\n\r\n");
      flood(socket);
    },
  });
  const urls = Array.from({ length: size.ofEach }, (_, n) => [
    `https://silent-${n}.shop/`,
    ...["drips", "floods", "endless"].map((kind) => `http://${kind}-${n}.localhost:${hostile.port}/${kind}`),
  ]).flat();
  const subscribe = async (url: string): Promise<Subscribed> =>
    rig.subscribe(await rig.install(), "product/update", url);
  const bad = await Promise.all(urls.map(subscribe));
  const well: Subscribed[] = [];
  for (let n = 0; n < size.well; n++)
    well.push(await subscribe(`http://well-${n}.localhost:${receiver.port}/`));
  for (const hook of bad) await rig.raise([hook], Array(waiting).fill({ payload: "{}" }));
  const sender = createSafeSender({ allowLoopback: true, clock: systemClock, userAgent: "rig", resolver });
  const engine = rig.engine({ sender });
  await eventually(() => nameServer.queries.length > 0 && hostile.requests.length >= 8);

  const memory = process.memoryUsage().rss;
  const waits: number[] = [];
  for (const [index, hook] of well.entries()) {
    await rig.raise([hook], [{ payload: "{}" }]);
    const committedAt = performance.now();
    engine.wake([hook.lane_id]);
    await eventually(() => receiver.requests.length === index + 1, { every: 2 });
    waits.push((receiver.requests.at(-1)?.at ?? 0) - committedAt);
  }
  const tried = async () => {
    const { rows } = await rig.database.query<{ deliveries: number; longest: number }>(
      `select count(distinct delivery_id)::int as deliveries, max(duration_ms) as longest from delivery_attempts
       where delivery_id in (select id from deliveries where lane_id = any($1))`,
      [bad.map(({ lane_id }) => lane_id)],
    );
    return rows[0] ?? { deliveries: 0, longest: 0 };
  };
  await eventually(async () => (await tried()).deliveries === bad.length * waiting, { within: 120_000 });
  const grown = process.memoryUsage().rss - memory;
  const { longest } = await tried();
  const slowest = Math.max(...waits);
  t.diagnostic(
    `others waited ${slowest.toFixed(0)} ms at most, a place was taken for ${longest} ms, memory grew by ${grown >> 20} MiB`,
  );
  assert.ok(slowest <= proofSize({ ci: 30_000, full: 2_000 }), `${slowest} ms`);
  assert.ok(longest <= proofSize({ ci: 30_000, full: 10_500 }), `${longest} ms`);
  assert.ok(grown < 128 * 1024 * 1024, `${grown} bytes`);
});
