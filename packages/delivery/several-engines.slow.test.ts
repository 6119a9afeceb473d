import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseForRun, eventually, type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import {
  createEngineFixture,
  type EngineFixture,
  type TestInstallation,
  type TestSubscription,
} from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

/** Count the deliveries of an installation by their state. */
async function countStates({ installation_id }: TestInstallation): Promise<Record<string, number>> {
  const rows = await fixture.listDeliveries(installation_id);
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const listRequestsTo = (path: string) => receiver.requests.filter((request) => request.path === path);

test("P6: an engine that was frozen past its lease does not store an outcome when it resumes", async (t) => {
  const path = "/frozen";
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}${path}`);
  fixture.clock.set(new Date());
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);

  const unfreeze = Promise.withResolvers<void>();
  t.after(() => unfreeze.resolve());
  let isFrozen = false;
  const frozenEngine = fixture.startEngine({
    owner: "frozen",
    failpoint: (name) => {
      isFrozen ||= name === "engine.after-send-before-ack";
      return isFrozen ? unfreeze.promise : undefined;
    },
  });
  await eventually(() => isFrozen);

  receiver.respondWith({ status: 500 });
  // The frozen engine's lease of 30 seconds ends.
  fixture.clock.advance(31_000);
  const otherEngine = fixture.startEngine({ owner: "other" });
  await eventually(async () => (await fixture.listDeliveries(hook.installation_id))[0]?.attempts === 1);
  const pendingRow = (await fixture.listDeliveries(hook.installation_id))[0];
  assert.equal(pendingRow?.state, "pending", "the other engine's attempt got a 500");

  unfreeze.resolve();
  await eventually(() => frozenEngine.metrics().results.fenced === 1);
  assert.deepEqual(
    (await fixture.listDeliveries(hook.installation_id))[0],
    pendingRow,
    "the frozen engine's 200 is not stored",
  );
  const attempts = await fixture.database.one<{ n: number }>(
    "select count(*)::int as n from delivery_attempts where delivery_id = $1",
    [pendingRow?.id],
  );
  assert.equal(attempts.n, 1);
  assert.equal(frozenEngine.metrics().lanes_leased, 0, "the frozen engine no longer holds the lane");
  await Promise.all([frozenEngine.stop(), otherEngine.stop()]);
  receiver.respondWith({ status: 200 });
});

/** Build a URL of the receiver. Each name has its own origin, because each endpoint has one sender at a time. */
const buildUrl = (name: string, path: string) => `http://${name}.localhost:${receiver.port}${path}`;

const scale = chooseForRun({ inTests: { engines: 2, batches: 5 }, inProof: { engines: 4, batches: 100 } });

test("P5: several engines send each delivery of 20 lanes exactly once", async () => {
  // Each batch has 10 events for each of the 20 lanes.
  const total = scale.batches * 200;
  const app = await fixture.install();
  const hooks: TestSubscription[] = [];
  for (let lane = 0; lane < 20; lane++)
    hooks.push(
      await fixture.subscribe(app, `topic/${lane}`, buildUrl(`shared-${lane % 8}`, `/shared/${lane}`)),
    );
  const engines = Array.from({ length: scale.engines }, () => fixture.startEngine());
  for (let batch = 0; batch < scale.batches; batch++) {
    await fixture.raiseEvents(hooks, Array(10).fill({ payload: "{}" }));
    for (const engine of engines) engine.wake();
  }
  await eventually(async () => (await countStates(app))["delivered"] === total, { timeoutMs: 300_000 });
  const sharedRequests = receiver.requests.filter(({ path }) => path.startsWith("/shared/"));
  assert.equal(sharedRequests.length, total);
  assert.equal(new Set(sharedRequests.map(({ headers }) => headers["service-webhook-id"])).size, total);
  const counts = engines.map((engine) => engine.metrics().results.delivered);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    total,
  );
  await eventually(async () => {
    const leasedOrDueLanes = await fixture.database.query(
      "select from lanes where owner is not null or wake_at is not null",
    );
    return leasedOrDueLanes.rowCount === 0;
  });
  await Promise.all(engines.map((engine) => engine.stop()));
});

test("an endpoint has at most eight requests in flight, even with a long backlog", async () => {
  let requestsInFlight = 0;
  let maxRequestsInFlight = 0;
  receiver.respondWith(() => {
    maxRequestsInFlight = Math.max(maxRequestsInFlight, ++requestsInFlight);
    setTimeout(() => requestsInFlight--, 100);
    return { status: 200, delay: 100 };
  });
  const app = await fixture.install();
  const hooks = [
    await fixture.subscribe(app, "product/update", `${receiver.url}/wide/1`),
    await fixture.subscribe(app, "product/create", `${receiver.url}/wide/2`),
  ];
  await fixture.raiseEvents(hooks, Array(60).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(async () => (await countStates(app))["delivered"] === 120, { timeoutMs: 60_000 });
  assert.ok(maxRequestsInFlight <= 8, `${maxRequestsInFlight} at once`);
  assert.ok(maxRequestsInFlight >= 6, `only ${maxRequestsInFlight} at once`);
  receiver.respondWith({ status: 200 });
  await engine.stop();
});

test("P4: a stopping engine finishes its requests and then releases all its lanes", async () => {
  const { promise: responseDelay, resolve: respondNow } = Promise.withResolvers<void>();
  receiver.respondWith({ status: 200, delay: responseDelay });
  const [busyApp, waitingApp] = [await fixture.install(), await fixture.install()];
  const slowHook = await fixture.subscribe(busyApp, "product/update", `${receiver.url}/slow`);
  await fixture.raiseEvents([slowHook], Array(20).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/slow").length === 8);
  const engineStopped = engine.stop();
  const laterHook = await fixture.subscribe(waitingApp, "product/update", `${receiver.url}/later`);
  await fixture.raiseEvents([laterHook], [{ payload: "{}" }]);
  engine.wake();
  respondNow();
  await engineStopped;
  assert.equal(listRequestsTo("/slow").length, 8, "no more requests were started");
  assert.deepEqual(await countStates(slowHook), { delivered: 8, pending: 12 });
  assert.deepEqual(await countStates(laterHook), { pending: 1 });
  const leasedLanes = await fixture.database.query("select from lanes where owner is not null");
  assert.equal(leasedLanes.rowCount, 0);

  receiver.respondWith({ status: 200 });
  const nextEngine = fixture.startEngine();
  await eventually(async () => (await countStates(slowHook))["delivered"] === 20);
  const ids = listRequestsTo("/slow").map(({ headers }) => headers["service-webhook-id"]);
  assert.equal(new Set(ids).size, ids.length, "no delivery was sent by both engines");
  await nextEngine.stop();
});

test("a lane of a process that died is leased by another process when the lease ends", async () => {
  fixture.clock.set(new Date());
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/orphan`);
  await fixture.raiseEvents([hook], [{ payload: "{}" }]);
  await fixture.database.query(
    "update lanes set owner = 'gone', epoch = epoch + 1, leased_until = $2 where id = $1",
    [hook.lane_id, new Date((fixture.clock.getTestTime() as Date).getTime() + 30_000)],
  );
  const engine = fixture.startEngine();
  await sleep(400);
  assert.equal(listRequestsTo("/orphan").length, 0);
  fixture.clock.advance(30_001);
  engine.wake();
  await receiver.waitForRequest(({ path }) => path === "/orphan");
  await engine.stop();
});

test("a delivery is sent even if it becomes due earlier than deliveries already read from its lane", async () => {
  receiver.respondWith({ status: 200, delay: 25 });
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/rewound`);
  fixture.clock.set(new Date());
  await fixture.raiseEvents([hook], Array(2_400).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/rewound").length > 100);
  const rewoundDelivery = await fixture.database.maybeOne<{ id: number }>(
    `update deliveries set state = 'pending', due_at = due_at - interval '1 minute'
       where id = (select min(id) from deliveries where lane_id = $1 and state = 'delivered') returning id`,
    [hook.lane_id],
  );
  const requestsAtResend = await eventually(
    () =>
      listRequestsTo("/rewound").filter(
        ({ headers }) => headers["service-webhook-id"] === String(rewoundDelivery?.id),
      ).length === 2 && listRequestsTo("/rewound").length,
    { timeoutMs: 60_000 },
  );
  assert.ok(requestsAtResend < 2_400, "the lane was still busy");
  receiver.respondWith({ status: 200 });
  await engine.stop();
});

// PostgreSQL 18.4 crashes if a statement waits for a row lock and then prunes partitions (docs/decisions/0005-event-delivery.md).
test("acknowledgements of deliveries are all stored, even if they wait for locked lanes", async () => {
  const app = await fixture.install();
  const hooks: TestSubscription[] = [];
  for (let lane = 0; lane < 10; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, `${receiver.url}/waited`));
  await fixture.raiseEvents(hooks, Array(20).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  const updateLanesSql =
    "update lanes set wake_count = wake_count + 1 from (select id from lanes order by id for no key update) l";
  for (let change = 0; change < 20; change++) {
    await fixture.database.transaction(async (tx) => {
      await tx.query(`${updateLanesSql} where lanes.id = l.id`);
      await sleep(10);
    });
  }
  await eventually(async () => (await countStates(app))["delivered"] === 200);
  assert.equal(listRequestsTo("/waited").length, 200);
  await engine.stop();
});
