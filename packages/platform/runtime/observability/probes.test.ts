import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase } from "@souk/database";
import { silentLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { createMetrics } from "./metrics.ts";
import { createProbes, type ProbeOptions, type Probes } from "./probes.ts";

let testing: TestDatabase;

before(async () => {
  testing = await testDatabase();
});

after(() => testing.stop());

function probes(options: Partial<ProbeOptions> = {}): Probes {
  const { database } = testing;
  const metrics = createMetrics(database, () => 3);
  return createProbes({
    database,
    metrics,
    metricsFrom: ["127.0.0.0/8", "::1"],
    trustsProxy: false,
    ...options,
  });
}

async function metricsFor(
  address: string,
  options: Partial<ProbeOptions> = {},
  forwarded = false,
): Promise<boolean> {
  return (await probes(options).metrics({ address, forwarded })) !== null;
}

test("a running process is live, and ready while its database answers", async () => {
  assert.equal(probes().live().status, 200);
  assert.deepEqual(await probes().ready(), {
    status: 200,
    contentType: "application/json; charset=utf-8",
    text: '{"status":"ready"}',
  });
});

test("a process whose database is unavailable is live and not ready", async () => {
  const connection = "postgresql://nobody@127.0.0.1:1/none";
  const database = openDatabase({ connection, log: silentLog });
  const away = probes({ database });
  assert.equal(away.live().status, 200);
  assert.deepEqual(
    [(await away.ready()).status, (await away.ready()).text],
    [503, '{"status":"database_unavailable"}'],
  );
  await database.close();
});

test("a process that is still making its data is live and not ready", async () => {
  const starting = probes();
  const prepared = starting.prepare();
  const { status, text } = await starting.ready();
  assert.deepEqual([status, starting.live().status, starting.isPreparing()], [503, 200, true]);
  assert.equal(text, '{"status":"starting","message":"The server is preparing its data."}');
  prepared();
  assert.deepEqual([(await starting.ready()).status, starting.isPreparing()], [200, false]);
});

test("a process that is stopping is not ready", async () => {
  const leaving = probes();
  leaving.drain();
  assert.deepEqual([(await leaving.ready()).status, leaving.live().status], [503, 200]);
});

test("metrics are for this machine alone unless configured", async () => {
  assert.equal(await metricsFor("127.0.0.1"), true);
  assert.equal(await metricsFor("::1"), true);
  assert.equal(await metricsFor("::ffff:127.0.0.1"), true);
  assert.equal(await metricsFor("192.0.2.7"), false);
  assert.equal(await metricsFor("10.1.2.3", { metricsFrom: ["10.0.0.0/8", "fd00::/8"] }), true);
  assert.equal(await metricsFor("fd12::1", { metricsFrom: ["10.0.0.0/8", "fd00::/8"] }), true);
  assert.equal(await metricsFor("127.0.0.1", { metricsFrom: ["10.0.0.7"] }), false);
});

test("an untrusted proxy on this machine gives no client access to the metrics", async () => {
  assert.equal(await metricsFor("127.0.0.1", {}, true), false);
  assert.equal(await metricsFor("127.0.0.1", { trustsProxy: true }, true), true);
  assert.equal(await metricsFor("192.0.2.7", { trustsProxy: true }, true), false);
});

test("the metrics show requests by operation, attempts by outcome, and the queue's age", async () => {
  const metrics = createMetrics(testing.database, () => 3);
  metrics.httpRequest("products.get", 200, 0.004);
  metrics.webhookAttempt("delivered", 0.02);
  await testing.database.query(
    `insert into event_inbox (store_id, occurred_at, topic, actor_kind, actor_id, request_id)
     values (1, clock_timestamp() - interval '90 s', 'product/update', 'system', 'test', 'req_1')`,
  );
  const text = await metrics.text();
  assert.match(
    text,
    /souk_http_request_duration_seconds_bucket\{le="0.005",operation="products.get",status="200"\} 1/,
  );
  assert.match(text, /souk_webhook_attempt_duration_seconds_count\{outcome="delivered"\} 1/);
  assert.match(text, /souk_event_inbox_oldest_seconds 9\d\./);
  assert.match(text, /souk_lanes_due 0/);
  for (const name of ["souk_lanes_queued", "souk_endpoints_open", "souk_endpoints_recovering"])
    assert.ok(text.includes(`\n${name} 0\n`), name);
  assert.match(text, /souk_processes 3/);
  assert.match(text, /souk_database_connections\{state="open"\} [1-9]/);
  assert.match(text, /souk_database_dead_rows \d/);
});

test("while the database is unavailable the metrics say so and leave out its figures", async () => {
  const database = openDatabase({ connection: "postgresql://nobody@127.0.0.1:1/none", log: silentLog });
  const text = await createMetrics(database, () => 1).text();
  assert.match(text, /souk_metrics_database_failures_total 1/);
  assert.doesNotMatch(text, /^souk_event_inbox_oldest_seconds/m);
  await database.close();
});
