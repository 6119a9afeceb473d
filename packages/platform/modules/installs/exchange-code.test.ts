import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ApiError, type ErrorCode, errors } from "@souk/contract";
import { openDatabase } from "@souk/database";
import { proofSize, silentLog } from "@souk/testkit";
import type { Store } from "../../infrastructure/routing/call.ts";
import { codeLifetimeMs, sweepCodes } from "./code-store.ts";
import { createTokenReader } from "./index.ts";
import { createToken } from "./opaque-token.ts";
import {
  addApp,
  approvedCode,
  createInstallFixture,
  createTestStore,
  exchange,
  type InstallFixture,
  install,
  rotateSecret,
  type TestApp,
} from "./testing/install-fixture.ts";

let fixture: InstallFixture;
let other: TestApp;
let otherStore: Store;

before(async () => {
  fixture = await createInstallFixture();
  other = await addApp(fixture, "Another App");
  otherStore = await createTestStore(fixture, fixture.owner, "second");
});
after(() => fixture.stop());

beforeEach(async () => {
  const { database } = fixture;
  await database.query("delete from access_tokens");
  await database.query("delete from authorization_codes");
  await database.query("delete from installations where status <> 'uninstalled'");
  fixture.reported.length = 0;
});

async function expectErrorCode(code: ErrorCode, answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer, (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, code);
    assert.equal(error.message, errors[code].message);
    return true;
  });
}

async function count(table: "access_tokens" | "installations"): Promise<number> {
  const row = await fixture.database.one<{ n: number }>(`select count(*) as n from ${table}`);
  return row.n ?? -1;
}

test("INS-8 a code is exchanged for a token with the granted scopes", async () => {
  const { access_token, scope } = await exchange(fixture, await approvedCode(fixture));
  assert.equal(scope, "read_products,write_products");
  assert.match(access_token, /^souk_at_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/);
  const read = await createTokenReader(fixture.database)(access_token);
  assert.ok(read.ok);
  assert.deepEqual([...read.scopes], ["read_products", "write_products"]);
  assert.equal(read.store.handle, "demo");
  assert.equal(read.installation.app_id, fixture.app.id);
});

test("P39 neither a code nor a token is stored in plain text", async () => {
  const code = await approvedCode(fixture);
  const { access_token } = await exchange(fixture, code);
  const row = await fixture.database.maybeOne<{ dump: string }>(
    `select (select string_agg(t::text, ' ') from access_tokens t) || (select string_agg(c::text, ' ') from authorization_codes c) as dump`,
  );
  for (const secret of [code, access_token]) {
    assert.equal(row?.dump.includes(secret), false);
    assert.equal(row?.dump.includes(Buffer.from(secret).toString("hex")), false);
  }
});

test("INS-9 a code is valid for five minutes and gets Redeem timeout after that", async () => {
  const [late, inTime] = [await approvedCode(fixture), await approvedCode(fixture)];
  fixture.clock.advance(codeLifetimeMs);
  await exchange(fixture, inTime);
  fixture.clock.advance(1);
  await expectErrorCode("redeem_timeout", exchange(fixture, late));
  assert.equal(await count("access_tokens"), 1);
});

test("INS-9 an expired code leaves the app not installed", async () => {
  const code = await approvedCode(fixture);
  fixture.clock.advance(codeLifetimeMs + 1);
  await expectErrorCode("redeem_timeout", exchange(fixture, code));
  assert.equal(await count("installations"), 0);
});

test("INS-10 a reused code is rejected and reported, and the first token keeps working", async () => {
  const code = await approvedCode(fixture);
  const { access_token } = await exchange(fixture, code);
  await expectErrorCode("code_already_redeemed", exchange(fixture, code));
  assert.equal((await createTokenReader(fixture.database)(access_token)).ok, true);
  assert.deepEqual(fixture.reported, [
    {
      security_event: "code_reused",
      app_id: fixture.app.id,
      store_id: fixture.store.id,
      request_id: "req_1",
      client_address: "127.0.0.1",
    },
  ]);
});

test("P31 a redeemed code gets the error for redeemed codes even after five minutes", async () => {
  const code = await approvedCode(fixture);
  await exchange(fixture, code);
  fixture.clock.advance(codeLifetimeMs + 1);
  await expectErrorCode("code_already_redeemed", exchange(fixture, code));
});

test("INS-11 P31 a wrong client learns nothing about a code and leaves it redeemable", async () => {
  const { client_id, client_secret } = fixture.app;
  const wrong = [
    { client_secret: "" },
    { client_secret: `${client_secret}x` },
    { client_secret: client_secret.slice(0, -1) },
    { client_secret: client_secret.toUpperCase() },
    { client_secret: other.client_secret },
    { client_secret: "\0" },
    { client_id: "" },
    { client_id: "unknown" },
    { client_id: `${client_id}\0` },
    { client_id: client_id.toUpperCase() },
    { client_id: other.client_id },
    { client_id: other.client_id, client_secret: other.client_secret },
  ];
  const [open, redeemed, expired] = [
    await approvedCode(fixture),
    await approvedCode(fixture),
    await approvedCode(fixture),
  ];
  await exchange(fixture, redeemed);
  for (const client of wrong)
    for (const code of [open, redeemed, "unknown"])
      await expectErrorCode("client_not_granted", exchange(fixture, code, client));
  assert.equal((await exchange(fixture, open)).scope, "read_products,write_products");
  fixture.clock.advance(codeLifetimeMs + 1);
  for (const client of wrong) await expectErrorCode("client_not_granted", exchange(fixture, expired, client));
  await expectErrorCode("redeem_timeout", exchange(fixture, expired));
});

