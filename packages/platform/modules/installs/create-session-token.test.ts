import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifySessionToken } from "@souk/signing";
import {
  type Answer,
  type FakeClock,
  fakeClock,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { errorOf } from "../../http/testing/shop-api.ts";

let clock: FakeClock;
let testing: TestPlatform;
let receiver: RecordingReceiver;
let shop: SeededShop;
let app: SeededApp;

before(async () => {
  clock = fakeClock(new Date("2026-11-21T07:00:00.500Z"));
  testing = await testPlatform({ clock });
  receiver = await recordingReceiver();
  shop = await seedShop(testing);
  app = await registerApp(testing, receiver.url);
  await installApp(testing, { shop, app });
});
after(async () => {
  await receiver.stop();
  await testing.stop();
});

function call(method: string, path: string, of = shop): Promise<Answer> {
  return of.owner.browser.call(method, `${of.host_url}/api/console${path}`);
}

async function installed(query: string): Promise<{ id: number; status: string; has_page: boolean }[]> {
  const answer = await call("GET", `/apps.json?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ apps: { id: number; status: string; has_page: boolean }[] }>().apps;
}

async function idOf({ client_id }: SeededApp): Promise<number> {
  return (await installed(`client_id=${client_id}`))[0]?.id ?? assert.fail("is not installed");
}

function claimsIn(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  const { session_token, expires_at } = answer.json<{ session_token: string; expires_at: string }>();
  const verdict = verifySessionToken(session_token, {
    secrets: [app.client_secret],
    clientId: app.client_id,
    now: new Date(clock.now()),
    storeDomainSuffix: ".souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return { claims: verdict.claims, expires_at };
}

test("INS-15: an app's page gets a token for 60 seconds that says which shop, app and person, signed with its secret", async () => {
  const id = await idOf(app);
  const { claims, expires_at } = claimsIn(await call("POST", `/apps/${id}/session_token.json`));
  const { jti, sid, ...said } = claims;
  const { rows } = await testing.database.query<{ id: number }>("select id from accounts where email = $1", [
    shop.owner.email,
  ]);
  assert.deepEqual(said, {
    iss: shop.host_url,
    dest: shop.origin,
    aud: app.client_id,
    sub: String(rows[0]?.id),
    iat: Date.parse("2026-11-21T07:00:00Z") / 1000,
    nbf: Date.parse("2026-11-21T07:00:00Z") / 1000,
    exp: Date.parse("2026-11-21T07:01:00Z") / 1000,
  });
  assert.equal(expires_at, "2026-11-21T07:01:00.000Z");
  const { claims: next } = claimsIn(await call("POST", `/apps/${id}/session_token.json`));
  assert.notEqual(next.jti, jti);
  assert.equal(next.sid, sid, "one session");
  assert.ok(!sid.includes((shop.owner.browser.cookies(new URL(shop.host_url).host) ?? "").slice(-20)));
});

test("the token is refused while the app is disabled, for an app without a page, and for another shop's", async () => {
  const id = await idOf(app);
  const path = `/apps/${id}/session_token.json`;
  await call("POST", `/apps/${id}/disable.json`);
  assert.equal(errorOf(await call("POST", path)).code, "conflict");
  await call("POST", `/apps/${id}/enable.json`);
  assert.equal((await call("POST", path)).status, 200);
  const stranger = await seedShop(testing);
  assert.equal(errorOf(await call("POST", path, stranger)).code, "not_found");
  const url = `${shop.host_url}/api/console/custom_apps.json`;
  await shop.owner.browser.call("POST", url, { name: "Sheet", scopes: [] });
  const [custom] = await installed("kind=custom");
  assert.equal(custom?.has_page, false);
  assert.equal(errorOf(await call("POST", `/apps/${custom?.id}/session_token.json`)).code, "conflict");
});

test("two apps cannot learn from their tokens that they see the same session", async () => {
  const other = await registerApp(testing, receiver.url);
  await installApp(testing, { shop, app: other });
  const sids: unknown[] = [];
  for (const each of [app, other]) {
    const answer = await call("POST", `/apps/${await idOf(each)}/session_token.json`);
    const [, payload = ""] = answer.json<{ session_token: string }>().session_token.split(".");
    sids.push(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")).sid);
  }
  assert.equal(new Set(sids).size, 2);
  const answer = await call("DELETE", `/apps/${await idOf(other)}.json`);
  assert.equal(answer.status, 200, answer.text);
});

test("every member gets one, staff too, and while the secret is rotated it is signed with the one that signs", async () => {
  await testing.database.query("update memberships set role = 'staff' where store_id = $1", [shop.id]);
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/secrets.json`;
  assert.equal((await app.partner.browser.call("POST", url)).status, 200);
  claimsIn(await call("POST", `/apps/${await idOf(app)}/session_token.json`));
  await testing.database.query("update memberships set role = 'owner' where store_id = $1", [shop.id]);
});

test("apps are listed by client id and kind, with where their page comes from and who makes them", async () => {
  const answer = await call("GET", `/apps.json?client_id=${app.client_id}`);
  const { apps, total_count } = answer.json<{ apps: Record<string, unknown>[]; total_count: number }>();
  assert.equal(total_count, 1);
  const { has_page, app_origin, partner_name } = apps[0] ?? {};
  assert.deepEqual([has_page, app_origin, partner_name], [true, receiver.url, app.partner.email]);
  assert.deepEqual(await installed("client_id=nobody"), []);
  assert.equal((await installed("kind=public")).length, 1);
  assert.equal((await installed("")).length, 2);
});
