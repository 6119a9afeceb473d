import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, startRecordingReceiver } from "@souk/testkit";
import { createEventFixture } from "./testing/event-fixture.ts";

const script = join(import.meta.dirname, "testing/delivery-process.ts");

/** Start a process that numbers events and sends deliveries. Its clock is ahead of the system clock by `clockAheadMs`. */
async function startProcess(connectionString: string, clockAheadMs: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, connectionString, String(clockAheadMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function killProcess(child: ChildProcess): Promise<void> {
  const processExit = once(child, "exit");
  child.kill("SIGKILL");
  await processExit;
}

// Proof P1 of docs/spec/proofs.md, for this module alone. Other tests prove it for the whole platform over HTTP.
test("all committed events, and no others, are delivered despite killed processes", async () => {
  const fixture = await createEventFixture();
  const receiver = await startRecordingReceiver();
  receiver.respondWith({ status: 200, delay: 2 });
  const subscribers = [
    await fixture.subscribe("order/create", { url: `${receiver.url}/a`, scopes: ["read_orders"] }),
    await fixture.subscribe("order/create", { url: `${receiver.url}/b`, scopes: ["read_orders"] }),
  ];
  const committedIds = new Set<number>();
  let isWriting = true;
  // Each of the three writers writes every third event.
  const writeEvents = async (firstId: number): Promise<void> => {
    for (let id = firstId; isWriting; id += 3) {
      const rollsBack = id % 5 === 0;
      await fixture.database
        .transaction(async (tx) => {
          await fixture.insert(tx, [
            { topic: "order/create", resource_id: id, payload: `{"order":{"id":${id}}}` },
          ]);
          if (rollsBack) throw new Error("rolled back");
        })
        .then(
          () => committedIds.add(id),
          () => undefined,
        );
      await sleep(4);
    }
  };
  const writers = [1, 2, 3].map(writeEvents);
  const killCount = 4;
  for (let runIndex = 0; runIndex < killCount; runIndex++) {
    // For each new process, the leases of the process killed before it have expired, because the new process's clock is 31 s further ahead.
    const child = await startProcess(fixture.connectionString, runIndex * 31_000);
    const requestCount = receiver.requests.length;
    await eventually(() => receiver.requests.length > requestCount + 60, { timeoutMs: 60_000 });
    await killProcess(child);
  }
  isWriting = false;
  await Promise.all(writers);
  const lastProcess = await startProcess(fixture.connectionString, killCount * 31_000);
  try {
    await eventually(
      async () => {
        const rows = await fixture.loadDeliveries();
        return (
          rows.length === committedIds.size * subscribers.length &&
          rows.every(({ state }) => state === "delivered")
        );
      },
      { timeoutMs: 120_000, intervalMs: 100 },
    );
  } finally {
    await killProcess(lastProcess);
  }
  const sequences = (await fixture.loadLog()).map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  );
  for (const path of ["/a", "/b"]) {
    const receivedRequests = receiver.requests.filter((request) => request.path === path);
    const ids = receivedRequests.map(
      ({ body }) => (JSON.parse(body.toString()) as { order: { id: number } }).order.id,
    );
    assert.deepEqual(new Set(ids), committedIds);
    // An event is sent again if a process was killed before it stored the response. At most a tenth of the events may be sent again.
    const maxRequestCount = committedIds.size * 1.1;
    assert.ok(ids.length <= maxRequestCount, `${ids.length} requests for ${committedIds.size} events`);
  }
  await fixture.stop();
  await receiver.stop();
});
