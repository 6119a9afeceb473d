import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import {
  cancelDeliveries,
  cancelUninstallNotice,
  createSafeSender,
  enqueueUninstallNotice,
} from "./index.ts";
import { type EngineRig, engineRig, type Installed } from "./testing/engine-rig.ts";
import { systemClock } from "./testing/sender.ts";

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
const payload = '{"success":true,"shop":"kedai-1.souk.localhost"}';
const actor = { actor_kind: "account", actor_id: "1", request_id: "r" };

/** Transaction A of an uninstall, as the installs module makes it. */
function uninstall(app: Installed): Promise<boolean> {
  return rig.database.transaction(async (tx) => {
    await tx.query("update installations set status = 'uninstalling' where id = $1", [app.installation_id]);
    return enqueueUninstallNotice(tx, { ...app, ...actor, payload }, rig.clock);
  });
}

/** Transaction B. */
async function remove(app: Installed): Promise<void> {
  await rig.database.transaction(async (tx) => {
    await tx.query("update installations set status = 'uninstalled' where id = $1", [app.installation_id]);
    await tx.query("delete from webhook_subscriptions where installation_id = $1", [app.installation_id]);
    await cancelDeliveries(tx, app.installation_id);
  });
}

/** How soon the notice leaves; a machine that is busy with other tests takes longer over everything. */
const leavesWithinMs = proofSize({ ci: 8_000, full: 1_000 });
const backlogSize = proofSize({ ci: 10_000, full: 100_000 });

test("INS-16, P14: behind a large backlog on hanging connections app/uninstall leaves within a second, and then only its own retries", async () => {
  receiver.answer(({ path }) => (path === "/backlog" ? "hang" : { status: 500 }));
  const app = await rig.install();
  const backlog = await rig.subscribe(app, "product/update", `${receiver.url}/backlog`);
  await rig.subscribe(app, "app/uninstall", `${receiver.url}/bye`);
  for (let raised = 0; raised < backlogSize; raised += 10_000)
    await rig.raise([backlog], Array(10_000).fill({ payload: "{}" }));
  const tried: number[] = [];
  const sender = createSafeSender({
    allowLoopback: true,
    clock: systemClock,
    userAgent: "rig",
    // Longer than the notice may take: it does not leave on a connection that hung until then.
    limits: { totalMs: 9_000 },
  });
  const engine = rig.engine({ sender, onUninstallNoticeTried: (id) => tried.push(id) });
  await eventually(() => arrivedAt("/backlog").length === 8);

  const begun = performance.now();
  assert.equal(await uninstall(app), true);
  const first = await receiver.received(({ path }) => path === "/bye");
  assert.ok(first.at - begun < leavesWithinMs, `${first.at - begun} ms`);
  assert.equal(first.body.toString(), payload);
  assert.equal(first.headers["service-topic"], "app/uninstall");
  await eventually(() => tried.includes(app.installation_id));
  await remove(app);
  await eventually(async () => {
    const rows = await rig.deliveries(app.installation_id);
    return rows.filter(({ state }) => state === "cancelled").length === backlogSize;
  });
  assert.equal(arrivedAt("/backlog").length, 8, "nothing more of the backlog");
  const { results } = engine.metrics();
  await eventually(() => results.fenced + engine.metrics().requests_under_way === 8);

  receiver.answer({ status: 200 });
  const lanes = () =>
    rig.database.query("select from lanes where installation_id = $1", [app.installation_id]);
  await eventually(async () => (await lanes()).rowCount === 0, { within: 60_000 });
  const notice = (await rig.deliveries(app.installation_id)).at(-1);
  const attempts = arrivedAt("/bye").length;
  assert.ok(attempts >= 2, `${attempts} attempts`);
  assert.deepEqual({ state: notice?.state, attempts: notice?.attempts }, { state: "delivered", attempts });
});

test("an app that has not subscribed to app/uninstall is sent nothing, and the event is in the log", async () => {
  const app = await rig.install();
  await rig.subscribe(app, "product/update", `${receiver.url}/other`);
  assert.equal(await uninstall(app), false);
  assert.equal((await rig.deliveries(app.installation_id)).length, 0);
  const { rows } = await rig.database.query(
    "select sequence, topic, payload from events where store_id = $1",
    [app.store_id],
  );
  assert.deepEqual(rows, [{ sequence: 1, topic: "app/uninstall", payload: null }]);
});

test("the notice goes to the address it was subscribed with, though the subscription is gone when it is tried again", async () => {
  receiver.answer({ status: 503 });
  const app = await rig.install();
  await rig.subscribe(app, "app/uninstall", `${receiver.url}/own`);
  rig.clock.set(new Date());
  rig.engine();
  await uninstall(app);
  await receiver.received(({ path }) => path === "/own");
  await remove(app);
  await eventually(async () => (await rig.deliveries(app.installation_id))[0]?.attempts === 1);
  receiver.answer({ status: 200 });
  rig.clock.advance(6_000);
  await eventually(() => arrivedAt("/own").length === 2);
});

test("installing again cancels what is left of app/uninstall", async () => {
  receiver.answer({ status: 500 });
  const app = await rig.install();
  await rig.subscribe(app, "app/uninstall", `${receiver.url}/again`);
  rig.clock.set(new Date());
  const engine = rig.engine();
  await uninstall(app);
  await eventually(async () => (await rig.deliveries(app.installation_id))[0]?.attempts === 1);
  await remove(app);
  await rig.database.transaction((tx) => cancelUninstallNotice(tx, app));
  await eventually(async () => (await rig.deliveries(app.installation_id))[0]?.state === "cancelled");
  rig.clock.advance(60_000);
  engine.wake();
  await sleep(400);
  assert.equal(arrivedAt("/again").length, 1);
});

test("the notice has the installation's next delivery number and the log's next sequence", async () => {
  const app = await rig.install();
  const hook = await rig.subscribe(app, "product/update", `${receiver.url}/numbers`);
  await rig.subscribe(app, "app/uninstall", `${receiver.url}/numbers`);
  await rig.raise([hook], [{ payload: "{}" }, { payload: "{}" }]);
  await uninstall(app);
  rig.engine();
  const notice = await receiver.received(({ headers }) => headers["service-topic"] === "app/uninstall");
  assert.equal(notice.headers["service-delivery-sequence"], "3");
  assert.equal(notice.headers["service-event-sequence"], "3");
});
