import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTokenReader } from "./index.ts";
import { createToken, readOpaqueToken } from "./opaque-token.ts";
import { type InstallWorld, install, installWorld } from "./testing/install-world.ts";

let world: InstallWorld;

before(async () => {
  world = await installWorld();
});
after(() => world.stop());

/** The world's database, counting the statements that go to it. */
function counted(): { database: InstallWorld["database"]; count(): number } {
  let statements = 0;
  const { database } = world;
  const query: typeof database.query = (statement, values) => {
    statements++;
    return database.query(statement, values);
  };
  return { database: { ...database, query }, count: () => statements };
}

test("API-1 a token that no one was given is invalid", async () => {
  const read = createTokenReader(world.database);
  const token = createToken("access_token", world.wiring.random);
  assert.deepEqual(await read(token), { ok: false, reason: "token_invalid" });
});

test("what cannot be a token never reaches the database", async () => {
  const { database, count } = counted();
  const read = createTokenReader(database);
  const token = createToken("access_token", world.wiring.random);
  const code = createToken("code", world.wiring.random);
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

test("the tokens of one turn share one query, and each gets its own answer", async () => {
  const first = await install(world, { scope: "read_products" });
  const second = await install(world, { scope: "write_products" });
  const unknown = createToken("access_token", world.wiring.random);
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

test("INS-13 nothing is remembered between two turns: what the database says counts", async () => {
  const { access_token } = await install(world);
  const read = createTokenReader(world.database);
  assert.equal((await read(access_token)).ok, true);
  await world.database.query("delete from access_tokens");
  assert.deepEqual(await read(access_token), { ok: false, reason: "token_invalid" });
});

test("a token is 32 random bytes between its prefix and a checksum", () => {
  const made = Array.from({ length: 200 }, () => createToken("access_token", world.wiring.random));
  assert.equal(new Set(made).size, 200);
  for (const token of made) {
    assert.equal(readOpaqueToken("access_token", token), token);
    assert.equal(readOpaqueToken("code", token), null);
    assert.equal(Buffer.from(token.slice(8, 51), "base64url").length, 32);
  }
});

test("a suspended app or partner closes the token in the same one statement, a suspended store comes with its row", async () => {
  const { access_token } = await install(world, { scope: "read_products" });
  const { database, count } = counted();
  const read = createTokenReader(database);
  const set = (table: string, id: string, on: boolean) =>
    world.database.query(
      `update ${table} set suspended_at = ${on ? "now()" : "null"}, suspended_reason = ${on ? "'why'" : "null"} where id = ${id}`,
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
