import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, recordingReceiver } from "@souk/testkit";
import { createEventFixture } from "./testing/event-fixture.ts";

const script = join(import.meta.dirname, "testing/delivery-process.ts");

async function startProcess(connection: string, aheadMs: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, connection, String(aheadMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

// P1 at the size of this module: the whole platform's is proven over HTTP.
test("across repeated kills every committed event arrives, and no rolled-back one", async () => {
  const fixture = await createEventFixture();
  const receiver = await recordingReceiver();
  receiver.answer({ status: 200, delay: 2 });
  const hooks = [
    await fixture.subscribe("order/create", { url: `${receiver.url}/a`, scopes: ["read_orders"] }),
    await fixture.subscribe("order/create", { url: `${receiver.url}/b`, scopes: ["read_orders"] }),
  ];
  const committed = new Set<number>();
  let writing = true;
  const writer = async (first: number): Promise<void> => {
    for (let id = first; writing; id += 3) {
      const undone = id % 5 === 0;
      await fixture.database
        .transaction(async (tx) => {
          await fixture.record(tx, [
            { topic: "order/create", resource_id: id, payload: `{"order":{"id":${id}}}` },
          ]);
          if (undone) throw new Error("undone");
        })
        .then(
          () => committed.add(id),
          () => undefined,
        );
      await sleep(4);
    }
  };
  const writers = [1, 2, 3].map(writer);
  const kills = 4;
  for (let run = 0; run < kills; run++) {
    // Each process is past the leases of the one before.
    const child = await startProcess(fixture.connectionString, run * 31_000);
    const seen = receiver.requests.length;
    await eventually(() => receiver.requests.length > seen + 60, { within: 60_000 });
    await kill(child);
  }
  writing = false;
  await Promise.all(writers);
  const last = await startProcess(fixture.connectionString, kills * 31_000);
  try {
    await eventually(
      async () => {
        const rows = await fixture.deliveries();
        return (
          rows.length === committed.size * hooks.length && rows.every(({ state }) => state === "delivered")
        );
      },
      { within: 120_000, every: 100 },
    );
  } finally {
    await kill(last);
  }
  const sequences = (await fixture.log()).map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  );
  for (const path of ["/a", "/b"]) {
    const arrived = receiver.requests.filter((request) => request.path === path);
    const ids = arrived.map(
      ({ body }) => (JSON.parse(body.toString()) as { order: { id: number } }).order.id,
    );
    assert.deepEqual(new Set(ids), committed);
    assert.ok(ids.length <= committed.size * 1.1, `${ids.length} requests for ${committed.size} events`);
  }
  await fixture.stop();
  await receiver.stop();
});
