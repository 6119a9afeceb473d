import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ApiError, type ErrorCode, errors } from "@souk/contract";
import { openDatabase } from "@souk/database";
import { chooseForRun, silentLog } from "@souk/testkit";
import type { Store } from "../../infrastructure/routing/call.ts";
import { codeLifetimeMs, deleteExpiredCodes } from "./code-store.ts";
import { createTokenReader } from "./index.ts";
import { createToken } from "./opaque-token.ts";
import {
  approveAndGetCode,
  createInstallFixture,
  createTestStore,
  exchange,
  type InstallFixture,
  install,
  registerTestApp,
  rotateSecret,
  type TestApp,
} from "./testing/install-fixture.ts";

const dayMs = 86_400_000;

let fixture: InstallFixture;
let otherApp: TestApp;
let otherStore: Store;

before(async () => {
  fixture = await createInstallFixture();
  otherApp = await registerTestApp(fixture, "Another App");
  otherStore = await createTestStore(fixture, fixture.owner, "second");
});
after(() => fixture.stop());

beforeEach(async () => {
  const { database } = fixture;
  await database.query("delete from access_tokens");
  await database.query("delete from authorization_codes");
  await database.query("delete from installations where status <> 'uninstalled'");
});

async function expectErrorCode(code: ErrorCode, response: Promise<unknown>): Promise<void> {
  await assert.rejects(response, (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, code);
    assert.equal(error.message, errors[code].message);
    return true;
  });
}

async function countRows(table: "access_tokens" | "installations"): Promise<number> {
  const row = await fixture.database.one<{ count: number }>(`select count(*) as count from ${table}`);
  return row.count;
}

test("INS-8 a code is exchanged for a token with the granted scopes", async () => {
  const { access_token, scope } = await exchange(fixture, await approveAndGetCode(fixture));
  assert.equal(scope, "read_products,write_products");
  assert.match(access_token, /^souk_at_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/);
  const token = await createTokenReader(fixture.database)(access_token);
  assert.ok(token.ok);
  assert.deepEqual([...token.scopes], ["read_products", "write_products"]);
  assert.equal(token.store.handle, "demo");
  assert.equal(token.installation.app_id, fixture.app.id);
});

test("P39 neither a code nor a token is stored in plain text", async () => {
  const code = await approveAndGetCode(fixture);
  const { access_token } = await exchange(fixture, code);
  const row = await fixture.database.maybeOne<{ dump: string }>(
    `select (select string_agg(t::text, ' ') from access_tokens t) || (select string_agg(c::text, ' ') from authorization_codes c) as dump`,
  );
  for (const secret of [code, access_token]) {
    assert.equal(row?.dump.includes(secret), false);
    assert.equal(row?.dump.includes(Buffer.from(secret).toString("hex")), false);
  }
});

test("INS-9 a code expires after five minutes with the error redeem_timeout", async () => {
  const [firstCode, secondCode] = [await approveAndGetCode(fixture), await approveAndGetCode(fixture)];
  fixture.clock.advance(codeLifetimeMs);
  await exchange(fixture, firstCode);
  fixture.clock.advance(1);
  await expectErrorCode("redeem_timeout", exchange(fixture, secondCode));
  assert.equal(await countRows("access_tokens"), 1);
});

test("INS-9 exchanging an expired code doesn't install the app", async () => {
  const code = await approveAndGetCode(fixture);
  fixture.clock.advance(codeLifetimeMs + 1);
  await expectErrorCode("redeem_timeout", exchange(fixture, code));
  assert.equal(await countRows("installations"), 0);
});

test("INS-10 a reused code is rejected and recorded, and the token from its first use stays valid", async () => {
  const code = await approveAndGetCode(fixture);
  const { access_token } = await exchange(fixture, code);
  await expectErrorCode("code_already_redeemed", exchange(fixture, code));
  assert.equal((await createTokenReader(fixture.database)(access_token)).ok, true);
  const columns = "kind, app_id, store_id, actor_kind, actor_id, request_id, client_address";
  const text = `select ${columns} from security_events where app_id = $1 order by created_at desc, id desc limit 2`;
  const common = {
    app_id: fixture.app.id,
    store_id: fixture.store.id,
    request_id: "req_1",
    client_address: "127.0.0.1",
  };
  assert.deepEqual(await fixture.database.many(text, [fixture.app.id]), [
    { kind: "code_reused", ...common, actor_kind: "system", actor_id: "" },
    {
      kind: "app_installed",
      ...common,
      client_address: "",
      actor_kind: "account",
      actor_id: String(fixture.owner.account_id),
    },
  ]);
});

test("P31 a redeemed code gets code_already_redeemed even after it has expired", async () => {
  const code = await approveAndGetCode(fixture);
  await exchange(fixture, code);
  fixture.clock.advance(codeLifetimeMs + 1);
  await expectErrorCode("code_already_redeemed", exchange(fixture, code));
});

