import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { cancelDeliveries, enqueueUninstallNotice, resumeLanesOfApps, stopLanesOfApps } from "./index.ts";
import { type EngineRig, engineRig, type Installed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

const arrivedAt = (path: string) => receiver.requests.filter((request) => request.path === path).length;

async function states({ installation_id }: Installed): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await rig.deliveries(installation_id)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** How many requests have come to a path once no more of them come. */
async function settled(path: string): Promise<number> {
  for (let seen = -1; ; ) {
    const count = arrivedAt(path);
    if (count === seen) return count;
    seen = count;
    await sleep(700);
  }
}

/** Writes the suspension of an app, or of its partner, and nothing else. */
async function mark({ app_id }: Installed, whose: "app" | "partner", suspended: boolean): Promise<void> {
  const values = [app_id, suspended ? new Date() : null, suspended ? "why" : null];
  const target =
    whose === "app"
      ? "update apps set suspended_at = $2, suspended_reason = $3 where id = $1"
      : `update partners set suspended_at = $2, suspended_reason = $3
         where id = (select partner_id from apps where id = $1)`;
  await rig.database.query(target, values);
}

async function suspend(app: Installed): Promise<void> {
  await mark(app, "app", true);
  await rig.database.transaction((tx) => stopLanesOfApps(tx, [app.app_id]));
}

async function lift(app: Installed): Promise<void> {
  await mark(app, "app", false);
  await rig.database.transaction((tx) => resumeLanesOfApps(tx, [app.app_id], rig.clock));
}

for (const whose of ["app", "partner"] as const)
  test(`an engine in the middle of a backlog stops when the ${whose} is suspended, even when its lanes are not let go of`, async () => {
    receiver.answer({ status: 200, delay: 20 });
    const app = await rig.install();
    const hook = await rig.subscribe(app, "product/update", `${receiver.url}/middle`);
    await rig.raise([hook], Array(1_000).fill({ payload: "{}" }));
    const engine = rig.engine();
    await eventually(() => arrivedAt("/middle") > 50);
    await mark(app, whose, true);
    const until = await settled("/middle");
    assert.ok(until < 1_000, "it has sent all of it");
    receiver.answer({ status: 200 });
    await mark(app, whose, false);
    await rig.database.transaction((tx) => resumeLanesOfApps(tx, [app.app_id], rig.clock));
    await eventually(() => arrivedAt("/middle") > until + 50);
    await engine.stop();
  });

test("what waits for a suspended app goes out when it is lifted, in all its shops, and one number of each is left out", async () => {
  const app = await rig.install();
  const other = await rig.install();
  await rig.database.query("update installations set app_id = $2 where id = $1", [
    other.installation_id,
    app.app_id,
  ]);
  const [mine, theirs] = [
    await rig.subscribe(app, "product/update", `${receiver.url}/mine`),
    await rig.subscribe({ ...other, app_id: app.app_id }, "product/update", `${receiver.url}/theirs`),
  ];
  await rig.raise([mine], Array(3).fill({ payload: "{}" }));
  await rig.raise([theirs], [{ payload: "{}" }]);
  await suspend(app);
  const engine = rig.engine();
  await sleep(600);
  assert.deepEqual([arrivedAt("/mine"), arrivedAt("/theirs")], [0, 0]);
  const { rows } = await rig.database.query<{ wake_at: Date | null; owner: string | null }>(
    "select wake_at, owner from lanes",
  );
  assert.ok(
    rows.length > 0 && rows.every(({ wake_at, owner }) => wake_at === null && owner === null),
    "nobody looks at lanes that may not be sent from",
  );
  await lift(app);
  await eventually(() => arrivedAt("/mine") === 3 && arrivedAt("/theirs") === 1);
  await rig.raise([mine], [{ payload: "{}" }]);
  const numbers = (await rig.deliveries(app.installation_id)).map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2, 3, 5]);
  await engine.stop();
});

test("a disabled installation of an app that is lifted is still sent nothing", async () => {
  const app = await rig.install("disabled");
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/disabled`);
  await rig.raise([hook], [{ payload: "{}" }]);
  await suspend(app);
  await lift(app);
  const engine = rig.engine();
  await sleep(500);
  assert.equal(arrivedAt("/disabled"), 0);
  assert.deepEqual(await states(app), { pending: 1 });
  await engine.stop();
});

test("what is past its 48 hours when the app is lifted is expired, not sent", async () => {
  rig.clock.set(new Date());
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/old`);
  await rig.raise([hook], [{ payload: "{}" }]);
  await suspend(app);
  rig.clock.advance(48 * 3_600_000 + 1);
  const engine = rig.engine();
  await lift(app);
  await eventually(async () => (await states(app))["expired"] === 1);
  assert.equal(arrivedAt("/old"), 0);
  await engine.stop();
});

test("what an uninstall was cancelling when the app was suspended is cancelled all the same", async () => {
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/cancelled`);
  await rig.raise([hook], Array(3).fill({ payload: "{}" }));
  await rig.database.transaction((tx) => cancelDeliveries(tx, app.installation_id));
  await suspend(app);
  const engine = rig.engine();
  await eventually(async () => (await states(app))["cancelled"] === 3);
  assert.equal(arrivedAt("/cancelled"), 0);
  await engine.stop();
});

test("the notice of an uninstall that was on its way is held while the app is suspended, and goes out after", async () => {
  const app = await rig.install();
  await rig.subscribe(app, "app/uninstall", `${receiver.url}/gone`);
  await rig.database.query("update installations set status = 'uninstalling' where id = $1", [
    app.installation_id,
  ]);
  await rig.database.transaction((tx) =>
    enqueueUninstallNotice(tx, {
      ...app,
      payload: "{}",
      actor_kind: "system",
      actor_id: "test",
      request_id: "test",
    }),
  );
  await suspend(app);
  const engine = rig.engine();
  await sleep(500);
  assert.equal(arrivedAt("/gone"), 0);
  await lift(app);
  await eventually(() => arrivedAt("/gone") === 1);
  await engine.stop();
});
