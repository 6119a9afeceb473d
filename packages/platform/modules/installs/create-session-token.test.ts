import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { rightNames, scopeNames } from "@souk/contract";
import { verifySessionToken } from "@souk/signing";
import {
  createFakeClock,
  type FakeClock,
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let clock: FakeClock;
let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;

before(async () => {
  clock = createFakeClock(new Date("2026-11-21T07:00:00.500Z"));
  testPlatform = await startTestPlatform({ clock });
  receiver = await startRecordingReceiver();
  store = await seedStore(testPlatform);
  app = await registerApp(testPlatform, receiver.url);
  await installApp(testPlatform, { store, app });
});
after(async () => {
  await receiver.stop();
  await testPlatform.stop();
});

function call(method: string, path: string, calledStore = store): Promise<HttpResponse> {
  return calledStore.owner.browser.call(method, `${calledStore.host_url}/api/console${path}`);
}

interface InstalledApp {
  id: number;
  status: string;
  has_page: boolean;
}

async function listInstalledApps(query: string): Promise<InstalledApp[]> {
  const response = await call("GET", `/apps.json?${query}`);
  assert.equal(response.status, 200, response.text);
  return response.json<{ apps: InstalledApp[] }>().apps;
}

async function findInstallationId({ client_id }: SeededApp): Promise<number> {
  const [installedApp] = await listInstalledApps(`client_id=${client_id}`);
  return installedApp?.id ?? assert.fail("The app is not installed.");
}

function verifyToken(response: HttpResponse) {
  assert.equal(response.status, 200, response.text);
  const { session_token, expires_at } = response.json<{ session_token: string; expires_at: string }>();
  const verdict = verifySessionToken(session_token, {
    secrets: [app.client_secret],
    clientId: app.client_id,
    now: new Date(clock.now()),
    storeDomainSuffix: ".souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return { claims: verdict.claims, expires_at };
}

test("INS-15: a session token lasts 60 s and identifies the store, app and person", async () => {
  const id = await findInstallationId(app);
  const { claims, expires_at } = verifyToken(await call("POST", `/apps/${id}/session_token.json`));
  const { jti, sid, rights, scopes, ...otherClaims } = claims;
  assert.deepEqual([rights, scopes], [rightNames.toSorted(), scopeNames.toSorted()]);
  const account = await testPlatform.database.maybeOne<{ id: number }>(
    "select id from accounts where email = $1",
    [store.owner.email],
  );
  assert.deepEqual(otherClaims, {
    iss: store.host_url,
    dest: store.origin,
    aud: app.client_id,
    sub: String(account?.id),
    iat: Date.parse("2026-11-21T07:00:00Z") / 1000,
    nbf: Date.parse("2026-11-21T07:00:00Z") / 1000,
    exp: Date.parse("2026-11-21T07:01:00Z") / 1000,
    role: "owner",
  });
  assert.equal(expires_at, "2026-11-21T07:01:00.000Z");
  const { claims: nextClaims } = verifyToken(await call("POST", `/apps/${id}/session_token.json`));
  assert.notEqual(nextClaims.jti, jti);
  assert.equal(nextClaims.sid, sid, "the same session");
  assert.ok(
    !sid.includes(
      (store.owner.browser.getCookieHeader(new URL(store.host_url).host)?.split("; ")[0] ?? "").slice(-20),
    ),
    "the session id does not contain the end of the session cookie",
  );
});

test("no session token is created for an app that is disabled or has no page", async () => {
  const id = await findInstallationId(app);
  const path = `/apps/${id}/session_token.json`;
  await call("POST", `/apps/${id}/disable.json`);
  assert.equal(readError(await call("POST", path)).code, "conflict");
  await call("POST", `/apps/${id}/enable.json`);
  assert.equal((await call("POST", path)).status, 200);
  const otherStore = await seedStore(testPlatform);
  assert.equal(readError(await call("POST", path, otherStore)).code, "not_found");
  const url = `${store.host_url}/api/console/custom_apps.json`;
  await store.owner.browser.call("POST", url, { name: "Sheet", scopes: [] });
  const [customApp] = await listInstalledApps("kind=custom");
  assert.equal(customApp?.has_page, false);
  assert.equal(readError(await call("POST", `/apps/${customApp?.id}/session_token.json`)).code, "conflict");
});

test("two apps get different session ids for the same session", async () => {
  const otherApp = await registerApp(testPlatform, receiver.url);
  await installApp(testPlatform, { store, app: otherApp });
  const sids: unknown[] = [];
  for (const tokenApp of [app, otherApp]) {
    const response = await call("POST", `/apps/${await findInstallationId(tokenApp)}/session_token.json`);
    const [, payload = ""] = response.json<{ session_token: string }>().session_token.split(".");
    sids.push(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")).sid);
  }
  assert.equal(new Set(sids).size, 2);
  const response = await call("DELETE", `/apps/${await findInstallationId(otherApp)}.json`);
  assert.equal(response.status, 200, response.text);
});

test("during a secret rotation, a member's session token is signed with the old secret", async () => {
  const installationId = await findInstallationId(app);
  await testPlatform.database.query(
    "update memberships set role = 'packer', installation_ids = $2 where store_id = $1",
    [store.id, [installationId]],
  );
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}/secrets.json`;
  assert.equal((await app.partner.browser.call("POST", url)).status, 200);
  verifyToken(await call("POST", `/apps/${installationId}/session_token.json`));
  await testPlatform.database.query("update memberships set role = 'owner' where store_id = $1", [store.id]);
});

test("the list of installed apps shows each app's URL origin and partner, and can be filtered by client id and kind", async () => {
  const response = await call("GET", `/apps.json?client_id=${app.client_id}`);
  const { apps, total_count } = response.json<{ apps: Record<string, unknown>[]; total_count: number }>();
  assert.equal(total_count, 1);
  const { has_page, app_origin, partner_name } = apps[0] ?? {};
  assert.deepEqual([has_page, app_origin, partner_name], [true, receiver.url, app.partner.email]);
  assert.deepEqual(await listInstalledApps("client_id=nobody"), []);
  assert.equal((await listInstalledApps("kind=public")).length, 1);
  assert.equal((await listInstalledApps("")).length, 2);
});
