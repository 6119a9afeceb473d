import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, proofSize, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

async function states(hook: Subscribed): Promise<Record<string, number>> {
  const rows = await rig.deliveries(hook.installation_id);
  const counts: Record<string, number> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const arrivedAt = (path: string) => receiver.requests.filter((request) => request.path === path);

test("P6: what a worker frozen past its lease has to say when it wakes changes nothing", async (t) => {
  const path = "/frozen";
  const hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}${path}`);
  rig.clock.set(new Date());
  await rig.raise([hook], [{ payload: "{}" }]);

  const thaw = Promise.withResolvers<void>();
  t.after(() => thaw.resolve());
  let isFrozen = false;
  const frozen = rig.engine({
    owner: "frozen",
    failpoint: (name) => {
      isFrozen ||= name === "engine.after-send-before-ack";
      return isFrozen ? thaw.promise : undefined;
    },
  });
  await eventually(() => isFrozen);

  receiver.answer({ status: 500 });
  rig.clock.advance(31_000);
  const other = rig.engine({ owner: "other" });
  await eventually(async () => (await rig.deliveries(hook.installation_id))[0]?.attempts === 1);
  const left = (await rig.deliveries(hook.installation_id))[0];
  assert.equal(left?.state, "pending", "the other's attempt was answered 500");

  thaw.resolve();
  await eventually(() => frozen.metrics().results.fenced === 1);
  assert.deepEqual(
    (await rig.deliveries(hook.installation_id))[0],
    left,
    "the frozen one's 200 is not written",
  );
  const attempts = await rig.database.query<{ n: number }>(
    "select count(*)::int as n from delivery_attempts where delivery_id = $1",
    [left?.id],
  );
  assert.equal(attempts.rows[0]?.n, 1);
  assert.equal(frozen.metrics().lanes_leased, 0, "it has let go of the lane");
  await Promise.all([frozen.stop(), other.stop()]);
  receiver.answer({ status: 200 });
});

/** A URL of an origin of its own on the one receiver: each endpoint has one sender at a time. */
const urlAt = (name: string, path: string) => `http://${name}.localhost:${receiver.port}${path}`;

const several = proofSize({ ci: { engines: 2, batches: 5 }, full: { engines: 4, batches: 100 } });

test("P5: several engines deliver each of many deliveries in 20 lanes once", async () => {
  const total = several.batches * 200;
  const app = await rig.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 20; lane++)
    hooks.push(await rig.subscribe(app, `topic/${lane}`, urlAt(`shared-${lane % 8}`, `/shared/${lane}`)));
  const engines = Array.from({ length: several.engines }, () => rig.engine());
  for (let batch = 0; batch < several.batches; batch++) {
    await rig.raise(hooks, Array(10).fill({ payload: "{}" }));
    for (const engine of engines) engine.wake();
  }
  await eventually(async () => (await states(hooks[0] as Subscribed))["delivered"] === total, {
    within: 300_000,
  });
  const arrived = receiver.requests.filter(({ path }) => path.startsWith("/shared/"));
  assert.equal(arrived.length, total);
  assert.equal(new Set(arrived.map(({ headers }) => headers["service-webhook-id"])).size, total);
  const each = engines.map((engine) => engine.metrics().results.delivered);
  assert.equal(
    each.reduce((sum, one) => sum + one, 0),
    total,
  );
  await eventually(async () => {
    const held = await rig.database.query("select from lanes where owner is not null or wake_at is not null");
    return held.rowCount === 0;
  });
  await Promise.all(engines.map((engine) => engine.stop()));
});

test("an endpoint has at most eight requests under way, however long its backlog", async () => {
  let underWay = 0;
  let most = 0;
  receiver.answer(() => {
    most = Math.max(most, ++underWay);
    setTimeout(() => underWay--, 100);
    return { status: 200, delay: 100 };
  });
  const app = await rig.install();
  const hooks = [
    await rig.subscribe(app, "product/update", `${receiver.url}/wide/1`),
    await rig.subscribe(app, "product/create", `${receiver.url}/wide/2`),
  ];
  await rig.raise(hooks, Array(60).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(async () => (await states(hooks[0] as Subscribed))["delivered"] === 120, {
    within: 60_000,
  });
  assert.ok(most <= 8, `${most} at once`);
  assert.ok(most >= 6, `only ${most} at once`);
  receiver.answer({ status: 200 });
  await engine.stop();
});

test("P4: stopping begins nothing more, lets what is under way end, and gives its lanes back at once", async () => {
  const { promise: isStopping, resolve: answerNow } = Promise.withResolvers<void>();
  receiver.answer({ status: 200, delay: isStopping });
  const [busy, waiting] = [await rig.install(), await rig.install()];
  const slow = await rig.subscribe(busy, "product/update", `${receiver.url}/slow`);
  await rig.raise([slow], Array(20).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(() => arrivedAt("/slow").length === 8);
  const stopped = engine.stop();
  const later = await rig.subscribe(waiting, "product/update", `${receiver.url}/later`);
  await rig.raise([later], [{ payload: "{}" }]);
  engine.wake();
  answerNow();
  await stopped;
  assert.equal(arrivedAt("/slow").length, 8, "nothing more was begun");
  assert.deepEqual(await states(slow), { delivered: 8, pending: 12 });
  assert.deepEqual(await states(later), { pending: 1 });
  const held = await rig.database.query("select from lanes where owner is not null");
  assert.equal(held.rowCount, 0);

  receiver.answer({ status: 200 });
  const next = rig.engine();
  await eventually(async () => (await states(slow))["delivered"] === 20);
  const ids = arrivedAt("/slow").map(({ headers }) => headers["service-webhook-id"]);
  assert.equal(new Set(ids).size, ids.length, "no duplicate from the shutdown");
  await next.stop();
});

test("a lane whose holder is gone without a word is taken when its lease ends", async () => {
  rig.clock.set(new Date());
  const hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}/orphan`);
  await rig.raise([hook], [{ payload: "{}" }]);
  await rig.database.query(
    "update lanes set owner = 'gone', epoch = epoch + 1, leased_until = $2 where id = $1",
    [hook.lane_id, new Date((rig.clock.at() as Date).getTime() + 30_000)],
  );
  const engine = rig.engine();
  await sleep(400);
  assert.equal(arrivedAt("/orphan").length, 0);
  rig.clock.advance(30_001);
  engine.wake();
  await receiver.received(({ path }) => path === "/orphan");
  await engine.stop();
});

test("a delivery that becomes due behind the cursor of a leased lane is found by a sweep", async () => {
  receiver.answer({ status: 200, delay: 25 });
  const hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}/swept`);
  rig.clock.set(new Date());
  await rig.raise([hook], Array(2_400).fill({ payload: "{}" }));
  const engine = rig.engine();
  await eventually(() => arrivedAt("/swept").length > 100);
  const [behind] = (
    await rig.database.query<{ id: number }>(
      `update deliveries set state = 'pending', due_at = due_at - interval '1 minute'
       where id = (select min(id) from deliveries where lane_id = $1 and state = 'delivered') returning id`,
      [hook.lane_id],
    )
  ).rows;
  const again = await eventually(
    () =>
      arrivedAt("/swept").filter(({ headers }) => headers["service-webhook-id"] === String(behind?.id))
        .length === 2 && arrivedAt("/swept").length,
    { within: 60_000 },
  );
  assert.ok(again < 2_400, "while the lane was still busy");
  receiver.answer({ status: 200 });
  await engine.stop();
});

// With PostgreSQL 18.4 this once ended the server (docs/decisions/0005).
test("acknowledgements that wait for lanes which others change are all written", async () => {
  const app = await rig.install();
  const hooks: Subscribed[] = [];
  for (let lane = 0; lane < 10; lane++)
    hooks.push(await rig.subscribe(app, `topic/${lane}`, `${receiver.url}/waited`));
  await rig.raise(hooks, Array(20).fill({ payload: "{}" }));
  const engine = rig.engine();
  const others =
    "update lanes set wakes = wakes + 1 from (select id from lanes order by id for no key update) l";
  for (let change = 0; change < 20; change++) {
    await rig.database.transaction(async (tx) => {
      await tx.query(`${others} where lanes.id = l.id`);
      await sleep(10);
    });
  }
  await eventually(async () => (await states(hooks[0] as Subscribed))["delivered"] === 200);
  assert.equal(arrivedAt("/waited").length, 200);
  await engine.stop();
});
