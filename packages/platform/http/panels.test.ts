import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededShop,
  seedShop,
  signUp,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

let testing: TestPlatform;
let shop: SeededShop;

before(async () => {
  testing = await testPlatform();
  shop = await seedShop(testing);
});
after(() => testing.stop());

const policyOf = (headers: Record<string, unknown>): string => String(headers["content-security-policy"]);

test("a panel's document carries its visitor's data and a nonce that is new each time", async () => {
  const answer = await shop.owner.browser.open(shop.host_url);
  assert.equal(answer.status, 200);
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policyOf(answer.headers)) ?? [];
  assert.ok(answer.text.includes(`nonce="${nonce}"`) && !answer.text.includes("__SOUK_NONCE__"));
  const [, block = ""] =
    /<script type="application\/json" id="panel">(.*?)<\/script>/.exec(answer.text) ?? [];
  const data = JSON.parse(block) as {
    store: { handle: string; role: string };
    session: { csrf_token: string };
  };
  assert.deepEqual([data.store.handle, data.store.role], [shop.handle, "owner"]);
  const again = await shop.owner.browser.open(shop.host_url);
  assert.ok(!policyOf(again.headers).includes(nonce));
});

test("no text of a shop can close the data block", async () => {
  const name = "</script><script>alert(1)</script>";
  await testing.database.query("update stores set name = $2 where id = $1", [shop.id, name]);
  const { text } = await shop.owner.browser.open(shop.host_url);
  assert.ok(!text.includes(name) && text.includes("\\u003c/script>"));
});

test("a panel is framed by nobody, runs no script but ours and frames nothing", async () => {
  const policy = policyOf((await shop.owner.browser.open(shop.host_url)).headers);
  for (const rule of ["frame-ancestors 'none'", "frame-src 'none'", "'strict-dynamic'", "default-src 'none'"])
    assert.ok(policy.includes(rule), rule);
  assert.doesNotMatch(policy, /unsafe/);
});

test("INS-15 the page of an embedded app may frame the origin of that app alone", async () => {
  const app = await registerApp(testing, "http://localhost:4999");
  await installApp(testing, { shop, app });
  const answer = await shop.owner.browser.open(`${shop.host_url}/apps/installed/${app.client_id}`);
  assert.equal(answer.status, 200);
  assert.ok(policyOf(answer.headers).includes("frame-src http://localhost:4999;"));
  const suspend =
    "update apps set suspended_at = now(), suspended_reason = 'It was hacked.' where client_id = $1";
  await testing.database.query(suspend, [app.client_id]);
  const suspended = await shop.owner.browser.open(`${shop.host_url}/apps/installed/${app.client_id}`);
  assert.ok(policyOf(suspended.headers).includes("frame-src 'none'"), "not while it is suspended");
});

test("a panel is for those who are signed in and belong there", async () => {
  const stranger = await signUp(testing, "admin");
  const { adminOrigin } = testing.addresses;
  assert.equal((await stranger.browser.open(shop.host_url)).status, 404);
  assert.equal((await stranger.browser.open(`${adminOrigin}/staff`)).status, 404);
  const nobody = await testing.request(`${shop.host_url}/products`);
  assert.equal(nobody.status, 303);
  assert.match(String(nobody.headers.location), /\/sign-in\?return_to=/);
});

test("what a document loads is kept for good by browsers, compressed, and the bridge is for every origin", async () => {
  const { text } = await shop.owner.browser.open(shop.host_url);
  const [, path = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
  const { adminOrigin } = testing.addresses;
  const script = await testing.request(`${adminOrigin}${path}`, { headers: { "accept-encoding": "br" } });
  assert.deepEqual(
    [script.status, script.headers["content-encoding"], script.headers["cache-control"]],
    [200, "br", "public, max-age=31536000, immutable"],
  );
  const {
    vary,
    "x-content-type-options": sniffing,
    "cross-origin-resource-policy": readers,
  } = script.headers;
  assert.deepEqual([vary, sniffing, readers], ["accept-encoding", "nosniff", "same-origin"]);
  const bridge = await testing.request(`${adminOrigin}/app-bridge.js`);
  assert.deepEqual([bridge.status, bridge.headers["cross-origin-resource-policy"]], [200, "cross-origin"]);
});
