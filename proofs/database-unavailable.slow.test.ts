import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize } from "@souk/testkit";
import { readsAfter } from "./answers.ts";
import { killPostgres } from "./kill-postgres.ts";
import { proveOutages } from "./outage.ts";
import { outsidePostgres } from "./outside-postgres.ts";
import { dayOfTrade } from "./plan-pieces.ts";
import { serverProcess } from "./server-process.ts";

const size = proofSize({
  ci: { stops: 4, kills: 2, orders: 200, longestAwayMs: 600 },
  full: { stops: 20, kills: 20, orders: 4_000, longestAwayMs: 8_000 },
});
/**
 * The limit for recovery: the full proof has the machine for itself; in `npm run test:slow` other tests use most of
 * it.
 */
const backWithinMs = proofSize({ ci: Number.POSITIVE_INFINITY, full: 5_000 });

test("P2: without PostgreSQL the server stays up, answers 503, recovers and loses nothing", async (t) => {
  const postgres = await outsidePostgres();
  t.after(() => postgres.close());
  const own = await serverProcess({ databaseUrl: postgres.connectionString });
  await proveOutages(own, {
    name: "PostgreSQL of DATABASE_URL",
    strikes: size.stops,
    plan: dayOfTrade(size.orders),
    backWithinMs,
    strike: async ({ server, random }, time, { origin }) => {
      await postgres.stopHard(time % 2 === 0 ? "kill" : "immediate");
      assert.equal((await server.request(`${origin}/api/3.0/products.json`, { token: "none" })).status, 503);
      await sleep(random() * size.longestAwayMs);
      await postgres.start();
      return readsAfter(server, origin);
    },
  });
  const count = own.printed("The database is unavailable. Work that needs it is retried.");
  assert.ok(count > 0 && count <= size.stops, `${count} outages were reported`);
  assert.equal(own.printed("DatabaseUnavailable:"), count, "and by nobody else");
});

/** Return the process of the PostgreSQL that a server has started. */
async function readPostmasterPid(dataDir: string): Promise<number> {
  const pid = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  return Number(pid.split("\n")[0]);
}

test("P2: a killed embedded PostgreSQL is restarted and reported, and nothing is lost", async () => {
  await proveOutages(await serverProcess(), {
    name: "embedded PostgreSQL",
    strikes: size.kills,
    plan: dayOfTrade(size.orders),
    backWithinMs,
    strike: async ({ server }, time, { origin }) => {
      const former = await readPostmasterPid(server.dataDir);
      await killPostgres(former);
      await eventually(async () => ![0, former].includes(await readPostmasterPid(server.dataDir)));
      const ms = await readsAfter(server, origin);
      assert.equal(server.printed("PostgreSQL exited unexpectedly; restarting it."), time + 1);
      await eventually(() => server.printed("PostgreSQL is running again.") === time + 1);
      return ms;
    },
  });
});
