import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, DatabaseUnavailable } from "@souk/database";
import { chooseForRun, eventually } from "@souk/testkit";
import { createCustomAppToken, type DemoStore } from "./demo-store.ts";
import { proveOutagesLoseNothing } from "./outage.ts";
import { planOrdersAndStock } from "./plan-tasks.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { measureRecovery } from "./unavailable-responses.ts";

const size = chooseForRun({
  inTests: { failureCount: 2, tasks: 200, megabytes: 256, maxOutageMs: 800 },
  inProof: { failureCount: 10, tasks: 2_000, megabytes: 512, maxOutageMs: 20_000 },
});
/** The maximum recovery time. It applies only to the full proof, because other tests slow down `npm run test:slow`. */
const maxRecoveryMs = chooseForRun({ inTests: Number.POSITIVE_INFINITY, inProof: 10_000 });
const mebibyte = 2 ** 20;
const fillTimeoutMs = 60_000;

/**
 * Write to PostgreSQL's write-ahead log until the disk is full and the server detects that the database is unavailable.
 * PostgreSQL ends every session when its disk is full.
 * @throws Error if the server does not detect the full disk in time
 */
async function fillWal(
  database: Database,
  server: ServerProcess,
  isDetected: () => Promise<boolean>,
): Promise<void> {
  const writeSql = "select pg_logical_emit_message(false, 'proof', $1)";
  const deadline = performance.now() + fillTimeoutMs;
  let error: unknown;
  while (performance.now() < deadline) {
    error = await database.query(writeSql, ["x".repeat(mebibyte)]).catch((thrown: unknown) => thrown);
    if (error instanceof Error && !(error instanceof DatabaseUnavailable)) throw error;
    // The database may also be unavailable because the machine is busy, while the disk still has space.
    if (error instanceof DatabaseUnavailable && (await isDetected())) return;
  }
  throw new Error(`The server did not detect the full disk in ${fillTimeoutMs} ms:\n${server.getOutput()}`, {
    cause: error,
  });
}

/**
 * Return whether the server's health check reports that the server is unavailable.
 * @param server the server, not wrapped by `recordFailures`, because a 503 from the health check is no failed client request
 */
async function isUnavailable(server: ServerProcess, { origin }: DemoStore): Promise<boolean> {
  return (await server.request(`${origin}/health/ready`)).status === 503;
}

/** Upload a file for which the disk has no room, and assert that the response is 507. */
async function assertUploadRejected(server: ServerProcess, store: DemoStore, token: string): Promise<void> {
  const body = `handle,title\n${"a,b\n".repeat(mebibyte)}`;
  const headers = { "content-type": "text/csv" };
  const options = { method: "POST", token, body, headers };
  const response = await server.request(`${store.origin}/api/4.0/imports.json`, options);
  assert.equal(response.status, 507, response.text);
  assert.match(response.text, /"code":"storage_full"/);
}

test("P8: on a full disk, writes get 503 and uploads 507, nothing is lost, and the server recovers", async (t) => {
  const disk = await mountSmallDisk(size.megabytes);
  if (disk === null) {
    t.diagnostic("The test was skipped, because mounting a disk requires root.");
    return;
  }
  const serverProcess = await createServerProcess({ dataDir: join(disk.folder, "data") });
  t.after(disk.close);
  await proveOutagesLoseNothing(serverProcess, {
    name: "disk full",
    failureCount: size.failureCount,
    plan: planOrdersAndStock(size.tasks),
    maxRecoveryMs,
    causeFailure: async ({ server, random }, failureIndex, store) => {
      const token = await createCustomAppToken(store, `Large file ${failureIndex}`);
      try {
        await server.queryWhileRunning(async (database) => {
          // Connect before the disk is full, because PostgreSQL accepts no new connection while it is full.
          await database.query("select 1");
          await disk.fill();
          await assertUploadRejected(serverProcess, store, token);
          await fillWal(database, server, () => isUnavailable(serverProcess, store));
        });
        await sleep(random() * size.maxOutageMs);
        assert.ok(server.isRunning(), server.getOutput());
      } finally {
        // Free the disk even after a failure. Otherwise closing the server would fail and hide the first error.
        await disk.free();
      }
      return measureRecovery(server, store.origin);
    },
  });
  const restartCount = serverProcess.countPrinted("PostgreSQL is running again.");
  console.log(`PostgreSQL was restarted ${restartCount} times`);
});

/** Ends all other sessions, as after a failover. */
const endSessionsSql = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

/** Make the database read-only and end all other sessions, or make it writable again. */
function setWritable(server: ServerProcess, isWritable: boolean): Promise<void> {
  return server.queryWhileRunning((database) =>
    database.transaction(async (tx) => {
      await tx.query("set transaction read write");
      const name = (await tx.maybeOne<{ name: string }>("select current_database() as name"))?.name;
      await tx.query(
        `alter database "${name}" set default_transaction_read_only = ${isWritable ? "off" : "on"}`,
      );
      if (!isWritable) await tx.query(endSessionsSql);
    }),
  );
}

test("P8: on a read-only database, reads work, writes get 503, and nothing is lost", async () => {
  await proveOutagesLoseNothing(await createServerProcess(), {
    name: "read-only database",
    failureCount: size.failureCount,
    plan: planOrdersAndStock(size.tasks),
    maxRecoveryMs,
    causeFailure: async ({ server, failures, random }, failureIndex, store) => {
      const failuresBefore = failures.length;
      await setWritable(server, false);
      await eventually(() => failures.length > failuresBefore + 10);
      await measureRecovery(server, store.origin);
      await sleep(random() * size.maxOutageMs);
      await setWritable(server, true);
      const writableAt = performance.now();
      await eventually(() => createCustomAppToken(store, `Written ${failureIndex}`));
      return performance.now() - writableAt;
    },
  });
});
