import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { DatabaseUnavailable } from "@souk/database";
import { eventually, type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { lastAttemptAfterMs, retryWaitsMs, retryWindowMs } from "./schedule.ts";
import { type DeliveryRow, type EngineRig, engineRig, type Subscribed } from "./testing/engine-rig.ts";

let rig: EngineRig;
let receiver: RecordingReceiver;
beforeEach(async () => {
  [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
});
afterEach(async () => {
  await rig.stop();
  await receiver.stop();
});

async function only(hook: Subscribed, check: (row: DeliveryRow) => boolean): Promise<DeliveryRow> {
  return eventually(async () => {
    const [row] = await rig.deliveries(hook.installation_id);
    return row !== undefined && check(row) && row;
  });
}

interface AttemptRow {
  number: number;
  status: number | null;
  failure: string | null;
  answer: string | null;
  created_at: Date;
}

async function attemptsOf(deliveryId: number): Promise<AttemptRow[]> {
  const found = await rig.database.query<AttemptRow>(
    "select number, status, failure, answer, created_at from delivery_attempts where delivery_id = $1 order by number",
    [deliveryId],
  );
  return found.rows;
}

test("WHK-7: of all answers exactly 200 is success, and each attempt is kept with what was answered", async () => {
  receiver.answer(({ path }) => {
    if (path === "/reset") return "reset";
    const status = Number(path.slice(1));
    const headers = status === 302 ? { location: `${receiver.url}/200?redirected` } : {};
    return { status, headers, body: `said ${status}` };
  });
  const paths = ["200", "201", "202", "204", "302", "400", "410", "429", "500", "503", "reset"];
  const app = await rig.install();
  const hooks = new Map<string, Subscribed>();
  for (const [index, path] of paths.entries()) {
    const own = index === 0 ? app : await rig.install();
    hooks.set(path, await rig.subscribe(own, "order/create", `${receiver.url}/${path}`));
  }
  for (const hook of hooks.values()) await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  const engine = rig.engine();
  for (const [path, hook] of hooks) {
    const row = await only(hook, ({ attempts }) => attempts === 1);
    assert.equal(row.state, path === "200" ? "delivered" : "pending", path);
    const [attempt] = await attemptsOf(row.id);
    const bodyless = path === "204";
    assert.equal(attempt?.status, path === "reset" ? null : Number(path));
    assert.equal(attempt?.answer, path === "reset" ? null : bodyless ? "" : `said ${path}`);
    assert.equal(attempt?.failure, path === "reset" ? "The connection was closed before an answer." : null);
  }
  assert.ok(receiver.requests.every(({ path }) => !path.includes("redirected")));
  const { results } = engine.metrics();
  assert.deepEqual({ delivered: results.delivered, retried: results.retried }, { delivered: 1, retried: 10 });
  await engine.stop();
});

test("P11: a delivery that never succeeds is tried by the schedule, then expired within 48 hours", async () => {
  receiver.answer({ status: 500 });
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/never`);
  rig.clock.set(new Date());
  await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  const engine = rig.engine();
  const bodies = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    const row = await only(hook, ({ attempts }) => attempts === attempt);
    for (const { body } of receiver.requests) bodies.add(body.toString());
    if (row.state === "expired") break;
    const wait = row.due_at.getTime() - (rig.clock.at()?.getTime() ?? 0);
    const planned = retryWaitsMs[attempt - 1] ?? Number.POSITIVE_INFINITY;
    const last = (row.first_attempt_at?.getTime() ?? 0) + lastAttemptAfterMs;
    const cut = row.due_at.getTime() === last;
    assert.ok(cut || (wait >= planned * 0.8 && wait <= planned * 1.2), `${wait} ms after attempt ${attempt}`);
    rig.clock.advance(wait - 1);
    engine.wake();
    if (attempt === 2) await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal((await attemptsOf(row.id)).length, attempt, "not before it is due");
    rig.clock.advance(1);
    engine.wake();
  }
  const row = await only(hook, () => true);
  assert.ok(row.attempts === 13 || row.attempts === 14, `${row.attempts} attempts`);
  const attempts = await attemptsOf(row.id);
  assert.deepEqual(
    attempts.map(({ number }) => number),
    attempts.map((_, index) => index + 1),
  );
  const span = (attempts.at(-1)?.created_at.getTime() ?? 0) - (attempts[0]?.created_at.getTime() ?? 0);
  assert.ok(span <= retryWindowMs && span > 40 * 3_600_000, `${span} ms`);
  const sent = receiver.requests.filter(({ path }) => path === "/never");
  assert.deepEqual(
    sent.map(({ headers }) => Number(headers["service-attempt"])),
    attempts.map(({ number }) => number),
  );
  // P13: the same bytes, signature and id each time.
  for (const name of ["service-hmac-sha256", "service-webhook-id", "service-event-id", "content-length"])
    assert.equal(new Set(sent.map(({ headers }) => headers[name])).size, 1, name);
  await engine.stop();
});

test("what could not be tried within 48 hours of the first attempt is expired without another", async () => {
  receiver.answer({ status: 500 });
  rig.clock.set(new Date());
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/late`);
  await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  const first = rig.engine();
  await only(hook, ({ attempts }) => attempts === 1);
  await first.stop();
  rig.clock.advance(retryWindowMs + 60_000);
  const second = rig.engine();
  const row = await only(hook, ({ state }) => state === "expired");
  assert.equal(row.attempts, 1);
  await second.stop();
});

test("P11: what was left pending before every process was down for longer than anything is held ends as expired", async () => {
  rig.clock.set(new Date());
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/forgotten`);
  await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  rig.clock.advance(12 * 86_400_000);
  const engine = rig.engine();
  const row = await only(hook, ({ state }) => state !== "pending");
  assert.deepEqual({ state: row.state, attempts: row.attempts }, { state: "expired", attempts: 0 });
  await engine.stop();
});

test("an app whose secret cannot be read is not blamed: no attempt is counted, and it goes on later", async () => {
  receiver.answer({ status: 200 });
  rig.clock.set(new Date());
  let readable = false;
  const engine = rig.engine({
    signingSecretOf: async () => {
      if (!readable) throw new Error("the key is away");
      return "secret";
    },
  });
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/secret`);
  await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  const before = rig.clock.at()?.getTime() ?? 0;
  const row = await only(hook, ({ due_at }) => due_at.getTime() > before);
  assert.deepEqual({ state: row.state, attempts: row.attempts }, { state: "pending", attempts: 0 });
  readable = true;
  rig.clock.advance(60_000);
  await only(hook, ({ state }) => state === "delivered");
  await engine.stop();
});

