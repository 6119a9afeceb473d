import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseForRun, eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import {
  cancelUninstallNotice,
  closeLanesOfInstallation,
  createSafeSender,
  enqueueUninstallNotice,
} from "./index.ts";
import { createEngineFixture, type EngineFixture, type TestInstallation } from "./testing/engine-fixture.ts";
import { systemClock } from "./testing/sender.ts";

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
const payload = '{"success":true,"shop":"kedai-1.souk.localhost"}';
const actor = { actor_kind: "account", actor_id: "1", request_id: "r" };

/** Run the first transaction of an uninstall, as the installs module does. @returns whether a notice was enqueued */
function uninstall(app: TestInstallation): Promise<boolean> {
  return fixture.database.transaction(async (tx) => {
    await tx.query("update installations set status = 'uninstalling' where id = $1", [app.installation_id]);
    return enqueueUninstallNotice(tx, { ...app, ...actor, payload }, fixture.clock);
  });
}

/** Run the second transaction of an uninstall, which removes the installation. */
async function removeInstallation(app: TestInstallation): Promise<void> {
  await fixture.database.transaction(async (tx) => {
    await tx.query("update installations set status = 'uninstalled' where id = $1", [app.installation_id]);
    await tx.query("delete from webhook_subscriptions where installation_id = $1", [app.installation_id]);
    await closeLanesOfInstallation(tx, app.installation_id);
  });
}

/** The time limit for sending the notice. It is longer in CI, where the machine is busy. */
const maxSendMs = chooseForRun({ inTests: 8_000, inProof: 1_000 });
const backlogSize = chooseForRun({ inTests: 10_000, inProof: 100_000 });

test("INS-16, P14: app/uninstall is sent within a second despite a large backlog", async () => {
  receiver.respondWith(({ path }) => (path === "/backlog" ? "hang" : { status: 500 }));
  const app = await fixture.install();
  const backlogHook = await fixture.subscribe(app, "product/update", `${receiver.url}/backlog`);
  await fixture.subscribe(app, "app/uninstall", `${receiver.url}/bye`);
  for (let count = 0; count < backlogSize; count += 10_000)
    await fixture.raiseEvents([backlogHook], Array(10_000).fill({ payload: "{}" }));
  const triedInstallations: number[] = [];
  const sender = createSafeSender({
    localAccess: true,
    clock: systemClock,
    userAgent: "test",
    // This timeout is longer than sending the notice may take, so that no hanging connection is freed for
    // the notice.
    limits: { totalMs: 9_000 },
  });
  const engine = fixture.startEngine({ sender, onUninstallNoticeTried: (id) => triedInstallations.push(id) });
  await eventually(() => listRequestsTo("/backlog").length === 8);

  const startedAt = performance.now();
  assert.equal(await uninstall(app), true);
  const request = await receiver.waitForRequest(({ path }) => path === "/bye");
  assert.ok(request.receivedAtMs - startedAt < maxSendMs, `${request.receivedAtMs - startedAt} ms`);
  assert.equal(request.body.toString(), payload);
  assert.equal(request.headers["service-topic"], "app/uninstall");
  await eventually(() => triedInstallations.includes(app.installation_id));
  await removeInstallation(app);
  await eventually(async () => {
    const rows = await fixture.listDeliveries(app.installation_id);
    return rows.filter(({ state }) => state === "cancelled").length === backlogSize;
  });
  assert.equal(listRequestsTo("/backlog").length, 8, "no more of the backlog is sent");
  // Each of the 8 hanging requests is still in progress, or has ended after its lane was closed and counts as fenced.
  await eventually(() => {
    const { results, requests_under_way } = engine.metrics();
    return results.fenced + requests_under_way === 8;
  });

  receiver.respondWith({ status: 200 });
  const findLanes = () =>
    fixture.database.query("select from lanes where installation_id = $1", [app.installation_id]);
  await eventually(async () => (await findLanes()).rowCount === 0, { timeoutMs: 60_000 });
  const notice = (await fixture.listDeliveries(app.installation_id)).at(-1);
  const attempts = listRequestsTo("/bye").length;
  assert.ok(attempts >= 2, `${attempts} attempts`);
  assert.deepEqual({ state: notice?.state, attempts: notice?.attempts }, { state: "delivered", attempts });
});

test("an app that has not subscribed to app/uninstall is sent no notice", async () => {
  const app = await fixture.install();
  await fixture.subscribe(app, "product/update", `${receiver.url}/other`);
  assert.equal(await uninstall(app), false);
  assert.equal((await fixture.listDeliveries(app.installation_id)).length, 0);
  const rows = await fixture.database.many(
    "select sequence, topic, payload from events where store_id = $1",
    [app.store_id],
  );
  assert.deepEqual(rows, [{ sequence: 1, topic: "app/uninstall", payload: null }]);
});

test("an uninstall notice is retried at its URL even after the subscription is deleted", async () => {
  receiver.respondWith({ status: 503 });
  const app = await fixture.install();
  await fixture.subscribe(app, "app/uninstall", `${receiver.url}/own`);
  fixture.clock.set(new Date());
  fixture.startEngine();
  await uninstall(app);
  await receiver.waitForRequest(({ path }) => path === "/own");
  await removeInstallation(app);
  await eventually(async () => (await fixture.listDeliveries(app.installation_id))[0]?.attempts === 1);
  receiver.respondWith({ status: 200 });
  fixture.clock.advance(6_000);
  await eventually(() => listRequestsTo("/own").length === 2);
});

test("reinstalling an app cancels its pending uninstall notice", async () => {
  receiver.respondWith({ status: 500 });
  const app = await fixture.install();
  await fixture.subscribe(app, "app/uninstall", `${receiver.url}/again`);
  fixture.clock.set(new Date());
  const engine = fixture.startEngine();
  await uninstall(app);
  await eventually(async () => (await fixture.listDeliveries(app.installation_id))[0]?.attempts === 1);
  await removeInstallation(app);
  await fixture.database.transaction((tx) => cancelUninstallNotice(tx, app));
  await eventually(async () => (await fixture.listDeliveries(app.installation_id))[0]?.state === "cancelled");
  fixture.clock.advance(60_000);
  engine.wake();
  await sleep(400);
  assert.equal(listRequestsTo("/again").length, 1);
});

test("an uninstall notice continues the sequences of delivery numbers and event numbers", async () => {
  const app = await fixture.install();
  const hook = await fixture.subscribe(app, "product/update", `${receiver.url}/numbers`);
  await fixture.subscribe(app, "app/uninstall", `${receiver.url}/numbers`);
  await fixture.raiseEvents([hook], [{ payload: "{}" }, { payload: "{}" }]);
  await uninstall(app);
  fixture.startEngine();
  const notice = await receiver.waitForRequest(({ headers }) => headers["service-topic"] === "app/uninstall");
  assert.equal(notice.headers["service-delivery-sequence"], "3");
  assert.equal(notice.headers["service-event-sequence"], "3");
});
