import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { type ErrorCode, errors, Refusal } from "@souk/contract";
import { openDatabase } from "@souk/database";
import { proofSize, silentLog } from "@souk/testkit";
import type { Store } from "../../routing/call.ts";
import { codeLifetimeMs, sweepCodes } from "./code-store.ts";
import { createTokenReader } from "./index.ts";
import { createToken } from "./opaque-token.ts";
import {
  addApp,
  approvedCode,
  exchange,
  type InstallWorld,
  install,
  installWorld,
  openShop,
  rotateSecret,
  type TestApp,
} from "./testing/install-world.ts";

let world: InstallWorld;
let other: TestApp;
let otherStore: Store;

before(async () => {
  world = await installWorld();
  other = await addApp(world, "Another App");
  otherStore = await openShop(world, world.owner, "second");
});
after(() => world.stop());

beforeEach(async () => {
  const { database } = world;
  await database.query("delete from access_tokens");
  await database.query("delete from authorization_codes");
  await database.query("delete from installations where status <> 'uninstalled'");
  world.reported.length = 0;
});

async function refusedWith(code: ErrorCode, answer: Promise<unknown>): Promise<void> {
  await assert.rejects(answer, (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    assert.equal(error.message, errors[code].message);
    return true;
  });
}

async function count(table: "access_tokens" | "installations"): Promise<number> {
  const { rows } = await world.database.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n ?? -1;
}

test("INS-8 a code is exchanged for a token with the granted scopes", async () => {
  const { access_token, scope } = await exchange(world, await approvedCode(world));
  assert.equal(scope, "read_products,write_products");
  assert.match(access_token, /^souk_at_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$/);
  const read = await createTokenReader(world.database)(access_token);
  assert.ok(read.ok);
  assert.deepEqual([...read.scopes], ["read_products", "write_products"]);
  assert.equal(read.store.handle, "demo");
  assert.equal(read.installation.app_id, world.app.id);
});

test("P39 neither a code nor a token stands in the database as it was shown", async () => {
  const code = await approvedCode(world);
  const { access_token } = await exchange(world, code);
  const { rows } = await world.database.query<{ dump: string }>(
    `select (select string_agg(t::text, ' ') from access_tokens t) || (select string_agg(c::text, ' ') from authorization_codes c) as dump`,
  );
  for (const secret of [code, access_token]) {
    assert.equal(rows[0]?.dump.includes(secret), false);
    assert.equal(rows[0]?.dump.includes(Buffer.from(secret).toString("hex")), false);
  }
});

test("INS-9 a code is good to the end of its fifth minute and answers Redeem timeout after it", async () => {
  const [late, inTime] = [await approvedCode(world), await approvedCode(world)];
  world.clock.advance(codeLifetimeMs);
  await exchange(world, inTime);
  world.clock.advance(1);
  await refusedWith("redeem_timeout", exchange(world, late));
  assert.equal(await count("access_tokens"), 1);
});

test("INS-9 a code that ran out leaves the app not installed", async () => {
  const code = await approvedCode(world);
  world.clock.advance(codeLifetimeMs + 1);
  await refusedWith("redeem_timeout", exchange(world, code));
  assert.equal(await count("installations"), 0);
});

test("INS-10 a code sent again is refused and reported, and the first token keeps working", async () => {
  const code = await approvedCode(world);
  const { access_token } = await exchange(world, code);
  await refusedWith("code_already_redeemed", exchange(world, code));
  assert.equal((await createTokenReader(world.database)(access_token)).ok, true);
  assert.deepEqual(world.reported, [
    {
      security_event: "code_reused",
      app_id: world.app.id,
      store_id: world.store.id,
      request_id: "req_1",
      client_address: "127.0.0.1",
    },
  ]);
});

test("P31 a redeemed code answers as redeemed even when its five minutes are over as well", async () => {
  const code = await approvedCode(world);
  await exchange(world, code);
  world.clock.advance(codeLifetimeMs + 1);
  await refusedWith("code_already_redeemed", exchange(world, code));
});

test("INS-11 P31 whatever is wrong with the client, it learns nothing about the code and leaves it redeemable", async () => {
  const { client_id, client_secret } = world.app;
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
    await approvedCode(world),
    await approvedCode(world),
    await approvedCode(world),
  ];
  await exchange(world, redeemed);
  for (const client of wrong)
    for (const code of [open, redeemed, "unknown"])
      await refusedWith("client_not_granted", exchange(world, code, client));
  assert.equal((await exchange(world, open)).scope, "read_products,write_products");
  world.clock.advance(codeLifetimeMs + 1);
  for (const client of wrong) await refusedWith("client_not_granted", exchange(world, expired, client));
  await refusedWith("redeem_timeout", exchange(world, expired));
});

