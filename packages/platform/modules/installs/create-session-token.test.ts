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
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let clock: FakeClock;
let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;

before(async () => {
  clock = fakeClock(new Date("2026-11-21T07:00:00.500Z"));
  testing = await testPlatform({ clock });
  receiver = await recordingReceiver();
  store = await seedStore(testing);
  app = await registerApp(testing, receiver.url);
  await installApp(testing, { store, app });
});
after(async () => {
  await receiver.stop();
  await testing.stop();
});

function call(method: string, path: string, target = store): Promise<Answer> {
  return target.owner.browser.call(method, `${target.host_url}/api/console${path}`);
}

async function installed(query: string): Promise<{ id: number; status: string; has_page: boolean }[]> {
  const answer = await call("GET", `/apps.json?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ apps: { id: number; status: string; has_page: boolean }[] }>().apps;
}

async function findInstallationId({ client_id }: SeededApp): Promise<number> {
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

test("INS-15: an app's page gets a signed token for 60 seconds with store, app and person", async () => {
  const id = await findInstallationId(app);
  const { claims, expires_at } = claimsIn(await call("POST", `/apps/${id}/session_token.json`));
  const { jti, sid, ...said } = claims;
  const row = await testing.database.maybeOne<{ id: number }>("select id from accounts where email = $1", [
    store.owner.email,
  ]);
  assert.deepEqual(said, {
    iss: store.host_url,
    dest: store.origin,
    aud: app.client_id,
    sub: String(row?.id),
    iat: Date.parse("2026-11-21T07:00:00Z") / 1000,
    nbf: Date.parse("2026-11-21T07:00:00Z") / 1000,
    exp: Date.parse("2026-11-21T07:01:00Z") / 1000,
  });
  assert.equal(expires_at, "2026-11-21T07:01:00.000Z");
  const { claims: next } = claimsIn(await call("POST", `/apps/${id}/session_token.json`));
  assert.notEqual(next.jti, jti);
  assert.equal(next.sid, sid, "one session");
  assert.ok(!sid.includes((store.owner.browser.cookies(new URL(store.host_url).host) ?? "").slice(-20)));
});

test("no token is issued for a disabled app, one without a page, or another store's", async () => {
  const id = await findInstallationId(app);
  const path = `/apps/${id}/session_token.json`;
  await call("POST", `/apps/${id}/disable.json`);
  assert.equal(readError(await call("POST", path)).code, "conflict");
  await call("POST", `/apps/${id}/enable.json`);
  assert.equal((await call("POST", path)).status, 200);
  const stranger = await seedStore(testing);
  assert.equal(readError(await call("POST", path, stranger)).code, "not_found");
  const url = `${store.host_url}/api/console/custom_apps.json`;
  await store.owner.browser.call("POST", url, { name: "Sheet", scopes: [] });
  const [custom] = await installed("kind=custom");
  assert.equal(custom?.has_page, false);
  assert.equal(readError(await call("POST", `/apps/${custom?.id}/session_token.json`)).code, "conflict");
});

test("the tokens of two apps do not reveal that they belong to the same session", async () => {
  const other = await registerApp(testing, receiver.url);
  await installApp(testing, { store, app: other });
  const sids: unknown[] = [];
  for (const each of [app, other]) {
    const answer = await call("POST", `/apps/${await findInstallationId(each)}/session_token.json`);
    const [, payload = ""] = answer.json<{ session_token: string }>().session_token.split(".");
    sids.push(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")).sid);
  }
  assert.equal(new Set(sids).size, 2);
  const answer = await call("DELETE", `/apps/${await findInstallationId(other)}.json`);
  assert.equal(answer.status, 200, answer.text);
});

test("every member gets a token, also staff; a rotation uses the signing secret", async () => {
  await testing.database.query("update memberships set role = 'staff' where store_id = $1", [store.id]);
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/secrets.json`;
  assert.equal((await app.partner.browser.call("POST", url)).status, 200);
  claimsIn(await call("POST", `/apps/${await findInstallationId(app)}/session_token.json`));
  await testing.database.query("update memberships set role = 'owner' where store_id = $1", [store.id]);
});

test("apps are listed by client id and kind, with the origin of their page and maker", async () => {
  const answer = await call("GET", `/apps.json?client_id=${app.client_id}`);
  const { apps, total_count } = answer.json<{ apps: Record<string, unknown>[]; total_count: number }>();
  assert.equal(total_count, 1);
  const { has_page, app_origin, partner_name } = apps[0] ?? {};
  assert.deepEqual([has_page, app_origin, partner_name], [true, receiver.url, app.partner.email]);
  assert.deepEqual(await installed("client_id=nobody"), []);
  assert.equal((await installed("kind=public")).length, 1);
  assert.equal((await installed("")).length, 2);
});
