import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRowQueries } from "@souk/database";
import { createTokenReader } from "./index.ts";
import { createToken, readOpaqueToken } from "./opaque-token.ts";
import { createInstallFixture, type InstallFixture, install } from "./testing/install-fixture.ts";

let fixture: InstallFixture;

before(async () => {
  fixture = await createInstallFixture();
});
after(() => fixture.stop());

/** Wrap the fixture's database to count the statements that are sent to it. */
function counted(): { database: InstallFixture["database"]; count(): number } {
  let statements = 0;
  const { database } = fixture;
  const query: typeof database.query = (statement, values) => {
    statements++;
    return database.query(statement, values);
  };
  return { database: { ...database, query, ...createRowQueries(query) }, count: () => statements };
}

test("API-1 an unknown token is invalid", async () => {
  const read = createTokenReader(fixture.database);
  const token = createToken("access_token", fixture.deps.random);
  assert.deepEqual(await read(token), { ok: false, reason: "token_invalid" });
});

test("a text that cannot be a token never reaches the database", async () => {
  const { database, count } = counted();
  const read = createTokenReader(database);
  const token = createToken("access_token", fixture.deps.random);
  const code = createToken("code", fixture.deps.random);
  const flipped = `${token.slice(0, 12)}${token[12] === "A" ? "B" : "A"}${token.slice(13)}`;
  for (const sent of [
    "",
    "x",
    token.slice(1),
    `${token}0`,
    ` ${token}`,
    token.toUpperCase(),
    flipped,
    code,
    "\0",
  ])
    assert.deepEqual(await read(sent), { ok: false, reason: "token_invalid" });
  assert.equal(count(), 0);
});

test("the tokens of one turn share one query, and each gets its own result", async () => {
  const first = await install(fixture, { scope: "read_products" });
  const second = await install(fixture, { scope: "write_products" });
  const unknown = createToken("access_token", fixture.deps.random);
  const { database, count } = counted();
  const read = createTokenReader(database);
  const tokens = [first.access_token, second.access_token, unknown, first.access_token];
  const answers = await Promise.all(tokens.map(read));
  assert.deepEqual(
    answers.map((answer) => (answer.ok ? [...answer.scopes] : answer.reason)),
    [["read_products"], ["write_products"], "token_invalid", ["read_products"]],
  );
  assert.equal(count(), 2, "one for the tokens, one for those that were revoked");
});

test("INS-13 nothing is cached between two turns: the database's state is used", async () => {
  const { access_token } = await install(fixture);
  const read = createTokenReader(fixture.database);
  assert.equal((await read(access_token)).ok, true);
  await fixture.database.query("delete from access_tokens");
  assert.deepEqual(await read(access_token), { ok: false, reason: "token_invalid" });
});

test("a token is 32 random bytes between its prefix and a checksum", () => {
  const made = Array.from({ length: 200 }, () => createToken("access_token", fixture.deps.random));
  assert.equal(new Set(made).size, 200);
  for (const token of made) {
    assert.equal(readOpaqueToken("access_token", token), token);
    assert.equal(readOpaqueToken("code", token), null);
    assert.equal(Buffer.from(token.slice(8, 51), "base64url").length, 32);
  }
});

test("one statement reads the token with the suspension of app, partner and store", async () => {
  const { access_token } = await install(fixture, { scope: "read_products" });
  const { database, count } = counted();
  const read = createTokenReader(database);
  const set = (table: string, id: string, isSuspended: boolean) =>
    fixture.database.query(
      `update ${table} set suspended_at = ${isSuspended ? "now()" : "null"}, suspended_reason = ${isSuspended ? "'why'" : "null"} where id = ${id}`,
    );
  const app = "(select max(app_id) from installations)";
  const partner = `(select partner_id from apps where id = ${app})`;
  for (const [table, id] of [
    ["apps", app],
    ["partners", partner],
  ] as const) {
    await set(table, id, true);
    assert.deepEqual(await read(access_token), { ok: false, reason: "app_suspended" }, table);
    await set(table, id, false);
  }
  await set("stores", "(select max(store_id) from installations)", true);
  const answer = await read(access_token);
  assert.deepEqual(answer.ok && answer.store.suspended_reason, "why");
  await set("stores", "(select max(store_id) from installations)", false);
  assert.equal(count(), 3);
});
