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

async function listEmails(): Promise<string[]> {
  const rows = await storage.database.many<{ email: string }>("select email from accounts order by email");
  return rows.map(({ email }) => email);
}

test("an account whose address was not verified in seven days is deleted, unless it is in use", async () => {
  const { database } = storage;
  await insertAccount("forgotten@people.test", 8);
  await insertAccount("recent@people.test", 6);
  await insertAccount("verified@people.test", 8, { isVerified: true });
  await insertAccount("staff@people.test", 8, { isStaff: true });
  const memberId = await insertAccount("member@people.test", 8);
  const partnerId = await insertAccount("partner@people.test", 8);
  await database.query(
    `with store as (insert into stores (handle, name, currency_code, timezone) values ('kedai', 'Kedai', 'MYR', 'UTC') returning id)
     insert into memberships (store_id, account_id, role) select id, $1, 'owner' from store`,
    [memberId],
  );
  await database.query(
    `with partner as (insert into partners (name) values ('Rakan') returning id)
     insert into partner_members (partner_id, account_id) select id, $1 from partner`,
    [partnerId],
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
