import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { bumpLaneEpochs, resumeInstallation } from "./installation-lanes.ts";
import { createEngineFixture, type EngineFixture, type Subscribed } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), recordingReceiver()]);
});
afterEach(async () => {
  // Stopping the receiver ends hanging requests.
  await receiver.stop();
  await fixture.stop();
});

/** Build a URL on the receiver with its own origin. */
const buildUrl = (name: string) => `http://${name}.localhost:${receiver.port}/${name}`;
const listRequestsTo = (name: string) => receiver.requests.filter(({ path }) => path === `/${name}`);

test("a process filled with backlogs makes room for other lanes", async () => {
  receiver.answer(({ path }) => (path.startsWith("/slow") ? { status: 200, delay: 500 } : { status: 200 }));
  const slow: Subscribed[] = [];
  for (let n = 0; n < 4; n++)
    slow.push(await fixture.subscribe(await fixture.install(), "product/update", buildUrl(`slow-${n}`)));
  const small = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("small"));
  for (const hook of slow) await fixture.raise([hook], Array(400).fill({ payload: "{}" }));
  const engine = fixture.startEngine({ maxLanes: 4 });
  await eventually(() => engine.metrics().lanes_leased >= 3);
  await fixture.raise([small], [{ payload: "{}" }]);
  engine.wake([small.lane_id]);
  await eventually(() => listRequestsTo("small").length === 1, { within: 12_000 });
});

test("requests of a stopped lane count against its endpoint until they end", async (t) => {
  let underWay = 0;
  let maxUnderWay = 0;
  receiver.answer(() => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay);
    setTimeout(() => underWay--, 3_000);
    return { status: 200, delay: 3_000 };
  });
  const hook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("wide"));
  await fixture.raise([hook], Array(24).fill({ payload: "{}" }));
  let hasStoppedLeasing = false;
  const release = Promise.withResolvers<void>();
  t.after(() => release.resolve());
  const first = fixture.startEngine({
    failpoint: (name) => (name === "engine.before-lease" && hasStoppedLeasing ? release.promise : undefined),
  });
  await eventually(() => listRequestsTo("wide").length === 8);
  hasStoppedLeasing = true;
  await fixture.database.transaction((tx) => bumpLaneEpochs(tx, hook.installation_id));
  first.wake([hook.lane_id]);
  await eventually(() => first.metrics().lanes_leased === 0);
  await fixture.database.transaction((tx) => resumeInstallation(tx, hook.installation_id));
  fixture.startEngine();
  await eventually(() => listRequestsTo("wide").length >= 16, { within: 20_000 });
  release.resolve();
  assert.equal(maxUnderWay, 8);
});