test("INS-11 P31 a wrong client gets client_not_granted without using up the code", async () => {
  const { client_id, client_secret } = fixture.app;
  const wrongClients = [
    { client_secret: "" },
    { client_secret: `${client_secret}x` },
    { client_secret: client_secret.slice(0, -1) },
    { client_secret: client_secret.toUpperCase() },
    { client_secret: otherApp.client_secret },
    { client_secret: "\0" },
    { client_id: "" },
    { client_id: "unknown" },
    { client_id: `${client_id}\0` },
    { client_id: client_id.toUpperCase() },
    { client_id: otherApp.client_id },
    { client_id: otherApp.client_id, client_secret: otherApp.client_secret },
  ];
  const [validCode, redeemedCode, expiredCode] = [
    await approveAndGetCode(fixture),
    await approveAndGetCode(fixture),
    await approveAndGetCode(fixture),
  ];
  await exchange(fixture, redeemedCode);
  for (const client of wrongClients)
    for (const code of [validCode, redeemedCode, "unknown"])
      await expectErrorCode("client_not_granted", exchange(fixture, code, client));
  assert.equal((await exchange(fixture, validCode)).scope, "read_products,write_products");
  fixture.clock.advance(codeLifetimeMs + 1);
  for (const client of wrongClients)
    await expectErrorCode("client_not_granted", exchange(fixture, expiredCode, client));
  await expectErrorCode("redeem_timeout", exchange(fixture, expiredCode));
});

test("P31 an unknown, malformed or changed code gets client_not_granted", async () => {
  const code = await approveAndGetCode(fixture);
  const changedCode = `${code.slice(0, 20)}${code[20] === "A" ? "B" : "A"}${code.slice(21)}`;
  const unknownCode = createToken("code", fixture.deps.random);
  const token = createToken("access_token", fixture.deps.random);
  for (const wrongCode of [
    ...["", "x", "\0", ` ${code}`, `${code} `, code.toLowerCase()],
    ...[changedCode, unknownCode, token],
  ])
    await expectErrorCode("client_not_granted", exchange(fixture, wrongCode));
  await exchange(fixture, code);
});

test("API-3 a code can't be exchanged at another store's hostname", async () => {
  const code = await approveAndGetCode(fixture);
  await expectErrorCode("client_not_granted", exchange(fixture, code, { store: otherStore }));
  await exchange(fixture, code);
  await expectErrorCode("client_not_granted", exchange(fixture, code, { store: otherStore }));
});

test("both client secrets are accepted during a rotation, and only the new one after it", async () => {
  const client_secret = await rotateSecret(fixture);
  await exchange(fixture, await approveAndGetCode(fixture), { client_secret });
  await exchange(fixture, await approveAndGetCode(fixture));
  fixture.clock.advance(dayMs);
  await expectErrorCode("client_not_granted", exchange(fixture, await approveAndGetCode(fixture)));
  await exchange(fixture, await approveAndGetCode(fixture), { client_secret });
  fixture.app.client_secret = client_secret;
});

const codeCount = chooseForRun({ inTests: 6, inProof: 1_000 });

test("INS-12 P30 exactly one of 64 simultaneous exchanges of a code gets a token", async () => {
  const secondDatabase = openDatabase({
    connection: fixture.connectionString,
    log: silentLog,
    maxConnections: 8,
  });
  try {
    for (let round = 0; round < codeCount; round++) {
      const code = await approveAndGetCode(fixture);
      const fixtures = Array.from({ length: 64 }, (_, index) =>
        index % 2 === 0 ? fixture : { ...fixture, database: secondDatabase },
      );
      const results = await Promise.allSettled(fixtures.map((codeFixture) => exchange(codeFixture, code)));
      const rejected = results.filter((result) => result.status === "rejected");
      assert.equal(results.length - rejected.length, 1);
      assert.deepEqual(
        new Set(rejected.map(({ reason }) => reason.message)),
        new Set(["Code was already redeemed"]),
      );
    }
    assert.equal(await countRows("access_tokens"), codeCount);
    assert.equal(await countRows("installations"), 1);
  } finally {
    await secondDatabase.close();
  }
});

test("P30 exchanging 40 codes of a store at once creates 1 installation and 40 tokens", async () => {
  const codes: string[] = [];
  while (codes.length < 40) codes.push(await approveAndGetCode(fixture));
  const responses = await Promise.all(codes.map((code) => exchange(fixture, code)));
  assert.equal(new Set(responses.map(({ access_token }) => access_token)).size, 40);
  assert.equal(await countRows("installations"), 1);
});

test("a request for more scopes creates a second token and leaves the first unchanged", async () => {
  const readToken = createTokenReader(fixture.database);
  const first = await install(fixture, { scope: "read_products,read_orders" });
  const second = await install(fixture, { scope: "write_products,read_products" });
  assert.equal(second.installation_id, first.installation_id);
  const [firstToken, secondToken] = [
    await readToken(first.access_token),
    await readToken(second.access_token),
  ];
  assert.ok(firstToken.ok && secondToken.ok);
  assert.deepEqual([...firstToken.scopes], ["read_products", "read_orders"]);
  assert.deepEqual([...secondToken.scopes], ["write_products", "read_products"]);
  const row = await fixture.database.maybeOne<{ scopes: string[] }>(
    "select scopes from installations where id = $1",
    [first.installation_id],
  );
  assert.deepEqual(row?.scopes, ["read_orders", "read_products", "write_products"]);
});

test("an app that requests no scopes gets a token without scopes", async () => {
  const { scope, access_token } = await install(fixture, { scope: "" });
  assert.equal(scope, "");
  const token = await createTokenReader(fixture.database)(access_token);
  assert.ok(token.ok && token.scopes.size === 0);
});

test("an authorization code is deleted a week after it expired, not before", async () => {
  await approveAndGetCode(fixture);
  const expiresAt = fixture.clock.now() + codeLifetimeMs;
  assert.equal(await deleteExpiredCodes(fixture.database, new Date(expiresAt + 7 * dayMs)), 0);
  assert.equal(await deleteExpiredCodes(fixture.database, new Date(expiresAt + 7 * dayMs + 1)), 1);
});
