import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { createEngineFixture, type EngineFixture, type Subscribed } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [fixture, receiver] = await Promise.all([createEngineFixture(), recordingReceiver()]);
});
afterEach(async () => {
  await fixture.stop();
  await receiver.stop();
});

async function states(hook: Subscribed): Promise<Record<string, number>> {
  const rows = await fixture.listDeliveries(hook.installation_id);
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const listRequestsTo = (path: string) => receiver.requests.filter((request) => request.path === path);

test("P6: a worker frozen past its lease changes nothing when it wakes", async (t) => {
  const path = "/frozen";
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}${path}`);
  fixture.clock.set(new Date());
  await fixture.raise([hook], [{ payload: "{}" }]);

  const unfreeze = Promise.withResolvers<void>();
  t.after(() => unfreeze.resolve());
  let isFrozen = false;
  const frozen = fixture.startEngine({
    owner: "frozen",
    failpoint: (name) => {
      isFrozen ||= name === "engine.after-send-before-ack";
      return isFrozen ? unfreeze.promise : undefined;
    },
  });
  await eventually(() => isFrozen);

  receiver.answer({ status: 500 });
  fixture.clock.advance(31_000);
  const other = fixture.startEngine({ owner: "other" });
  await eventually(async () => (await fixture.listDeliveries(hook.installation_id))[0]?.attempts === 1);
  const pending = (await fixture.listDeliveries(hook.installation_id))[0];
  assert.equal(pending?.state, "pending", "the other engine's attempt got a 500");

  unfreeze.resolve();
  await eventually(() => frozen.metrics().results.fenced === 1);
  assert.deepEqual(
    (await fixture.listDeliveries(hook.installation_id))[0],
    pending,
    "the frozen engine's 200 is not stored",
  );
  const attempts = await fixture.database.one<{ n: number }>(
    "select count(*)::int as n from delivery_attempts where delivery_id = $1",
    [pending?.id],
  );
  assert.equal(attempts.n, 1);
  assert.equal(frozen.metrics().lanes_leased, 0, "it no longer holds the lane");
  await Promise.all([frozen.stop(), other.stop()]);
  receiver.answer({ status: 200 });
});

/** Build a URL on the receiver with its own origin, because each endpoint has one sender at a time. */
const buildUrl = (name: string, path: string) => `http://${name}.localhost:${receiver.port}${path}`;

const several = proofSize({ ci: { engines: 2, batches: 5 }, full: { engines: 4, batches: 100 } });

test("P5: several engines send each delivery of 20 lanes exactly once", async () => {
  const total = several.batches * 200;
  const app = await fixture.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 20; lane++)
    hooks.push(
      await fixture.subscribe(app, `topic/${lane}`, buildUrl(`shared-${lane % 8}`, `/shared/${lane}`)),
    );
  const engines = Array.from({ length: several.engines }, () => fixture.startEngine());
  for (let batch = 0; batch < several.batches; batch++) {
    await fixture.raise(hooks, Array(10).fill({ payload: "{}" }));
    for (const engine of engines) engine.wake();
  }
  await eventually(async () => (await states(hooks[0] as Subscribed))["delivered"] === total, {
    within: 300_000,
  });
  const arrived = receiver.requests.filter(({ path }) => path.startsWith("/shared/"));
  assert.equal(arrived.length, total);
  assert.equal(new Set(arrived.map(({ headers }) => headers["service-webhook-id"])).size, total);
  const counts = engines.map((engine) => engine.metrics().results.delivered);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    total,
  );
  await eventually(async () => {
    const leased = await fixture.database.query(
      "select from lanes where owner is not null or wake_at is not null",
    );
    return leased.rowCount === 0;
  });
  await Promise.all(engines.map((engine) => engine.stop()));
});

test("an endpoint has at most eight requests under way, however long its backlog", async () => {
  let underWay = 0;
  let maxUnderWay = 0;
  receiver.answer(() => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay);
    setTimeout(() => underWay--, 100);
    return { status: 200, delay: 100 };
  });
  const app = await fixture.install();
  const hooks = [
    await fixture.subscribe(app, "product/update", `${receiver.url}/wide/1`),
    await fixture.subscribe(app, "product/create", `${receiver.url}/wide/2`),
  ];
  await fixture.raise(hooks, Array(60).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(async () => (await states(hooks[0] as Subscribed))["delivered"] === 120, {
    within: 60_000,
  });
  assert.ok(maxUnderWay <= 8, `${maxUnderWay} at once`);
  assert.ok(maxUnderWay >= 6, `only ${maxUnderWay} at once`);
  receiver.answer({ status: 200 });
  await engine.stop();
});