test("while the database is away for a moment nobody is blamed, and deliveries go on as soon as it is back", async () => {
  rig.clock.set(new Date());
  let isAway = true;
  const engine = rig.engine({
    signingSecretOf: async () => {
      if (isAway) throw new DatabaseUnavailable("away", new Error("gone"));
      return "secret";
    },
  });
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/away`);
  await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  const before = rig.clock.at()?.getTime() ?? 0;
  const row = await only(hook, ({ due_at }) => due_at.getTime() > before);
  assert.deepEqual({ state: row.state, attempts: row.attempts }, { state: "pending", attempts: 0 });
  isAway = false;
  rig.clock.advance(1_000);
  await only(hook, ({ state }) => state === "delivered");
  await engine.stop();
});

test("an app without a secret poisons its delivery, which is nobody else's failure", async () => {
  const engine = rig.engine({ signingSecretOf: async () => null });
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/poison`);
  await rig.raise([hook], [{ payload: '{"order":{"id":1}}' }]);
  const row = await only(hook, ({ state }) => state === "poison");
  assert.equal(row.attempts, 0);
  await engine.stop();
});

test("a delivery whose event has left the log, before it was read or just then, is expired and nobody's fault", async () => {
  const forget = "delete from events where store_id = $1";
  const [early, late] = [await rig.install(), await rig.install()];
  const gone = await rig.subscribe(early, "order/create", `${receiver.url}/gone`);
  const going = await rig.subscribe(late, "order/create", `${receiver.url}/going`);
  await rig.raise([gone], [{ payload: "{}" }]);
  await rig.database.query(forget, [early.store_id]);
  // Too large to be read ahead.
  await rig.raise([going], [{ payload: JSON.stringify({ text: "x".repeat(100_000) }) }]);
  const engine = rig.engine({
    failpoint: async (name) => {
      if (name === "engine.after-read") await rig.database.query(forget, [late.store_id]);
    },
  });
  for (const hook of [gone, going]) {
    const { state, attempts } = await only(hook, (row) => row.state !== "pending");
    assert.deepEqual({ state, attempts }, { state: "expired", attempts: 0 });
  }
  assert.equal(receiver.requests.length, 0);
  await engine.stop();
});

test("an installation without the scope is sent ids, status and times only, signed as they are", async () => {
  receiver.answer({ status: 200 });
  const engine = rig.engine();
  const hook = await rig.subscribe(await rig.install(), "order/create", `${receiver.url}/reduced`);
  await rig.raise(
    [hook],
    [{ payload: '{"order":{"id":1,"status":"open","email":"a@b.my"}}', reduced: true }],
  );
  const { body } = await receiver.received(({ path }) => path === "/reduced");
  assert.equal(body.toString(), '{"order":{"id":1,"status":"open"}}');
  await engine.stop();
});

test("WHK-6: cause and app are named on product/update and inventory topics only", async () => {
  const engine = rig.engine();
  const app = await rig.install();
  const event = { payload: "{}", context: "order/create", trigger_by_app: "penjual" };
  for (const topic of ["product/create", "inventory_level/inventory_quantity_update"])
    await rig.raise([await rig.subscribe(app, topic, `${receiver.url}/${topic}`)], [event]);
  const plain = await receiver.received(({ path }) => path === "/product/create");
  assert.equal(plain.headers["service-webhook-context"], undefined);
  assert.equal(plain.headers["service-webhook-trigger-by-app"], undefined);
  const stock = await receiver.received(({ path }) => path.startsWith("/inventory_level"));
  assert.equal(stock.headers["service-webhook-context"], "order/create");
  assert.equal(stock.headers["service-webhook-trigger-by-app"], "penjual");
  await engine.stop();
});

test("a payload too large to be read ahead arrives whole", async () => {
  const engine = rig.engine();
  const hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}/large`);
  const payload = JSON.stringify({ id: 1, body_html: "茶".repeat(300_000) });
  await rig.raise([hook], [{ payload }]);
  const { body } = await receiver.received(({ path }) => path === "/large");
  assert.ok(body.equals(Buffer.from(payload)));
  await engine.stop();
});
