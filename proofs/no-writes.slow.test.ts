import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, DatabaseUnavailable } from "@souk/database";
import { eventually, proofSize } from "@souk/testkit";
import { assertUnavailable, readsAfter } from "./answers.ts";
import { customAppToken, type DemoStore } from "./demo-store.ts";
import { proveOutages } from "./outage.ts";
import { ordersAndStock } from "./plan-pieces.ts";
import { type ServerProcess, serverProcess } from "./server-process.ts";
import { smallDisk } from "./small-disk.ts";

const size = proofSize({
  ci: { times: 2, pieces: 200, megabytes: 256, longestFullMs: 800 },
  full: { times: 10, pieces: 2_000, megabytes: 512, longestFullMs: 20_000 },
});
/**
 * The limit for recovery: the full proof has the machine for itself; in `npm run test:slow` other tests use most of
 * it.
 */
const backWithinMs = proofSize({ ci: Number.POSITIVE_INFINITY, full: 10_000 });
const mebibyte = 2 ** 20;
const longestFillMs = 60_000;

/**
 * Write into the log of PostgreSQL until its disk is full, which ends every session, and the server detects it.
 * @throws when the server does not detect it
 */
async function fillTheLog(
  database: Database,
  server: ServerProcess,
  isKnown: () => Promise<boolean>,
): Promise<void> {
  const text = "select pg_logical_emit_message(false, 'proof', $1)";
  const end = performance.now() + longestFillMs;
  let error: unknown;
  while (performance.now() < end) {
    error = await database.query(text, ["x".repeat(mebibyte)]).catch((thrown: unknown) => thrown);
    if (error instanceof Error && !(error instanceof DatabaseUnavailable)) throw error;
    // A busy machine is also a reason, and then there is still room on the disk.
    if (error instanceof DatabaseUnavailable && (await isKnown())) return;
  }
  throw new Error(`The server did not detect the full disk in ${longestFillMs} ms:\n${server.output()}`, {
    cause: error,
  });
}

/** Return whether the server reports that it is unavailable, queried outside the counted requests. */
async function isUnavailable(own: ServerProcess, { origin }: DemoStore): Promise<boolean> {
  return (await own.request(`${origin}/health/ready`)).status === 503;
}

/** Send a file that does not fit. If the database found the disk full before, the file is not read. */
async function sendFile(server: ServerProcess, store: DemoStore, token: string): Promise<void> {
  const body = `handle,title\n${"a,b\n".repeat(mebibyte)}`;
  const headers = { "content-type": "text/csv" };
  const options = { method: "POST", token, body, headers };
  assertUnavailable(await server.request(`${store.origin}/api/4.0/imports.json`, options));
}

test("P8: on a full disk writes get 503, no acknowledged write is lost, and it recovers", async (t) => {
  const disk = await smallDisk(size.megabytes);
  if (disk === null) {
    t.diagnostic("Nothing can be mounted here, which takes root; the case was not run.");
    return;
  }
  const own = await serverProcess({ dataDir: join(disk.folder, "data") });
  t.after(disk.close);
  await proveOutages(own, {
    name: "disk full",
    strikes: size.times,
    plan: ordersAndStock(size.pieces),
    backWithinMs,
    strike: async ({ server, random }, time, store) => {
      const token = await customAppToken(store, `Large file ${time}`);
      try {
        await server.beside(async (database) => {
          // Connect first: without room for its files PostgreSQL accepts no new connection.
          await database.query("select 1");
          await disk.fill();
          await sendFile(server, store, token);
          await eventually(async () => server.printed("ENOSPC") > 0 || (await isUnavailable(own, store)));
          await fillTheLog(database, server, () => isUnavailable(own, store));
        });
        await sleep(random() * size.longestFullMs);
        assert.ok(server.isRunning(), server.output());
      } finally {
        // The failure is reported, and not that the server cannot be closed on a full disk.
        await disk.free();
      }
      return readsAfter(server, store.origin);
    },
  });
  const [files, starts] = [own.printed("ENOSPC"), own.printed("PostgreSQL is running again.")];
  console.log(`files did not fit ${files} times; PostgreSQL was started again ${starts} times`);
});

/** Ends every session but this one, as after a failover. */
const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

function takeWrites(server: ServerProcess, does: boolean): Promise<void> {
  return server.beside((database) =>
    database.transaction(async (tx) => {
      await tx.query("set transaction read write");
      const name = (await tx.maybeOne<{ name: string }>("select current_database() as name"))?.name;
      await tx.query(`alter database "${name}" set default_transaction_read_only = ${does ? "off" : "on"}`);
      if (!does) await tx.query(endSessions);
    }),
  );
}

test("P8: on a read-only database reads work, writes get 503, and nothing is lost", async () => {
  await proveOutages(await serverProcess(), {
    name: "no writes taken",
    strikes: size.times,
    plan: ordersAndStock(size.pieces),
    backWithinMs,
    strike: async ({ server, failures, random }, time, store) => {
      const before = failures.length;
      await takeWrites(server, false);
      await eventually(() => failures.length > before + 10);
      await readsAfter(server, store.origin);
      await sleep(random() * size.longestFullMs);
      await takeWrites(server, true);
      const begin = performance.now();
      await eventually(() => customAppToken(store, `Written ${time}`));
      return performance.now() - begin;
    },
  });
});
