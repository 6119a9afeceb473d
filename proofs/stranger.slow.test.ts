import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { getProofSize } from "@souk/testkit";
import { openDemoStore } from "./demo-store.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";
import { countEmails } from "./strangers/count-emails.ts";
import { createHonestStore, type HonestStore } from "./strangers/honest-store.ts";
import { formatMeasurement, type Measurement, measure } from "./strangers/measure.ts";
import { startStranger } from "./strangers/stranger.ts";

/** The lines are the p99 of the other store beside the stranger: in ms, or as a multiple of its p99 alone. */
const size = getProofSize({
  // Other tests run on the same cores, so that times alone and beside the stranger cannot be compared, and each attack has one worker.
  ci: {
    productCount: 30,
    maxWorkers: 1,
    aloneMs: 5_000,
    besideMs: 60_000,
    maxMs: 3_000,
    maxRatio: Number.POSITIVE_INFINITY,
  },
  full: {
    productCount: 250,
    maxWorkers: Number.MAX_SAFE_INTEGER,
    aloneMs: 60_000,
    besideMs: 600_000,
    maxMs: Number.POSITIVE_INFINITY,
    maxRatio: 3,
  },
});

/** A stranger's emails with own texts within a day, those to one person's account, and those to new addresses of an IP address. */
const maxEmails = 50;

interface Figures {
  apps: Measurement;
  owner: Measurement;
}

/** Measure the requests of the store's apps, one every 50 ms, and of its owner, one every 2 s. */
async function measureStore({ sendOfApp, sendOfOwner }: HonestStore, durationMs: number): Promise<Figures> {
  const [apps, owner] = await Promise.all([
    measure(sendOfApp, { everyMs: 50, durationMs }),
    measure(sendOfOwner, { everyMs: 2_000, durationMs }),
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

test("P46: strangers who do their worst within their limits do not hurt another store", async (t) => {
  const server = await startServer(t);
  const store = await createHonestStore(server, await openDemoStore(server));
  const { victim } = store;
  const port = Number(new URL(server.addresses.adminOrigin).port);
  const stranger = await startStranger({
    port,
    productCount: size.productCount,
    maxWorkers: size.maxWorkers,
    victim,
  });
  t.after(() => stranger.close());
  await measureStore(store, 2_000);
  const alone = await measureStore(store, size.aloneMs);
  report(t, "alone", alone);
  const startedAt = new Date();
  const attack = stranger.attack();
  const beside = await measureStore(store, size.besideMs);
  report(t, "beside the strangers", beside);
  const attacks = await attack.stop();
  const emails = await countEmails(server, victim, startedAt);
  t.diagnostic(`attacks ${JSON.stringify(attacks.counts)}`);
  t.diagnostic(`emails ${JSON.stringify(emails)}`);
  assertAllSucceeded(alone);
  assertAllSucceeded(beside);
  assert.deepEqual(attacks.leaks, []);
  assert.deepEqual(attacks.missed, []);
  const line = Math.min(size.maxMs, size.maxRatio * alone.apps.p99);
  assert.ok(beside.apps.p99 <= line, `${beside.apps.p99} ms beside the strangers, at most ${line} ms`);
  for (const kind of ["ownTexts", "toVictims", "signUps"] as const)
    assert.ok(emails[kind] <= maxEmails, `${kind}: ${emails[kind]} emails`);
});