test("P31 with the right client an unknown, malformed or changed code answers like a wrong client", async () => {
  const code = await approvedCode(world);
  const flipped = `${code.slice(0, 20)}${code[20] === "A" ? "B" : "A"}${code.slice(21)}`;
  const wellMade = createToken("code", world.wiring.random);
  const token = createToken("access_token", world.wiring.random);
  for (const sent of ["", "x", "\0", ` ${code}`, `${code} `, flipped, wellMade, token, code.toLowerCase()])
    await refusedWith("client_not_granted", exchange(world, sent));
  await exchange(world, code);
});

test("API-3 a code of one shop does not exist at the hostname of another", async () => {
  const code = await approvedCode(world);
  await refusedWith("client_not_granted", exchange(world, code, { store: otherStore }));
  await exchange(world, code);
  await refusedWith("client_not_granted", exchange(world, code, { store: otherStore }));
});

test("while a secret rotates both are accepted, and a revoked one is not", async () => {
  const client_secret = await rotateSecret(world);
  await exchange(world, await approvedCode(world), { client_secret });
  await exchange(world, await approvedCode(world));
  world.clock.advance(86_400_000);
  await refusedWith("client_not_granted", exchange(world, await approvedCode(world)));
  await exchange(world, await approvedCode(world), { client_secret });
  world.app.client_secret = client_secret;
});

const codes = proofSize({ ci: 6, full: 1_000 });

test("INS-12 P30 of 64 redemptions of one code at once one gets the token, and all others the same message", async () => {
  const second = openDatabase({ connection: world.connectionString, log: silentLog, maxConnections: 8 });
  try {
    for (let round = 0; round < codes; round++) {
      const code = await approvedCode(world);
      const worlds = Array.from({ length: 64 }, (_, at) =>
        at % 2 === 0 ? world : { ...world, database: second },
      );
      const answers = await Promise.allSettled(worlds.map((each) => exchange(each, code)));
      const refused = answers.filter((answer) => answer.status === "rejected");
      assert.equal(answers.length - refused.length, 1);
      assert.deepEqual(
        new Set(refused.map(({ reason }) => reason.message)),
        new Set(["Code was already redeemed"]),
      );
    }
    assert.equal(await count("access_tokens"), codes);
    assert.equal(await count("installations"), 1);
  } finally {
    await second.close();
  }
});

test("P30 forty codes of one shop redeemed at once make one installation and forty tokens", async () => {
  const codes: string[] = [];
  for (let made = 0; made < 40; made++) codes.push(await approvedCode(world));
  const answers = await Promise.all(codes.map((code) => exchange(world, code)));
  assert.equal(new Set(answers.map(({ access_token }) => access_token)).size, 40);
  assert.equal(await count("installations"), 1);
});

test("an app that asks for more gets a further token; earlier tokens keep their scopes", async () => {
  const read = createTokenReader(world.database);
  const first = await install(world, { scope: "read_products,read_orders" });
  const second = await install(world, { scope: "write_products,read_products" });
  assert.equal(second.installation_id, first.installation_id);
  const [before_, after_] = [await read(first.access_token), await read(second.access_token)];
  assert.ok(before_.ok && after_.ok);
  assert.deepEqual([...before_.scopes], ["read_products", "read_orders"]);
  assert.deepEqual([...after_.scopes], ["write_products", "read_products"]);
  const { rows } = await world.database.query<{ scopes: string[] }>(
    "select scopes from installations where id = $1",
    [first.installation_id],
  );
  assert.deepEqual(rows[0]?.scopes, ["read_orders", "read_products", "write_products"]);
});

test("an app that asks for no scopes is installed with none", async () => {
  const { scope, access_token } = await install(world, { scope: "" });
  assert.equal(scope, "");
  const read = await createTokenReader(world.database)(access_token);
  assert.ok(read.ok && read.scopes.size === 0);
});

test("codes are forgotten a week after they ended, and not before", async () => {
  await approvedCode(world);
  const day = 86_400_000;
  const ended = world.clock.now() + codeLifetimeMs;
  assert.equal(await sweepCodes(world.database, new Date(ended + 7 * day)), 0);
  assert.equal(await sweepCodes(world.database, new Date(ended + 7 * day + 1)), 1);
});
