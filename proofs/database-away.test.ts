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
/** Whole, the proof has the machine for itself; in `npm test` other tests take most of it. */
const backWithinMs = proofSize({ ci: Number.POSITIVE_INFINITY, full: 5_000 });

test("P2: PostgreSQL stopped hard under load: the server stays up, answers 503, goes on when it is back, and nothing is lost", async (t) => {
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
  const told = own.printed("The database does not answer; what needs it is tried again.");
  assert.ok(told > 0 && told <= size.stops, `${told} outages were told`);
  assert.equal(own.printed("DatabaseUnavailable:"), told, "and by nobody else");
});

/** The process of the PostgreSQL that a server has started. */
async function postmasterOf(dataDir: string): Promise<number> {
  const pid = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  return Number(pid.split("\n")[0]);
}

test("P2: the embedded PostgreSQL killed under load is started again by the server, which says so, and nothing is lost", async () => {
  await proveOutages(await serverProcess(), {
    name: "embedded PostgreSQL",
    strikes: size.kills,
    plan: dayOfTrade(size.orders),
    backWithinMs,
    strike: async ({ server }, time, { origin }) => {
      const former = await postmasterOf(server.dataDir);
      await killPostgres(former);
      await eventually(async () => ![0, former].includes(await postmasterOf(server.dataDir)));
      const ms = await readsAfter(server, origin);
      assert.equal(server.printed("PostgreSQL ended by itself; starting it again."), time + 1);
      await eventually(() => server.printed("PostgreSQL is back.") === time + 1);
      return ms;
    },
  });
});