test("P31 an unknown, malformed or changed code gets the error of a wrong client", async () => {
  const code = await approvedCode(fixture);
  const flipped = `${code.slice(0, 20)}${code[20] === "A" ? "B" : "A"}${code.slice(21)}`;
  const wellMade = createToken("code", fixture.deps.random);
  const token = createToken("access_token", fixture.deps.random);
  for (const sent of ["", "x", "\0", ` ${code}`, `${code} `, flipped, wellMade, token, code.toLowerCase()])
    await expectErrorCode("client_not_granted", exchange(fixture, sent));
  await exchange(fixture, code);
});

test("API-3 a code of one store does not exist at the hostname of another", async () => {
  const code = await approvedCode(fixture);
  await expectErrorCode("client_not_granted", exchange(fixture, code, { store: otherStore }));
  await exchange(fixture, code);
  await expectErrorCode("client_not_granted", exchange(fixture, code, { store: otherStore }));
});

test("during a rotation both secrets are accepted, and a revoked one is not", async () => {
  const client_secret = await rotateSecret(fixture);
  await exchange(fixture, await approvedCode(fixture), { client_secret });
  await exchange(fixture, await approvedCode(fixture));
  fixture.clock.advance(86_400_000);
  await expectErrorCode("client_not_granted", exchange(fixture, await approvedCode(fixture)));
  await exchange(fixture, await approvedCode(fixture), { client_secret });
  fixture.app.client_secret = client_secret;
});

const codes = proofSize({ ci: 6, full: 1_000 });

test("INS-12 P30 of 64 simultaneous redemptions of one code exactly one gets the token", async () => {
  const second = openDatabase({ connection: fixture.connectionString, log: silentLog, maxConnections: 8 });
  try {
    for (let round = 0; round < codes; round++) {
      const code = await approvedCode(fixture);
      const fixtures = Array.from({ length: 64 }, (_, index) =>
        index % 2 === 0 ? fixture : { ...fixture, database: second },
      );
      const answers = await Promise.allSettled(fixtures.map((each) => exchange(each, code)));
      const rejected = answers.filter((answer) => answer.status === "rejected");
      assert.equal(answers.length - rejected.length, 1);
      assert.deepEqual(
        new Set(rejected.map(({ reason }) => reason.message)),
        new Set(["Code was already redeemed"]),
      );
    }
    assert.equal(await count("access_tokens"), codes);
    assert.equal(await count("installations"), 1);
  } finally {
    await second.close();
  }
});

test("P30 forty codes of one store redeemed at once create one installation, forty tokens", async () => {
  const codes: string[] = [];
  for (let made = 0; made < 40; made++) codes.push(await approvedCode(fixture));
  const answers = await Promise.all(codes.map((code) => exchange(fixture, code)));
  assert.equal(new Set(answers.map(({ access_token }) => access_token)).size, 40);
  assert.equal(await count("installations"), 1);
});

test("an app that requests more gets another token; earlier tokens keep their scopes", async () => {
  const read = createTokenReader(fixture.database);
  const first = await install(fixture, { scope: "read_products,read_orders" });
  const second = await install(fixture, { scope: "write_products,read_products" });
  assert.equal(second.installation_id, first.installation_id);
  const [before_, after_] = [await read(first.access_token), await read(second.access_token)];
  assert.ok(before_.ok && after_.ok);
  assert.deepEqual([...before_.scopes], ["read_products", "read_orders"]);
  assert.deepEqual([...after_.scopes], ["write_products", "read_products"]);
  const row = await fixture.database.maybeOne<{ scopes: string[] }>(
    "select scopes from installations where id = $1",
    [first.installation_id],
  );
  assert.deepEqual(row?.scopes, ["read_orders", "read_products", "write_products"]);
});

test("an app that requests no scopes is installed without any", async () => {
  const { scope, access_token } = await install(fixture, { scope: "" });
  assert.equal(scope, "");
  const read = await createTokenReader(fixture.database)(access_token);
  assert.ok(read.ok && read.scopes.size === 0);
});

test("codes are deleted a week after they expired, and not before", async () => {
  await approvedCode(fixture);
  const day = 86_400_000;
  const ended = fixture.clock.now() + codeLifetimeMs;
  assert.equal(await sweepCodes(fixture.database, new Date(ended + 7 * day)), 0);
  assert.equal(await sweepCodes(fixture.database, new Date(ended + 7 * day + 1)), 1);
});
