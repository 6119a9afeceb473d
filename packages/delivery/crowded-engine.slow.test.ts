import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import { resumeLanesOfInstallation, stopLanesOfInstallation } from "./installation-lanes.ts";
import { createEngineFixture, type EngineFixture, type TestSubscription } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  // Stop the receiver first, because that ends hanging requests.
  await receiver.stop();
  await fixture.stop();
});

/** Build a URL of the receiver, with an origin of its own for each name. */
const buildUrl = (name: string) => `http://${name}.localhost:${receiver.port}/${name}`;
const listRequestsTo = (name: string) => receiver.requests.filter(({ path }) => path === `/${name}`);

test("a process at its lane limit releases lanes that have backlogs, so that other lanes get a turn", async () => {
  receiver.respondWith(({ path }) =>
    path.startsWith("/slow") ? { status: 200, delay: 500 } : { status: 200 },
  );
  const slowHooks: TestSubscription[] = [];
  for (let n = 0; n < 4; n++)
    slowHooks.push(await fixture.subscribe(await fixture.install(), "product/update", buildUrl(`slow-${n}`)));
  const smallHook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("small"));
  // With 8 requests of 500 ms at a time, each backlog takes 100 s, so the small lane cannot just wait for their end.
  for (const hook of slowHooks) await fixture.raiseEvents([hook], Array(1_600).fill({ payload: "{}" }));
  const engine = fixture.startEngine({ maxLanes: 4 });
  await eventually(() => engine.metrics().lanes_leased >= 3);
  await fixture.raiseEvents([smallHook], [{ payload: "{}" }]);
  engine.wake([smallHook.lane_id]);
  await eventually(() => listRequestsTo("small").length === 1, { timeoutMs: 60_000 });
});

test("requests of a stopped lane count toward its endpoint's limit until they end", async (t) => {
  // By default, an endpoint has at most 8 requests in flight.
  let requestsInFlight = 0;
  let maxRequestsInFlight = 0;
  receiver.respondWith(() => {
    maxRequestsInFlight = Math.max(maxRequestsInFlight, ++requestsInFlight);
    setTimeout(() => requestsInFlight--, 3_000);
    return { status: 200, delay: 3_000 };
  });
  const hook = await fixture.subscribe(await fixture.install(), "product/update", buildUrl("wide"));
  await fixture.raiseEvents([hook], Array(24).fill({ payload: "{}" }));
  let isLeasingBlocked = false;
  const allowLeasing = Promise.withResolvers<void>();
  t.after(() => allowLeasing.resolve());
  const firstEngine = fixture.startEngine({
    failpoint: (name) =>
      name === "engine.before-lease" && isLeasingBlocked ? allowLeasing.promise : undefined,
  });
  await eventually(() => listRequestsTo("wide").length === 8);
  isLeasingBlocked = true;
  await fixture.database.transaction((tx) => stopLanesOfInstallation(tx, hook.installation_id));
  firstEngine.wake([hook.lane_id]);
  await eventually(() => firstEngine.metrics().lanes_leased === 0);
  await fixture.database.transaction((tx) => resumeLanesOfInstallation(tx, hook.installation_id));
  fixture.startEngine();
  await eventually(() => listRequestsTo("wide").length >= 16, { timeoutMs: 20_000 });
  allowLeasing.resolve();
  assert.equal(maxRequestsInFlight, 8);
});
