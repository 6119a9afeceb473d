import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseForRun, eventually } from "@souk/testkit";
import { killPostgres } from "./kill-postgres.ts";
import { proveOutagesLoseNothing } from "./outage.ts";
import { planDayOfOrders } from "./plan-tasks.ts";
import { createServerProcess } from "./server-process.ts";
import { startStandalonePostgres } from "./standalone-postgres.ts";
import { measureRecovery } from "./unavailable-responses.ts";

const size = chooseForRun({
  inTests: { stops: 4, kills: 2, orders: 200, maxOutageMs: 600 },
  inProof: { stops: 20, kills: 20, orders: 4_000, maxOutageMs: 8_000 },
});
/** The maximum recovery time. It applies only to the full proof, because other tests slow down `npm run test:slow`. */
const maxRecoveryMs = chooseForRun({ inTests: Number.POSITIVE_INFINITY, inProof: 5_000 });

test("P2: without PostgreSQL, the server stays up, returns 503 and loses no change", async (t) => {
  const postgres = await startStandalonePostgres();
  t.after(() => postgres.close());
  const serverProcess = await createServerProcess({ databaseUrl: postgres.connectionString });
  await proveOutagesLoseNothing(serverProcess, {
    name: "PostgreSQL of DATABASE_URL",
    failureCount: size.stops,
    plan: planDayOfOrders(size.orders),
    maxRecoveryMs,
    causeFailure: async ({ server, random }, failureIndex, { origin }) => {
      await postgres.stopHard(failureIndex % 2 === 0 ? "kill" : "immediate");
      assert.equal((await server.request(`${origin}/api/3.0/products.json`, { token: "none" })).status, 503);
      await sleep(random() * size.maxOutageMs);
      await postgres.start();
      return measureRecovery(server, origin);
    },
  });
  const outageCount = serverProcess.countPrinted(
    "The database is unavailable. Work that needs it is retried.",
  );
  assert.ok(outageCount > 0 && outageCount <= size.stops, `${outageCount} outages were logged`);
  assert.equal(serverProcess.countPrinted("DatabaseUnavailable:"), outageCount, "each outage is logged once");
});

/** Return the process id of the PostgreSQL that a server has started; 0 if there is none. */
async function readPostmasterPid(dataDir: string): Promise<number> {
  const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  return Number(pidFile.split("\n")[0]);
}

test("P2: a killed embedded PostgreSQL is restarted, the restart is logged, and no change is lost", async () => {
  await proveOutagesLoseNothing(await createServerProcess(), {
    name: "embedded PostgreSQL",
    failureCount: size.kills,
    plan: planDayOfOrders(size.orders),
    maxRecoveryMs,
    causeFailure: async ({ server }, failureIndex, { origin }) => {
      const formerPid = await readPostmasterPid(server.dataDir);
      await killPostgres(formerPid);
      await eventually(async () => ![0, formerPid].includes(await readPostmasterPid(server.dataDir)));
      const recoveryMs = await measureRecovery(server, origin);
      assert.equal(server.countPrinted("PostgreSQL exited unexpectedly; restarting it."), failureIndex + 1);
      await eventually(() => server.countPrinted("PostgreSQL is running again.") === failureIndex + 1);
      return recoveryMs;
    },
  });
});
