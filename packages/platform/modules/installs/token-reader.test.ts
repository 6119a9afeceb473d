import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRowQueries } from "@souk/database";
import { createTokenReader } from "./index.ts";
import { createToken, parseOpaqueToken } from "./opaque-token.ts";
import { createInstallFixture, type InstallFixture, install } from "./testing/install-fixture.ts";

let fixture: InstallFixture;

before(async () => {
  fixture = await createInstallFixture();
});
after(() => fixture.stop());

/** Create a wrapper of the fixture's database that counts the statements. */
function createCountingDatabase(): { database: InstallFixture["database"]; getCount(): number } {
  let statementCount = 0;
  const { database } = fixture;
  const query: typeof database.query = (statement, values) => {
    statementCount++;
    return database.query(statement, values);
  };
  return { database: { ...database, query, ...createRowQueries(query) }, getCount: () => statementCount };
}

test("API-1 an unknown access token gets token_invalid", async () => {
  const readToken = createTokenReader(fixture.database);
  const token = createToken("access_token", fixture.deps.random);
  assert.deepEqual(await readToken(token), { ok: false, reason: "token_invalid" });
});

test("a malformed access token is rejected without a database query", async () => {
  const { database, getCount } = createCountingDatabase();
  const readToken = createTokenReader(database);
  const token = createToken("access_token", fixture.deps.random);
  const code = createToken("code", fixture.deps.random);
  const changedToken = `${token.slice(0, 12)}${token[12] === "A" ? "B" : "A"}${token.slice(13)}`;
  for (const text of [
    "",
    "x",
    token.slice(1),
    `${token}0`,
    ` ${token}`,
    token.toUpperCase(),
    changedToken,
    code,
    "\0",
  ])
    assert.deepEqual(await readToken(text), { ok: false, reason: "token_invalid" });
  assert.equal(getCount(), 0);
});

test("access tokens read in one event-loop turn share a query and get separate results", async () => {
  const first = await install(fixture, { scope: "read_products" });
  const second = await install(fixture, { scope: "write_products" });
  const unknownToken = createToken("access_token", fixture.deps.random);
  // The first read of a token also records its use. Both tokens are therefore read once before statements are counted.
  const readFirst = createTokenReader(fixture.database);
  await Promise.all([first, second].map(({ access_token }) => readFirst(access_token)));
  const { database, getCount } = createCountingDatabase();
  const readToken = createTokenReader(database);
  const tokens = [first.access_token, second.access_token, unknownToken, first.access_token];
  const results = await Promise.all(tokens.map(readToken));
  assert.deepEqual(
    results.map((result) => (result.ok ? [...result.scopes] : result.reason)),
    [["read_products"], ["write_products"], "token_invalid", ["read_products"]],
  );
  assert.equal(getCount(), 2, "one query of tokens, one of revoked tokens");
});

test("INS-13 access tokens are not cached, so a deleted token is rejected at once", async () => {
  const { access_token } = await install(fixture);
  const readToken = createTokenReader(fixture.database);
  assert.equal((await readToken(access_token)).ok, true);
  await fixture.database.query("delete from access_tokens");
  assert.deepEqual(await readToken(access_token), { ok: false, reason: "token_invalid" });
});

test("an access token is 32 random bytes between a prefix and a checksum", () => {
  const tokens = Array.from({ length: 200 }, () => createToken("access_token", fixture.deps.random));
  assert.equal(new Set(tokens).size, 200);
  for (const token of tokens) {
    assert.equal(parseOpaqueToken("access_token", token), token);
    assert.equal(parseOpaqueToken("code", token), null);
    const randomPart = token.slice("souk_at_".length, -"_12345678".length);
    assert.equal(Buffer.from(randomPart, "base64url").length, 32);
  }
});

test("one query reads an access token and whether its app, partner or store is suspended", async () => {
  const { access_token } = await install(fixture, { scope: "read_products" });
  const { database, getCount } = createCountingDatabase();
  const readToken = createTokenReader(database);
  const setSuspended = (table: string, idSql: string, isSuspended: boolean) =>
    fixture.database.query(
      `update ${table} set suspended_at = ${isSuspended ? "now()" : "null"}, suspended_reason = ${isSuspended ? "'why'" : "null"} where id = ${idSql}`,
    );
  const appIdSql = "(select max(app_id) from installations)";
  const partnerIdSql = `(select partner_id from apps where id = ${appIdSql})`;
  for (const [table, idSql] of [
    ["apps", appIdSql],
    ["partners", partnerIdSql],
  ] as const) {
    await setSuspended(table, idSql, true);
    assert.deepEqual(await readToken(access_token), { ok: false, reason: "app_suspended" }, table);
    await setSuspended(table, idSql, false);
  }
  await setSuspended("stores", "(select max(store_id) from installations)", true);
  const result = await readToken(access_token);
  assert.deepEqual(result.ok && result.store.suspended_reason, "why");
  await setSuspended("stores", "(select max(store_id) from installations)", false);
  assert.equal(getCount(), 4, "one query for each read, and one statement that records the use");
});

async function loadLastUse(): Promise<Date | null> {
  const row = await fixture.database.one<{ last_used_at: Date | null }>(
    "select max(last_used_at) as last_used_at from access_tokens",
  );
  return row.last_used_at;
}

test("the last use of an access token is recorded at most once an hour", async () => {
  await fixture.database.query("delete from access_tokens");
  const { access_token } = await install(fixture);
  assert.equal(await loadLastUse(), null);
  const { database, getCount } = createCountingDatabase();
  const readToken = createTokenReader(database);
  await Promise.all(Array.from({ length: 8 }, () => readToken(access_token)));
  assert.equal(getCount(), 2, "one query of the token, one statement that records its use");
  const firstUse = await loadLastUse();
  assert.ok(firstUse !== null);
  await readToken(access_token);
  assert.equal(getCount(), 3);
  assert.deepEqual(await loadLastUse(), firstUse);
  await database.query("update access_tokens set last_used_at = last_used_at - interval '61 minutes'");
  await readToken(access_token);
  assert.ok(((await loadLastUse()) ?? new Date(0)) >= firstUse);
});
