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
import { createEngineFixture, type EngineFixture, type Installed } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), recordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

const listRequestsTo = (path: string) => receiver.requests.filter((request) => request.path === path);

async function countStates(app: Installed): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await fixture.listDeliveries(app.installation_id))
    counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

async function setStatus(app: Installed, status: "enabled" | "disabled"): Promise<void> {
  await fixture.database.transaction(async (tx) => {
    await tx.query("update installations set status = $2 where id = $1", [app.installation_id, status]);
    if (status === "disabled") await bumpLaneEpochs(tx, app.installation_id);
    else await resumeInstallation(tx, app.installation_id, fixture.clock);
  });
}

/** Wait until no more requests to a path arrive, and return their number. */
async function waitForLastRequest(path: string): Promise<number> {
  for (let seen = -1; ; ) {
    const count = listRequestsTo(path).length;
    if (count === seen) return count;
    seen = count;
    await sleep(700);
  }
}

test("WHK-8, P14: deliveries of a disabled app wait, and are sent when it is enabled again", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/disabled`);
  await fixture.raise([hook], Array(3).fill({ payload: "{}" }));
  await setStatus(app, "disabled");
  const engine = fixture.startEngine();
  await sleep(600);
  assert.equal(listRequestsTo("/disabled").length, 0);
  await setStatus(app, "enabled");
  await eventually(async () => (await countStates(app))["delivered"] === 3);
  await fixture.raise([hook], [{ payload: "{}" }]);
  const numbers = (await fixture.listDeliveries(app.installation_id)).map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2, 3, 5], "INS-18: enabling skips one number");
  await engine.stop();
});

test("WHK-8: an engine stops within a backlog when the app is disabled", async () => {
  receiver.answer({ status: 200, delay: 20 });
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/middle`);
  await fixture.raise([hook], Array(2_000).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/middle").length > 50);
  await fixture.database.query("update installations set status = 'disabled' where id = $1", [
    app.installation_id,
  ]);
  const sentBefore = await waitForLastRequest("/middle");
  assert.ok(sentBefore < 2_000, "the whole backlog was sent");
  await setStatus(app, "enabled");
  await eventually(() => listRequestsTo("/middle").length > sentBefore + 50);
  receiver.answer({ status: 200 });
  await engine.stop();
});

test("a delivery past its 48 hours when the app is enabled is expired, not sent", async () => {
  fixture.clock.set(new Date());
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/old`);
  await fixture.raise([hook], [{ payload: "{}" }]);
  await setStatus(app, "disabled");
  fixture.clock.advance(48 * 3_600_000 + 1);
  await fixture.raise([hook], [{ payload: "{}" }]);
  const engine = fixture.startEngine();
  await setStatus(app, "enabled");
  await eventually(async () => (await countStates(app))["delivered"] === 1);
  assert.deepEqual(await countStates(app), { expired: 1, delivered: 1 });
  await engine.stop();
});

/**
 * The time during which requests to the old URL are allowed; longer in CI, where the machine is busy.
 */
const graceMs = proofSize({ ci: 5_000, full: 1_000 });

test("P14: despite a backlog, a replaced URL gets no request after a second", async () => {
  receiver.answer({ status: 200, delay: 10 });
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/old-url`);
  await fixture.raise([hook], Array(1_000).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/old-url").length > 20);
  const other = await recordingReceiver();
  const url = `${other.url}/new-url`;
  await fixture.database.transaction(async (tx) => {
    await tx.query("update webhook_subscriptions set url = $2 where id = $1", [hook.subscription_id, url]);
    await moveSubscriptionLane(tx, { id: hook.subscription_id, app_id: app.app_id, url });
  });
  const replacedAt = performance.now();
  await eventually(async () => (await countStates(app))["delivered"] === 1_000, { within: 60_000 });
  const late = listRequestsTo("/old-url").filter(({ at }) => at > replacedAt + graceMs);
  assert.equal(late.length, 0);
  assert.ok(other.requests.length > 500, `${other.requests.length} at the new URL`);
  receiver.answer({ status: 200 });
  await engine.stop();
  await other.stop();
});

test("deleting a subscription cancels its pending deliveries and removes its lane", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/ended`);
  await fixture.raise([hook], Array(2_500).fill({ payload: "{}" }));
  await fixture.database.transaction(async (tx) => {
    await tx.query("delete from webhook_subscriptions where id = $1", [hook.subscription_id]);
    await closeSubscriptionLane(tx, hook.subscription_id);
  });
  const engine = fixture.startEngine();
  await eventually(async () => (await countStates(app))["cancelled"] === 2_500);
  await eventually(
    async () =>
      (await fixture.database.query("select from lanes where id = $1", [hook.lane_id])).rowCount === 0,
  );
  assert.equal(listRequestsTo("/ended").length, 0);
  assert.equal(engine.metrics().results.cancelled, 2_500);
  await engine.stop();
});

test("a delivery numbered while its lane closes is canceled too", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/closeLaneAssignments`);
  let raised = false;
  const engine = fixture.startEngine({
    failpoint: async (name) => {
      if (name !== "engine.before-cancel" || raised) return;
      raised = true;
      await fixture.raise([hook], [{ payload: "{}" }]);
    },
  });
  await fixture.database.transaction((tx) => cancelDeliveries(tx, app.installation_id));
  await eventually(
    async () =>
      (await fixture.database.query("select from lanes where id = $1", [hook.lane_id])).rowCount === 0,
  );
  assert.deepEqual(await countStates(app), { cancelled: 1 });
  await engine.stop();
});
