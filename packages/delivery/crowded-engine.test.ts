import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { bumpLaneEpochs, resumeInstallation } from "./lanes-of-installation.ts";
import { type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  // What hangs ends with the receiver.
  await receiver.stop();
  await rig.stop();
});

/** A URL of an origin of its own on the one receiver. */
const urlAt = (name: string) => `http://${name}.localhost:${receiver.port}/${name}`;
const arrivedAt = (name: string) => receiver.requests.filter(({ path }) => path === `/${name}`);

test("lanes with a backlog that fill a process make room for others", async () => {
  receiver.answer(({ path }) => (path.startsWith("/slow") ? { status: 200, delay: 500 } : { status: 200 }));
  const slow: Subscribed[] = [];
  for (let n = 0; n < 4; n++)
    slow.push(await rig.subscribe(await rig.install(), "product/update", urlAt(`slow-${n}`)));
  const small = await rig.subscribe(await rig.install(), "product/update", urlAt("small"));
  for (const hook of slow) await rig.raise([hook], Array(400).fill({ payload: "{}" }));
  const engine = rig.engine({ mostLanes: 4 });
  await eventually(() => engine.metrics().lanes_leased >= 3);
  await rig.raise([small], [{ payload: "{}" }]);
  engine.wake([small.lane_id]);
  await eventually(() => arrivedAt("small").length === 1, { within: 12_000 });
});

test("requests of a lane that is stopped and goes on count for its endpoint until they end", async (t) => {
  let underWay = 0;
  let most = 0;
  receiver.answer(() => {
    most = Math.max(most, ++underWay);
    setTimeout(() => underWay--, 3_000);
    return { status: 200, delay: 3_000 };
  });
  const hook = await rig.subscribe(await rig.install(), "product/update", urlAt("wide"));
  await rig.raise([hook], Array(24).fill({ payload: "{}" }));
  let takesNoMore = false;
  const thaw = Promise.withResolvers<void>();
  t.after(() => thaw.resolve());
  const first = rig.engine({
    failpoint: (name) => (name === "engine.before-lease" && takesNoMore ? thaw.promise : undefined),
  });
  await eventually(() => arrivedAt("wide").length === 8);
  takesNoMore = true;
  await rig.database.transaction((tx) => bumpLaneEpochs(tx, hook.installation_id));
  first.wake([hook.lane_id]);
  await eventually(() => first.metrics().lanes_leased === 0);
  await rig.database.transaction((tx) => resumeInstallation(tx, hook.installation_id));
  rig.engine();
  await eventually(() => arrivedAt("wide").length >= 16, { within: 20_000 });
  thaw.resolve();
  assert.equal(most, 8);
});
