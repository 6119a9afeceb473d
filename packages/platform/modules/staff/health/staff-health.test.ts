import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, signUpStaff, startTestPlatform } from "@souk/testkit";
import { createStaffFixture, type StaffFixture } from "../testing/staff-fixture.ts";
import type { StaffHealth } from "./staff-health.ts";

let fixture: StaffFixture;

before(async () => {
  fixture = await createStaffFixture();
});
after(() => fixture.stop());

const loadHealth = async () =>
  (await fixture.callAsStaff<{ health: StaffHealth }>("GET", "/health.json")).health;

/** Deliver one event, and create one record for each part of the platform's health that lists records. */
async function createRecords(): Promise<void> {
  const { testPlatform, store, app, receiver } = fixture;
  const { database } = testPlatform;
  await fixture.callAsApp("POST", "/3.0/webhooks.json", {
    topic: "product/update",
    url: `${receiver.url}/hook`,
  });
  const productId = store.variants[0]?.product_id;
  await fixture.callAsApp("PUT", `/3.0/products/${productId}.json`, { title: "Another title" });
  await eventually(async () => (await database.query("select from delivery_attempts")).rowCount > 0);
  await database.query(
    `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, error, due_at)
     values ($1, 'shipping_confirmation', 'mei@kedai.test', '', '', '', '', 'failed',
       '550 5.1.1 <mei@kedai.test>: user unknown', clock_timestamp())`,
    [store.id],
  );
  await database.query(
    "insert into resource_counts (store_id, resource, delta) values ($1, 'file_bytes', 3000), ($1, 'file_bytes', -1000)",
    [store.id],
  );
  await database.query(
    `insert into endpoints (app_id, origin, breaker, failing_since, failures, last_failure, probe_at)
     values ($1, 'https://stopped.test', 'open', clock_timestamp() - interval '2 hours', 9, 'status 503',
       clock_timestamp() + interval '1 minute')`,
    [app.id],
  );
  await database.query(
    `insert into exports (store_id, resource, format, status, error, expires_at)
     values ($1, 'products', 'csv', 'failed', 'The disk was full.', clock_timestamp() + interval '1 day')`,
    [store.id],
  );
}

test("the platform's health shows the current state of each part of the platform", async () => {
  const { store } = fixture;
  await createRecords();
  const health = await loadHealth();
  assert.deepEqual(
    Object.entries(health).filter(([, part]) => part === null),
    [],
  );
  assert.deepEqual(
    health.processes?.live.map(({ role, is_current, souk_version, node_version }) => [
      role,
      is_current,
      souk_version,
      node_version,
    ]),
    [["all", true, "0.0.0-test", process.versions.node]],
  );
  const [endpoint] = health.endpoints?.failing ?? [];
  assert.deepEqual(
    [endpoint?.app.id, endpoint?.origin, endpoint?.last_error, endpoint?.waiting_count, endpoint?.stores],
    [fixture.app.id, "https://stopped.test", "status 503", 0, []],
  );
  assert.equal(health.emails?.smtp, "missing");
  assert.deepEqual(
    health.emails?.failures.map(({ kind, store: failureStore, reason, count }) => [
      kind,
      failureStore?.id,
      reason,
      count,
    ]),
    [["shipping_confirmation", store.id, "550 5.1.1 <…>: user unknown", 1]],
    "the recipient, who is a customer of the store, is not shown",
  );
  assert.deepEqual(
    health.disk?.largest_stores.map(({ id, file_bytes }) => [id, file_bytes]),
    [[store.id, 2000]],
  );
  assert.deepEqual(
    health.jobs?.failed.map(({ kind, store: jobStore, error }) => [kind, jobStore.id, error]),
    [["export", store.id, "The disk was full."]],
  );
  assert.equal(health.deliveries?.periods.length, 10);
  assert.equal(
    health.deliveries.periods.reduce((sum, { delivered }) => sum + delivered, 0),
    1,
  );
  assert.equal(health.deliveries.oldest_unnumbered_event_at, null);
  assert.equal(health.requests?.periods.length, 10);
  assert.ok((health.database?.size_bytes ?? 0) > 1_000_000);
  assert.equal(health.database?.pending_migration_count, 0);
  assert.deepEqual(
    health.problems.map(({ code }) => code),
    ["endpoints_failing", "emails_failed", "jobs_failed"],
  );
});

test("an SMTP server that cannot be reached is the first problem in the platform's health", async () => {
  const testPlatform = await startTestPlatform({
    config: { mail: { smtpUrl: "smtp://127.0.0.1:1", from: "Souk <no-reply@souk.localhost>" } },
  });
  const staff = await signUpStaff(testPlatform);
  const url = `${testPlatform.addresses.adminOrigin}/api/staff/health.json`;
  const { health } = (await staff.browser.call("GET", url)).json<{ health: StaffHealth }>();
  assert.equal(health.emails?.smtp, "unreachable");
  assert.match(health.emails?.smtp_error ?? "", /ECONNREFUSED/);
  assert.equal(health.problems[0]?.code, "smtp_unreachable");
  await testPlatform.stop();
});
