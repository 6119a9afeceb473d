import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase } from "@souk/database";
import { createTestDatabase, silentLog, type TestDatabase } from "@souk/testkit";
import { createMetrics } from "./metrics.ts";
import { createProbes, type ProbeOptions, type Probes } from "./probes.ts";

let testDatabase: TestDatabase;

before(async () => {
  testDatabase = await createTestDatabase();
});

after(() => testDatabase.stop());

function createTestProbes(options: Partial<ProbeOptions> = {}): Probes {
  const { database } = testDatabase;
  const metrics = createMetrics(database, () => 3);
  return createProbes({
    database,
    metrics,
    metricsFrom: ["127.0.0.0/8", "::1"],
    metricsToken: null,
    trustsProxy: false,
    ...options,
  });
}

async function canReadMetrics(
  address: string,
  { isForwarded = false, ...options }: Partial<ProbeOptions> & { isForwarded?: boolean } = {},
): Promise<boolean> {
  const probes = createTestProbes(options);
  return (await probes.getMetrics({ address, isForwarded, authorization: undefined })) !== null;
}

test("a running process is live, and is ready while its database responds", async () => {
  assert.equal(createTestProbes().getLiveness().status, 200);
  assert.deepEqual(await createTestProbes().getReadiness(), {
    status: 200,
    contentType: "application/json; charset=utf-8",
    text: '{"status":"ready"}',
  });
});

test("a process whose database is unavailable is live but not ready", async () => {
  const connection = "postgresql://nobody@127.0.0.1:1/none";
  const database = openDatabase({ connection, log: silentLog });
  const probes = createTestProbes({ database });
  assert.equal(probes.getLiveness().status, 200);
  assert.deepEqual(
    [(await probes.getReadiness()).status, (await probes.getReadiness()).text],
    [503, '{"status":"database_unavailable"}'],
  );
  await database.close();
});

test("a process that is still creating its data is live but not ready", async () => {
  const preparingProbes = createTestProbes();
  const finishPreparing = preparingProbes.startPreparing();
  const { status, text } = await preparingProbes.getReadiness();
  assert.deepEqual(
    [status, preparingProbes.getLiveness().status, preparingProbes.isPreparing()],
    [503, 200, true],
  );
  assert.equal(text, '{"status":"starting","message":"The server is preparing its data."}');
  finishPreparing();
  assert.deepEqual(
    [(await preparingProbes.getReadiness()).status, preparingProbes.isPreparing()],
    [200, false],
  );
});

test("a process that is stopping is not ready", async () => {
  const stoppingProbes = createTestProbes();
  stoppingProbes.markStopping();
  assert.deepEqual(
    [(await stoppingProbes.getReadiness()).status, stoppingProbes.getLiveness().status],
    [503, 200],
  );
});

test("only this machine can read the metrics unless other IP addresses are configured", async () => {
  assert.equal(await canReadMetrics("127.0.0.1"), true);
  assert.equal(await canReadMetrics("::1"), true);
  assert.equal(await canReadMetrics("::ffff:127.0.0.1"), true);
  assert.equal(await canReadMetrics("192.0.2.7"), false);
  assert.equal(await canReadMetrics("10.1.2.3", { metricsFrom: ["10.0.0.0/8", "fd00::/8"] }), true);
  assert.equal(await canReadMetrics("fd12::1", { metricsFrom: ["10.0.0.0/8", "fd00::/8"] }), true);
  assert.equal(await canReadMetrics("127.0.0.1", { metricsFrom: ["10.0.0.7"] }), false);
});

test("clients behind an untrusted proxy on this machine cannot read the metrics", async () => {
  assert.equal(await canReadMetrics("127.0.0.1", { isForwarded: true }), false);
  assert.equal(await canReadMetrics("127.0.0.1", { isForwarded: true, trustsProxy: true }), true);
  assert.equal(await canReadMetrics("192.0.2.7", { isForwarded: true, trustsProxy: true }), false);
});

test("a client at any IP address can read the metrics with the configured token", async () => {
  const client = { address: "192.0.2.7", isForwarded: true };
  const read = (probes: Probes, authorization?: string) => probes.getMetrics({ ...client, authorization });
  const probes = createTestProbes({ metricsToken: "a-token-for-metrics" });
  assert.equal((await read(probes, "Bearer a-token-for-metrics"))?.status, 200);
  for (const header of [
    undefined,
    "",
    "Bearer ",
    "Bearer a-token-for-metric",
    "Basic a-token-for-metrics",
    "a-token-for-metrics",
  ])
    assert.equal(await read(probes, header), null, header);
  assert.equal(await read(createTestProbes(), "Bearer null"), null);
});

test("the metrics include requests by operation and webhook attempts by outcome", async () => {
  const metrics = createMetrics(testDatabase.database, () => 3);
  metrics.recordHttpRequest("products.get", 200, 0.004);
  metrics.recordWebhookAttempt("delivered", 0.02);
  await testDatabase.database.query(
    `insert into event_inbox (store_id, occurred_at, topic, actor_kind, actor_id, request_id)
     values (1, clock_timestamp() - interval '90 s', 'product/update', 'system', 'test', 'req_1')`,
  );
  const text = await metrics.render();
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

test("while the database is unavailable, the metrics omit the values that are read from it", async () => {
  const database = openDatabase({ connection: "postgresql://nobody@127.0.0.1:1/none", log: silentLog });
  const text = await createMetrics(database, () => 1).render();
  assert.match(text, /souk_metrics_database_failures_total 1/);
  assert.doesNotMatch(text, /^souk_event_inbox_oldest_seconds/m);
  await database.close();
});
