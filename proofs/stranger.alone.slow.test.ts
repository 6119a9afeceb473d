import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { chooseForRun } from "@souk/testkit";
import { openDemoStore } from "./demo-store.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { countEmails } from "./strangers/count-emails.ts";
import { createHonestStore, type HonestStore } from "./strangers/honest-store.ts";
import { formatMeasurement, type Measurement, measure } from "./strangers/measure.ts";
import { startStranger } from "./strangers/stranger.ts";

/** Who attacks, and for how long. */
interface Scale {
  productCount: number;
  appCount: number;
  addressCount: number;
  maxWorkerCount: number;
  /** How long the honest store is measured before the attacks. */
  beforeMs: number;
  /** How long it is measured during the attacks. */
  attackMs: number;
  /**
   * The maximum p99 of the honest store's response times during the attacks, in ms (`maxMs`), and as a multiple of the p99 before
   * the attacks (`maxRatio`).
   */
  maxMs: number;
  maxRatio: number;
  /** Whether each attack must reach its target at least once. The limits of one stranger are too low for all attacks to do so. */
  mustReachAll: boolean;
}

const oneStranger = { appCount: 1, addressCount: 1, mustReachAll: false };
const manyStrangers = { appCount: 20, addressCount: 40, mustReachAll: true };
// On a slow machine with few cores, the ratio of two p99s is not meaningful in so short a time. So only an absolute limit applies.
const testScale = {
  productCount: 30,
  maxWorkerCount: 1,
  beforeMs: 5_000,
  maxMs: 10_000,
  maxRatio: Number.POSITIVE_INFINITY,
};
const proofScale = {
  productCount: 250,
  maxWorkerCount: Number.MAX_SAFE_INTEGER,
  beforeMs: 60_000,
  attackMs: 600_000,
};

/**
 * The maximum number of emails of each kind within a day. The kinds are emails with texts of a stranger, emails to one person's
 * account, and emails to new addresses that one IP address signs up.
 */
const maxEmails = 50;

interface StoreMeasurements {
  apps: Measurement;
  owner: Measurement;
}

/** Measure the requests of the store's apps, one every 50 ms, and of its owner, one every 2 s. */
async function measureStore(
  { sendAsApp, sendAsOwner }: HonestStore,
  durationMs: number,
): Promise<StoreMeasurements> {
  const [apps, owner] = await Promise.all([
    measure(sendAsApp, { everyMs: 50, durationMs }),
    measure(sendAsOwner, { everyMs: 2_000, durationMs }),
  ]);
  return { apps, owner };
}

function report(t: TestContext, title: string, { apps, owner }: StoreMeasurements): void {
  t.diagnostic(`${title}: apps ${formatMeasurement(apps)}; owner ${formatMeasurement(owner)}`);
}

function assertAllSucceeded({ apps, owner }: StoreMeasurements): void {
  assert.deepEqual([...apps.failures, ...owner.failures], []);
}

async function startServer(t: TestContext): Promise<ServerProcess> {
  const settings = { SOUK_RATE_LIMIT_BUCKET: "40", SOUK_RATE_LIMIT_REFILL: "4" };
  const server = await createServerProcess({ settings });
  t.after(() => server.close());
  await server.start();
  return server;
}

/** Attack with full force beside an honest store, and check that the store gets every response, and gets it in time. */
async function proveIsolation(t: TestContext, scale: Scale): Promise<void> {
  const server = await startServer(t);
  const store = await createHonestStore(server, await openDemoStore(server));
  const { victim } = store;
  const port = Number(new URL(server.addresses.adminOrigin).port);
  const stranger = await startStranger({ ...scale, port, victim });
  t.after(() => stranger.close());
  await measureStore(store, 2_000);
  const beforeAttacks = await measureStore(store, scale.beforeMs);
  report(t, "before the attacks", beforeAttacks);
  const startedAt = new Date();
  const attack = stranger.attack();
  const duringAttacks = await measureStore(store, scale.attackMs);
  report(t, "during the attacks", duringAttacks);
  const attacks = await attack.stop();
  const emails = await countEmails(server, victim, startedAt);
  t.diagnostic(`attacks ${JSON.stringify(attacks.counts)}`);
  t.diagnostic(`emails ${JSON.stringify(emails)}`);
  assertAllSucceeded(beforeAttacks);
  assertAllSucceeded(duringAttacks);
  assert.deepEqual(attacks.leaks, []);
  if (scale.mustReachAll) assert.deepEqual(attacks.missed, []);
  const maxP99Ms = Math.min(scale.maxMs, scale.maxRatio * beforeAttacks.apps.p99);
  assert.ok(
    duringAttacks.apps.p99 <= maxP99Ms,
    `the p99 during the attacks is ${duringAttacks.apps.p99} ms, more than ${maxP99Ms} ms`,
  );
  for (const kind of ["ownTexts", "toVictims", "signUps"] as const)
    assert.ok(emails[kind] <= maxEmails, `${kind}: ${emails[kind]} emails`);
}

test("P46: a stranger's attacks within the limits of a store, an app and an account do not slow down another store", async (t) => {
  await proveIsolation(t, {
    ...oneStranger,
    ...chooseForRun({
      inTests: { ...testScale, attackMs: 60_000 },
      inProof: { ...proofScale, maxMs: Number.POSITIVE_INFINITY, maxRatio: 3 },
    }),
  });
});

test("P46: when many strangers attack at once, no request of another store fails", async (t) => {
  await proveIsolation(t, {
    ...manyStrangers,
    ...chooseForRun({
      inTests: { ...testScale, attackMs: 30_000 },
      inProof: { ...proofScale, maxMs: 1_000, maxRatio: Number.POSITIVE_INFINITY },
    }),
  });
});
