import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseForRun, eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import {
  closeLanesOfInstallation,
  closeSubscriptionLane,
  moveSubscriptionLane,
  resumeLanesOfInstallation,
  stopLanesOfInstallation,
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

const listRequestsTo = (path: string) => receiver.requests.filter((request) => request.path === path);

async function countStates(app: TestInstallation): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await fixture.listDeliveries(app.installation_id))
    counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

async function setStatus(app: TestInstallation, status: "enabled" | "disabled"): Promise<void> {
  await fixture.database.transaction(async (tx) => {
    await tx.query("update installations set status = $2 where id = $1", [app.installation_id, status]);
    if (status === "disabled") await stopLanesOfInstallation(tx, app.installation_id);
    else await resumeLanesOfInstallation(tx, app.installation_id, fixture.clock);
  });
}

/** Wait until no more requests to a path arrive, and return how many requests have arrived. */
async function waitForLastRequest(path: string): Promise<number> {
  let previousCount = -1;
  let count = listRequestsTo(path).length;
  while (count !== previousCount) {
    previousCount = count;
    await sleep(700);
    count = listRequestsTo(path).length;
  }
  return count;
}

test("WHK-8, P14: a disabled app's deliveries wait until it is enabled again", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/disabled`);
  await fixture.raiseEvents([hook], Array(3).fill({ payload: "{}" }));
  await setStatus(app, "disabled");
  const engine = fixture.startEngine();
  await sleep(600);
  assert.equal(listRequestsTo("/disabled").length, 0);
  await setStatus(app, "enabled");
  await eventually(async () => (await countStates(app))["delivered"] === 3);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  const numbers = (await fixture.listDeliveries(app.installation_id)).map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2, 3, 5], "INS-18: enabling skips one number");
  await engine.stop();
});

test("WHK-8: after an app is disabled, the rest of its backlog is not sent", async () => {
  receiver.respondWith({ status: 200, delay: 20 });
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/middle`);
  await fixture.raiseEvents([hook], Array(2_000).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/middle").length > 50);
  await fixture.database.query("update installations set status = 'disabled' where id = $1", [
    app.installation_id,
  ]);
  const sentCount = await waitForLastRequest("/middle");
  assert.ok(sentCount < 2_000, "only a part of the backlog was sent");
  await setStatus(app, "enabled");
  await eventually(() => listRequestsTo("/middle").length > sentCount + 50);
  receiver.respondWith({ status: 200 });
  await engine.stop();
});

test("enabling an app expires deliveries older than 48 hours instead of sending them", async () => {
  fixture.clock.set(new Date());
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/old`);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await setStatus(app, "disabled");
  fixture.clock.advance(48 * 3_600_000 + 1);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  const engine = fixture.startEngine();
  await setStatus(app, "enabled");
  await eventually(async () => (await countStates(app))["delivered"] === 1);
  assert.deepEqual(await countStates(app), { expired: 1, delivered: 1 });
  await engine.stop();
});

/** The time during which the old URL may still get requests. It is longer in CI, where the machine is busy. */
const graceMs = chooseForRun({ inTests: 5_000, inProof: 1_000 });

test("P14: one second after a subscription's URL changes, the old URL gets no more requests", async () => {
  receiver.respondWith({ status: 200, delay: 10 });
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/old-url`);
  await fixture.raiseEvents([hook], Array(1_000).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/old-url").length > 20);
  const newReceiver = await startRecordingReceiver();
  const url = `${newReceiver.url}/new-url`;
  await fixture.database.transaction(async (tx) => {
    await tx.query("update webhook_subscriptions set url = $2 where id = $1", [hook.subscription_id, url]);
    await moveSubscriptionLane(tx, { id: hook.subscription_id, app_id: app.app_id, url });
  });
  const replacedAt = performance.now();
  await eventually(async () => (await countStates(app))["delivered"] === 1_000, { timeoutMs: 60_000 });
  const lateRequests = listRequestsTo("/old-url").filter(
    ({ receivedAtMs }) => receivedAtMs > replacedAt + graceMs,
  );
  assert.equal(lateRequests.length, 0);
  assert.ok(newReceiver.requests.length > 500, `${newReceiver.requests.length} at the new URL`);
  receiver.respondWith({ status: 200 });
  await engine.stop();
  await newReceiver.stop();
});

test("deleting a subscription cancels its pending deliveries and removes its lane", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/ended`);
  await fixture.raiseEvents([hook], Array(2_500).fill({ payload: "{}" }));
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

test("a delivery that is created while its lane is being closed is canceled", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/closing`);
  let hasRaisedEvent = false;
  const engine = fixture.startEngine({
    failpoint: async (name) => {
      if (name !== "engine.before-cancel" || hasRaisedEvent) return;
      hasRaisedEvent = true;
      await fixture.raiseEvents([hook], [{ payload: "{}" }]);
    },
  });
  await fixture.database.transaction((tx) => closeLanesOfInstallation(tx, app.installation_id));
  await eventually(
    async () =>
      (await fixture.database.query("select from lanes where id = $1", [hook.lane_id])).rowCount === 0,
  );
  assert.deepEqual(await countStates(app), { cancelled: 1 });
  await engine.stop();
});
