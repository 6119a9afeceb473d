import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import {
  bumpLaneEpochs,
  cancelDeliveries,
  closeSubscriptionLane,
  moveSubscriptionLane,
  resumeInstallation,
} from "./index.ts";
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

const arrivedAt = (path: string) => receiver.requests.filter((request) => request.path === path);

async function states(app: Installed): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await rig.deliveries(app.installation_id)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

async function setStatus(app: Installed, status: "enabled" | "disabled"): Promise<void> {
  await rig.database.transaction(async (tx) => {
    await tx.query("update installations set status = $2 where id = $1", [app.installation_id, status]);
    if (status === "disabled") await bumpLaneEpochs(tx, app.installation_id);
    else await resumeInstallation(tx, app.installation_id, rig.clock);
  });
}

/** How many requests have come to a path once no more of them come. */
async function settled(path: string): Promise<number> {
  for (let seen = -1; ; ) {
    const count = arrivedAt(path).length;
    if (count === seen) return count;
    seen = count;
    await sleep(700);
  }
}

test("WHK-8, P14: what waits when the app is disabled is not sent, and goes out when it is enabled again", async () => {
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/disabled`);
  await rig.raise([hook], Array(3).fill({ payload: "{}" }));
  await setStatus(app, "disabled");
  const engine = rig.engine();
  await sleep(600);
  assert.equal(arrivedAt("/disabled").length, 0);
  await setStatus(app, "enabled");
  await eventually(async () => (await states(app))["delivered"] === 3);
  await rig.raise([hook], [{ payload: "{}" }]);
  const numbers = (await rig.deliveries(app.installation_id)).map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2, 3, 5], "INS-18: enabling leaves one number out");
  await engine.stop();
});

test("WHK-8: an engine in the middle of a backlog stops when the app is disabled, even when its lanes are not let go of", async () => {
  receiver.answer({ status: 200, delay: 20 });
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/middle`);
  await rig.raise([hook], Array(2_000).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(() => arrivedAt("/middle").length > 50);
  await rig.database.query("update installations set status = 'disabled' where id = $1", [
    app.installation_id,
  ]);
  const until = await settled("/middle");
  assert.ok(until < 2_000, "it has sent all of it");
  await setStatus(app, "enabled");
  await eventually(() => arrivedAt("/middle").length > until + 50);
  receiver.answer({ status: 200 });
  await engine.stop();
});

test("what is past its 48 hours when the app is enabled is expired, not sent", async () => {
  rig.clock.set(new Date());
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/old`);
  await rig.raise([hook], [{ payload: "{}" }]);
  await setStatus(app, "disabled");
  rig.clock.advance(48 * 3_600_000 + 1);
  await rig.raise([hook], [{ payload: "{}" }]);
  const engine = rig.engine();
  await setStatus(app, "enabled");
  await eventually(async () => (await states(app))["delivered"] === 1);
  assert.deepEqual(await states(app), { expired: 1, delivered: 1 });
  await engine.stop();
});

/** How long the old URL may still be sent to; a machine that is busy with other tests takes longer over everything. */
const pastMs = proofSize({ ci: 5_000, full: 1_000 });

test("P14: with a backlog pending, nothing goes to the old URL a second after it was replaced", async () => {
  receiver.answer({ status: 200, delay: 10 });
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/old-url`);
  await rig.raise([hook], Array(1_000).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(() => arrivedAt("/old-url").length > 20);
  const other = await recordingReceiver();
  const url = `${other.url}/new-url`;
  await rig.database.transaction(async (tx) => {
    await tx.query("update webhook_subscriptions set url = $2 where id = $1", [hook.subscription_id, url]);
    await moveSubscriptionLane(tx, { id: hook.subscription_id, app_id: app.app_id, url });
  });
  const replacedAt = performance.now();
  await eventually(async () => (await states(app))["delivered"] === 1_000, { within: 60_000 });
  const late = arrivedAt("/old-url").filter(({ at }) => at > replacedAt + pastMs);
  assert.equal(late.length, 0);
  assert.ok(other.requests.length > 500, `${other.requests.length} at the new URL`);
  receiver.answer({ status: 200 });
  await engine.stop();
  await other.stop();
});

test("a subscription that ends cancels what is pending, and its lane goes", async () => {
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/ended`);
  await rig.raise([hook], Array(2_500).fill({ payload: "{}" }));
  await rig.database.transaction(async (tx) => {
    await tx.query("delete from webhook_subscriptions where id = $1", [hook.subscription_id]);
    await closeSubscriptionLane(tx, hook.subscription_id);
  });
  const engine = rig.engine();
  await eventually(async () => (await states(app))["cancelled"] === 2_500);
  await eventually(
    async () => (await rig.database.query("select from lanes where id = $1", [hook.lane_id])).rowCount === 0,
  );
  assert.equal(arrivedAt("/ended").length, 0);
  assert.equal(engine.metrics().results.cancelled, 2_500);
  await engine.stop();
});

test("a delivery that was being numbered while its lane closed is cancelled too", async () => {
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/closing`);
  let raised = false;
  const engine = rig.engine({
    failpoint: async (name) => {
      if (name !== "engine.before-cancel" || raised) return;
      raised = true;
      await rig.raise([hook], [{ payload: "{}" }]);
    },
  });
  await rig.database.transaction((tx) => cancelDeliveries(tx, app.installation_id));
  await eventually(
    async () => (await rig.database.query("select from lanes where id = $1", [hook.lane_id])).rowCount === 0,
  );
  assert.deepEqual(await states(app), { cancelled: 1 });
  await engine.stop();
});
