import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import {
  closeLanesOfInstallation,
  enqueueUninstallNotice,
  resumeLanesOfApps,
  stopLanesOfApps,
} from "./index.ts";
import { createEngineFixture, type EngineFixture, type TestInstallation } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

const countRequestsTo = (path: string) => receiver.requests.filter((request) => request.path === path).length;

async function countStates({ installation_id }: TestInstallation): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await fixture.listDeliveries(installation_id))
    counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** Wait until no more requests to a path arrive, and return how many arrived in all. */
async function waitForFinalCount(path: string): Promise<number> {
  let previousCount = -1;
  let count = countRequestsTo(path);
  while (count !== previousCount) {
    previousCount = count;
    await sleep(700);
    count = countRequestsTo(path);
  }
  return count;
}

/** Set only the suspension of an app or its partner, without stopping lanes. */
async function setSuspended(
  { app_id }: TestInstallation,
  subject: "app" | "partner",
  suspended: boolean,
): Promise<void> {
  const values = [app_id, suspended ? new Date() : null, suspended ? "a test" : null];
  const updateSql =
    subject === "app"
      ? "update apps set suspended_at = $2, suspended_reason = $3 where id = $1"
      : `update partners set suspended_at = $2, suspended_reason = $3
         where id = (select partner_id from apps where id = $1)`;
  await fixture.database.query(updateSql, values);
}

async function suspend(app: TestInstallation): Promise<void> {
  await setSuspended(app, "app", true);
  await fixture.database.transaction((tx) => stopLanesOfApps(tx, [app.app_id]));
}

async function liftSuspension(app: TestInstallation): Promise<void> {
  await setSuspended(app, "app", false);
  await fixture.database.transaction((tx) => resumeLanesOfApps(tx, [app.app_id], fixture.clock));
}

for (const subject of ["app", "partner"] as const)
  test(`an engine with leased lanes stops sending when the ${subject} is suspended`, async () => {
    receiver.respondWith({ status: 200, delay: 20 });
    const app = await fixture.install();
    const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/backlog`);
    await fixture.raiseEvents([hook], Array(1_000).fill({ payload: "{}" }));
    const engine = fixture.startEngine();
    await eventually(() => countRequestsTo("/backlog") > 50);
    await setSuspended(app, subject, true);
    const sentCount = await waitForFinalCount("/backlog");
    assert.ok(sentCount < 1_000, "the suspension stopped the backlog");
    receiver.respondWith({ status: 200 });
    await setSuspended(app, subject, false);
    await fixture.database.transaction((tx) => resumeLanesOfApps(tx, [app.app_id], fixture.clock));
    await eventually(() => countRequestsTo("/backlog") > sentCount + 50);
    await engine.stop();
  });

test("lifting an app's suspension sends its waiting deliveries and leaves a gap in its delivery numbers", async () => {
  const app = await fixture.install();
  const otherInstallation = await fixture.install();
  await fixture.database.query("update installations set app_id = $2 where id = $1", [
    otherInstallation.installation_id,
    app.app_id,
  ]);
  const [firstHook, secondHook] = [
    await fixture.subscribe(app, "product/update", `${receiver.url}/first`),
    await fixture.subscribe(
      { ...otherInstallation, app_id: app.app_id },
      "product/update",
      `${receiver.url}/second`,
    ),
  ];
  await fixture.raiseEvents([firstHook], Array(3).fill({ payload: "{}" }));
  await fixture.raiseEvents([secondHook], [{ payload: "{}" }]);
  await suspend(app);
  const engine = fixture.startEngine();
  await sleep(600);
  assert.deepEqual([countRequestsTo("/first"), countRequestsTo("/second")], [0, 0]);
  const lanes = await fixture.database.many<{ wake_at: Date | null; owner: string | null }>(
    "select wake_at, owner from lanes",
  );
  assert.ok(
    lanes.length > 0 && lanes.every(({ wake_at, owner }) => wake_at === null && owner === null),
    "lanes of a suspended app are neither due nor leased",
  );
  await liftSuspension(app);
  await eventually(() => countRequestsTo("/first") === 3 && countRequestsTo("/second") === 1);
  await fixture.raiseEvents([firstHook], [{ payload: "{}" }]);
  const numbers = (await fixture.listDeliveries(app.installation_id)).map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2, 3, 5]);
  await engine.stop();
});

test("lifting an app's suspension sends nothing to a disabled installation", async () => {
  const app = await fixture.install("disabled");
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/disabled`);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await suspend(app);
  await liftSuspension(app);
  const engine = fixture.startEngine();
  await sleep(500);
  assert.equal(countRequestsTo("/disabled"), 0);
  assert.deepEqual(await countStates(app), { pending: 1 });
  await engine.stop();
});

test("lifting an app's suspension expires its deliveries that are older than 48 hours", async () => {
  fixture.clock.set(new Date());
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/old`);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await suspend(app);
  fixture.clock.advance(48 * 3_600_000 + 1);
  const engine = fixture.startEngine();
  await liftSuspension(app);
  await eventually(async () => (await countStates(app))["expired"] === 1);
  assert.equal(countRequestsTo("/old"), 0);
  await engine.stop();
});

test("an uninstalled app's deliveries are canceled even if the app is suspended", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/cancelled`);
  await fixture.raiseEvents([hook], Array(3).fill({ payload: "{}" }));
  await fixture.database.transaction((tx) => closeLanesOfInstallation(tx, app.installation_id));
  await suspend(app);
  const engine = fixture.startEngine();
  await eventually(async () => (await countStates(app))["cancelled"] === 3);
  assert.equal(countRequestsTo("/cancelled"), 0);
  await engine.stop();
});

test("a pending uninstall notice waits during a suspension and is sent after it", async () => {
  const app = await fixture.install();
  await fixture.subscribe(app, "app/uninstall", `${receiver.url}/gone`);
  await fixture.database.query("update installations set status = 'uninstalling' where id = $1", [
    app.installation_id,
  ]);
  await fixture.database.transaction((tx) =>
    enqueueUninstallNotice(tx, {
      ...app,
      payload: "{}",
      actor_kind: "system",
      actor_id: "test",
      request_id: "test",
    }),
  );
  await suspend(app);
  const engine = fixture.startEngine();
  await sleep(500);
  assert.equal(countRequestsTo("/gone"), 0);
  await liftSuspension(app);
  await eventually(() => countRequestsTo("/gone") === 1);
  await engine.stop();
});
