import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { deleteUnverifiedAccounts } from "./delete-unverified-accounts.ts";

const dayMs = 86_400_000;
const now = new Date("2026-11-27T12:00:00Z");

let storage: TestDatabase;

before(async () => {
  storage = await createTestDatabase();
});
after(() => storage.stop());

/** Insert an account that signed up this many days ago. @returns its id */
async function insertAccount(
  email: string,
  days: number,
  { isVerified = false, isStaff = false } = {},
): Promise<number> {
  const createdAt = new Date(now.getTime() - days * dayMs);
  const row = await storage.database.one<{ id: number }>(
    `insert into accounts (email, password_hash, is_staff, created_at, email_verified_at) values ($1, 'x', $2, $3, $4) returning id`,
    [email, isStaff, createdAt, isVerified ? createdAt : null],
  );
  return row.id;
}

/** Insert a partner whose only member is this account. @returns its id */
async function insertPartner(accountId: number): Promise<number> {
  const row = await storage.database.one<{ partner_id: number }>(
    `with partner as (insert into partners (name) values ('Rakan') returning id)
     insert into partner_members (partner_id, account_id) select id, $1 from partner returning partner_id`,
    [accountId],
  );
  return row.partner_id;
}

async function listEmails(): Promise<string[]> {
  const rows = await storage.database.many<{ email: string }>("select email from accounts order by email");
  return rows.map(({ email }) => email);
}

test("an account whose email was not verified in seven days is deleted, unless it is in use", async () => {
  const { database } = storage;
  await insertAccount("forgotten@people.test", 8);
  await insertAccount("recent@people.test", 6);
  await insertAccount("verified@people.test", 8, { isVerified: true });
  await insertAccount("staff@people.test", 8, { isStaff: true });
  const memberAccountId = await insertAccount("member@people.test", 8);
  const partnerAccountId = await insertAccount("partner@people.test", 8);
  await database.query(
    `with store as (insert into stores (handle, name, currency_code, timezone) values ('kedai', 'Kedai', 'MYR', 'UTC') returning id)
     insert into memberships (store_id, account_id, role) select id, $1, 'owner' from store`,
    [memberAccountId],
  );
  const usedPartnerId = await insertPartner(partnerAccountId);
  await database.query(
    "insert into apps (partner_id, handle, client_id, name) values ($1, 'rakan-sync', 'souk_app_1', 'Rakan Sync')",
    [usedPartnerId],
  );
  assert.equal(await deleteUnverifiedAccounts(database, now), 1);
  assert.deepEqual(await listEmails(), [
    "member@people.test",
    "partner@people.test",
    "recent@people.test",
    "staff@people.test",
    "verified@people.test",
  ]);
});

test("an unverified account that is signed in is not deleted before its session ends", async () => {
  const { database } = storage;
  const id = await insertAccount("signed-in@people.test", 30);
  await database.query(
    `insert into sessions (id_hash, account_id, audience, created_at, seen_at, expires_at) values ('\\x01', $1, 'admin', $2, $2, $3)`,
    [id, now, new Date(now.getTime() + dayMs / 2)],
  );
  assert.equal(await deleteUnverifiedAccounts(database, now), 0);
  assert.equal(await deleteUnverifiedAccounts(database, new Date(now.getTime() + dayMs)), 1);
});

test("an unverified account's partner is deleted with it, unless it has an app or another member, or was suspended", async () => {
  const { database } = storage;
  const [unusedId, sharingId, suspendedId] = [
    await insertAccount("unused@people.test", 8),
    await insertAccount("sharing@people.test", 8),
    await insertAccount("suspended@people.test", 8),
  ];
  const unusedPartnerId = await insertPartner(unusedId);
  const sharedPartnerId = await insertPartner(sharingId);
  const suspendedPartnerId = await insertPartner(suspendedId);
  const verifiedId = await insertAccount("colleague@people.test", 8, { isVerified: true });
  await database.query("insert into partner_members (partner_id, account_id) values ($1, $2)", [
    sharedPartnerId,
    verifiedId,
  ]);
  await database.query(
    `insert into staff_actions (at, account_id, action, target_kind, target_id, reason, request_id)
     values (now(), $1, 'suspend', 'partner', $2, 'spam', 'req_1')`,
    [verifiedId, suspendedPartnerId],
  );
  assert.equal(await deleteUnverifiedAccounts(database, now), 1);
  const emails = await listEmails();
  assert.ok(!emails.includes("unused@people.test"));
  assert.ok(emails.includes("sharing@people.test") && emails.includes("suspended@people.test"));
  const partnerIds = [unusedPartnerId, sharedPartnerId, suspendedPartnerId];
  const rows = await database.many<{ id: number }>("select id from partners where id = any($1) order by id", [
    partnerIds,
  ]);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [sharedPartnerId, suspendedPartnerId],
  );
});
