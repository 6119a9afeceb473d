import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createCollectedLog, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { actingAs } from "../../infrastructure/acting-as.ts";
import { listAccountEvents } from "./list-account-events.ts";
import { logSecurityEvents } from "./log-security-events.ts";
import { recordOmittedEventCounts } from "./omitted-events.ts";
import { maxRecorded, recordSecurityEvent } from "./record-security-event.ts";

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
});
after(() => db.stop());

const client = { client_address: "192.0.2.7", user_agent: "Test/1", request_id: "r1" };

async function countEvents(condition: string): Promise<number> {
  const text = `select count(*) as count from security_events where ${condition}`;
  return (await db.database.one<{ count: number }>(text)).count;
}

test("the database rejects every change of recorded security events", async () => {
  await recordSecurityEvent(db.database, { kind: "signed_out", account_id: 1, client });
  for (const statement of [
    "update security_events set kind = 'signed_out'",
    "delete from security_events",
    "truncate security_events",
  ])
    await assert.rejects(db.database.query(statement), /append-only/);
  assert.equal(await countEvents("account_id = 1"), 1);
});

test("a security event of a transaction that is rolled back is neither recorded nor logged", async () => {
  const failedTransaction = db.database.transaction(async (tx) => {
    await recordSecurityEvent(tx, { kind: "password_changed", account_id: 2, client });
    throw new Error("the change failed");
  });
  await assert.rejects(failedTransaction, /the change failed/);
  const log = createCollectedLog();
  await logSecurityEvents(db.database, log);
  assert.equal(await countEvents("account_id = 2"), 0);
  assert.doesNotMatch(JSON.stringify(log.lines), /password_changed/);
});

test("each security event is logged once, in a line with its kind in the field `security_event`", async () => {
  await logSecurityEvents(db.database, createCollectedLog());
  const actor = { kind: "account", id: "3", scopes: new Set<string>() } as const;
  await actingAs(db.database, { actor, ...client }).transaction((tx) =>
    recordSecurityEvent(tx, { kind: "export_requested", store_id: 5, details: { resource: "customers" } }),
  );
  const log = createCollectedLog();
  assert.equal(await logSecurityEvents(db.database, log), 1);
  assert.equal(await logSecurityEvents(db.database, log), 0);
  assert.equal(log.lines.length, 1);
  const { event_id, created_at, ...fields } = (log.lines[0] ?? assert.fail()).fields as Record<
    string,
    unknown
  >;
  assert.ok(Number(event_id) > 0 && created_at instanceof Date);
  assert.deepEqual(fields, {
    security_event: "export_requested",
    account_id: 3,
    store_id: 5,
    partner_id: null,
    app_id: null,
    actor_kind: "account",
    actor_id: "3",
    ...client,
    details: { resource: "customers" },
  });
});

test("at most 20 failed sign-ins an hour are recorded for each account or IP address range, and the rest are only counted", async () => {
  const fail = (account_id: number | null, client_address: string) =>
    recordSecurityEvent(db.database, {
      kind: "sign_in_failed",
      account_id,
      client: { ...client, client_address },
    });
  await Promise.all(Array.from({ length: 50 }, (_, index) => fail(9, `192.0.2.${index}`)));
  await Promise.all(Array.from({ length: 30 }, (_, index) => fail(null, `2001:db8:0:${index + 1}::1`)));
  assert.equal(await countEvents("kind = 'sign_in_failed' and account_id = 9"), maxRecorded.per_source);
  assert.equal(await countEvents("kind = 'sign_in_failed' and account_id is null"), maxRecorded.per_source);
  // Events of another kind have their own limit, so that a flood of one kind does not hide them.
  await recordSecurityEvent(db.database, { kind: "password_check_failed", account_id: 9, client });
  assert.equal(await countEvents("kind = 'password_check_failed' and account_id = 9"), 1);

  assert.equal(await recordOmittedEventCounts(db.database), 0);
  await db.database.query("update security_event_counts set hour = hour - interval '1 hour'");
  await recordOmittedEventCounts(db.database);
  const [omittedEvent] = await listAccountEvents(db.database, 9, { before: null, limit: 1 });
  assert.deepEqual(
    [omittedEvent?.kind, omittedEvent?.details.kind, omittedEvent?.details.count],
    ["events_omitted", "sign_in_failed", 30],
  );
  assert.equal(await countEvents("kind = 'events_omitted'"), 2);
  const { count } = await db.database.one<{ count: number }>(
    "select count(*) as count from security_event_counts",
  );
  assert.equal(count, 0);
});

/** Load the total counts of a kind in this hour. */
async function loadTotals(kind: string): Promise<Record<string, number>> {
  const text = "select key, count from security_event_counts where kind = $1 and key ~ ' (un)?known$'";
  const rows = await db.database.many<{ key: string; count: number }>(text, [kind]);
  return Object.fromEntries(rows.map(({ key, count }) => [key.replace(`${kind} `, ""), count]));
}

test("only recorded security events count toward the hourly maximum of the whole platform", async () => {
  const fail = (address: string, account_id: number | null) =>
    recordSecurityEvent(db.database, {
      kind: "code_reused",
      account_id,
      client: { ...client, client_address: address },
    });
  for (let count = 0; count < maxRecorded.per_source + 10; count++) {
    await fail("192.0.2.1", null);
    await fail("192.0.2.1", 21);
  }
  assert.deepEqual(await loadTotals("code_reused"), {
    known: maxRecorded.per_source,
    unknown: maxRecorded.per_source,
  });
});

test("blocked sign-ins to unknown accounts have an hourly maximum, which does not limit those to known accounts", async () => {
  const fail = (client_address: string, account_id: number | null = null) =>
    recordSecurityEvent(db.database, {
      kind: "sign_in_blocked",
      account_id,
      client: { ...client, client_address },
    });
  await fail("192.0.2.7");
  const text = "update security_event_counts set count = $1 where key = 'sign_in_blocked unknown'";
  await db.database.query(text, [maxRecorded.total]);
  await fail("198.51.100.1");
  await fail("192.0.2.7");
  assert.equal(await countEvents("kind = 'sign_in_blocked'"), 1);
  const rows = await db.database.many("select from security_event_counts where kind = 'sign_in_blocked'");
  assert.equal(rows.length, 2, "only the total and the first IP address have a count");
  await fail("198.51.100.1", 22);
  assert.equal(await countEvents("kind = 'sign_in_blocked' and account_id = 22"), 1);

  await db.database.query("update security_event_counts set hour = hour - interval '1 hour'");
  await recordOmittedEventCounts(db.database);
  const omittedCondition = "kind = 'events_omitted' and details ->> 'kind' = 'sign_in_blocked'";
  const platformCondition = "details -> 'is_whole_platform' = 'true' and details -> 'count' = '2'";
  assert.equal(await countEvents(omittedCondition), 1);
  assert.equal(await countEvents(`${omittedCondition} and ${platformCondition}`), 1);
});

test("an account's security events are listed in pages, the newest first", async () => {
  for (let count = 0; count < 5; count++)
    await recordSecurityEvent(db.database, {
      kind: "signed_out",
      account_id: 11,
      client,
      details: { count },
    });
  const firstPage = await listAccountEvents(db.database, 11, { before: null, limit: 3 });
  const lastEvent = firstPage.at(-1) ?? null;
  const secondPage = await listAccountEvents(db.database, 11, { before: lastEvent, limit: 3 });
  assert.deepEqual(
    [...firstPage, ...secondPage].map(({ details }) => details.count),
    [4, 3, 2, 1, 0],
  );
});