test("P4: stopping starts no requests, lets current ones end and releases all lanes", async () => {
  const { promise: isStopping, resolve: respondNow } = Promise.withResolvers<void>();
  receiver.answer({ status: 200, delay: isStopping });
  const [busy, waiting] = [await fixture.install(), await fixture.install()];
  const slow = await fixture.subscribe(busy, "product/update", `${receiver.url}/slow`);
  await fixture.raise([slow], Array(20).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/slow").length === 8);
  const stopped = engine.stop();
  const later = await fixture.subscribe(waiting, "product/update", `${receiver.url}/later`);
  await fixture.raise([later], [{ payload: "{}" }]);
  engine.wake();
  respondNow();
  await stopped;
  assert.equal(listRequestsTo("/slow").length, 8, "no more requests were started");
  assert.deepEqual(await states(slow), { delivered: 8, pending: 12 });
  assert.deepEqual(await states(later), { pending: 1 });
  const leased = await fixture.database.query("select from lanes where owner is not null");
  assert.equal(leased.rowCount, 0);

  receiver.answer({ status: 200 });
  const next = fixture.startEngine();
  await eventually(async () => (await states(slow))["delivered"] === 20);
  const ids = listRequestsTo("/slow").map(({ headers }) => headers["service-webhook-id"]);
  assert.equal(new Set(ids).size, ids.length, "no duplicate from the shutdown");
  await next.stop();
});

test("a lane whose holder died silently is leased when its lease ends", async () => {
  fixture.clock.set(new Date());
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/orphan`);
  await fixture.raise([hook], [{ payload: "{}" }]);
  await fixture.database.query(
    "update lanes set owner = 'gone', epoch = epoch + 1, leased_until = $2 where id = $1",
    [hook.lane_id, new Date((fixture.clock.at() as Date).getTime() + 30_000)],
  );
  const engine = fixture.startEngine();
  await sleep(400);
  assert.equal(listRequestsTo("/orphan").length, 0);
  fixture.clock.advance(30_001);
  engine.wake();
  await receiver.received(({ path }) => path === "/orphan");
  await engine.stop();
});

test("a delivery that becomes due behind a leased lane's cursor is found by a sweep", async () => {
  receiver.answer({ status: 200, delay: 25 });
  const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/swept`);
  fixture.clock.set(new Date());
  await fixture.raise([hook], Array(2_400).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  await eventually(() => listRequestsTo("/swept").length > 100);
  const behind = await fixture.database.maybeOne<{ id: number }>(
    `update deliveries set state = 'pending', due_at = due_at - interval '1 minute'
       where id = (select min(id) from deliveries where lane_id = $1 and state = 'delivered') returning id`,
    [hook.lane_id],
  );
  const again = await eventually(
    () =>
      listRequestsTo("/swept").filter(({ headers }) => headers["service-webhook-id"] === String(behind?.id))
        .length === 2 && listRequestsTo("/swept").length,
    { within: 60_000 },
  );
  assert.ok(again < 2_400, "the lane was still busy");
  receiver.answer({ status: 200 });
  await engine.stop();
});

// With PostgreSQL 18.4 this once ended the server (docs/decisions/0005).
test("acknowledgements that wait for locked lanes are all stored", async () => {
  const app = await fixture.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 10; lane++)
    hooks.push(await fixture.subscribe(app, `topic/${lane}`, `${receiver.url}/waited`));
  await fixture.raise(hooks, Array(20).fill({ payload: "{}" }));
  const engine = fixture.startEngine();
  const lockLanes =
    "update lanes set wake_count = wake_count + 1 from (select id from lanes order by id for no key update) l";
  for (let change = 0; change < 20; change++) {
    await fixture.database.transaction(async (tx) => {
      await tx.query(`${lockLanes} where lanes.id = l.id`);
      await sleep(10);
    });
  }
  await eventually(async () => (await states(hooks[0] as Subscribed))["delivered"] === 200);
  assert.equal(listRequestsTo("/waited").length, 200);
  await engine.stop();
});
