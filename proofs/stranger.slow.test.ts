import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { getProofSize } from "@souk/testkit";
import { openDemoStore } from "./demo-store.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { countEmails } from "./strangers/count-emails.ts";
import { createHonestStore, type HonestStore } from "./strangers/honest-store.ts";
import { formatMeasurement, type Measurement, measure } from "./strangers/measure.ts";
import { startStranger } from "./strangers/stranger.ts";

/**
 * The honest store is measured for `beforeMs` before the attacks, then for `attackMs` during the attacks. Its p99 during the attacks
 * may be at most `maxMs`, and at most `maxRatio` times its p99 before the attacks.
 */
const size = getProofSize({
  // Other tests run on these cores. So times before and during the attacks cannot be compared, and each attack has one worker.
  ci: {
    productCount: 30,
    maxWorkerCount: 1,
    beforeMs: 5_000,
    attackMs: 60_000,
    maxMs: 3_000,
    maxRatio: Number.POSITIVE_INFINITY,
  },
  full: {
    productCount: 250,
    maxWorkerCount: Number.MAX_SAFE_INTEGER,
    beforeMs: 60_000,
    attackMs: 600_000,
    maxMs: Number.POSITIVE_INFINITY,
    maxRatio: 3,
  },
});

/**
 * The maximum number of emails within a day, counted separately: emails with texts of a stranger, emails to one person's account, and
 * emails to new addresses that one IP address signs up.
 */
const maxEmails = 50;

interface Figures {
  apps: Measurement;
  owner: Measurement;
}

/** Measure the requests of the store's apps, one every 50 ms, and of its owner, one every 2 s. */
async function measureStore({ sendAsApp, sendAsOwner }: HonestStore, durationMs: number): Promise<Figures> {
  const [apps, owner] = await Promise.all([
    measure(sendAsApp, { everyMs: 50, durationMs }),
    measure(sendAsOwner, { everyMs: 2_000, durationMs }),
  ]);
  return { apps, owner };
}

function report(t: TestContext, title: string, { apps, owner }: Figures): void {
  t.diagnostic(`${title}: apps ${formatMeasurement(apps)}; owner ${formatMeasurement(owner)}`);
}

function assertAllSucceeded({ apps, owner }: Figures): void {
  assert.deepEqual([...apps.failures, ...owner.failures], []);
}

async function startServer(t: TestContext): Promise<ServerProcess> {
  const settings = { SOUK_RATE_LIMIT_BUCKET: "40", SOUK_RATE_LIMIT_REFILL: "4" };
  const server = await createServerProcess({ settings });
  t.after(() => server.close());
  await server.start();
  return server;
}

test("P46: attacks by strangers within their limits neither slow down nor expose another store", async (t) => {
  const server = await startServer(t);
  const store = await createHonestStore(server, await openDemoStore(server));
  const { victim } = store;
  const port = Number(new URL(server.addresses.adminOrigin).port);
  const stranger = await startStranger({
    port,
    productCount: size.productCount,
    maxWorkerCount: size.maxWorkerCount,
    victim,
  });
  t.after(() => stranger.close());
  await measureStore(store, 2_000);
  const beforeAttacks = await measureStore(store, size.beforeMs);
  report(t, "before the attacks", beforeAttacks);
  const startedAt = new Date();
  const attack = stranger.attack();
  const duringAttacks = await measureStore(store, size.attackMs);
  report(t, "during the attacks", duringAttacks);
  const attacks = await attack.stop();
  const emails = await countEmails(server, victim, startedAt);
  t.diagnostic(`attacks ${JSON.stringify(attacks.counts)}`);
  t.diagnostic(`emails ${JSON.stringify(emails)}`);
  assertAllSucceeded(beforeAttacks);
  assertAllSucceeded(duringAttacks);
  assert.deepEqual(attacks.leaks, []);
  assert.deepEqual(attacks.missed, []);
  const maxP99Ms = Math.min(size.maxMs, size.maxRatio * beforeAttacks.apps.p99);
  assert.ok(
    duringAttacks.apps.p99 <= maxP99Ms,
    `p99 of ${duringAttacks.apps.p99} ms during the attacks, at most ${maxP99Ms} ms`,
  );
  for (const kind of ["ownTexts", "toVictims", "signUps"] as const)
    assert.ok(emails[kind] <= maxEmails, `${kind}: ${emails[kind]} emails`);
});
