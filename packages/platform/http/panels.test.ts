import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { joinPagePath, partnerPages, staffPages, storePages } from "@souk/contract";
import {
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  signUp,
  signUpStaff,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let store: SeededStore;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
});
after(() => testPlatform.stop());

const getPolicy = (headers: Record<string, unknown>): string => String(headers["content-security-policy"]);

test("each response with a panel's HTML has the visitor's data and a new nonce", async () => {
  const response = await store.owner.browser.open(store.host_url);
  assert.equal(response.status, 200);
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(getPolicy(response.headers)) ?? [];
  assert.ok(response.text.includes(`nonce="${nonce}"`) && !response.text.includes("__SOUK_NONCE__"));
  const [, block = ""] =
    /<script type="application\/json" id="panel">(.*?)<\/script>/.exec(response.text) ?? [];
  const data = JSON.parse(block) as {
    store: { handle: string; role: string };
    session: { csrf_token: string };
  };
  assert.deepEqual([data.store.handle, data.store.role], [store.handle, "owner"]);
  const secondResponse = await store.owner.browser.open(store.host_url);
  assert.ok(!getPolicy(secondResponse.headers).includes(nonce));
});

test("a store's name cannot end the data block in a panel's HTML", async () => {
  const name = "</script><script>alert(1)</script>";
  await testPlatform.database.query("update stores set name = $2 where id = $1", [store.id, name]);
  const { text } = await store.owner.browser.open(store.host_url);
  assert.ok(!text.includes(name) && text.includes("\\u003c/script>"));
});

test("the content security policy of a panel allows no framing and only our own scripts", async () => {
  const policy = getPolicy((await store.owner.browser.open(store.host_url)).headers);
  for (const rule of ["frame-ancestors 'none'", "frame-src 'none'", "'strict-dynamic'", "default-src 'none'"])
    assert.ok(policy.includes(rule), rule);
  assert.doesNotMatch(policy, /unsafe/);
});

test("INS-15: the page of an embedded app may frame only the origin of that app", async () => {
  const app = await registerApp(testPlatform, "http://localhost:4999");
  await installApp(testPlatform, { store, app });
  const response = await store.owner.browser.open(`${store.host_url}/apps/installed/${app.client_id}`);
  assert.equal(response.status, 200);
  assert.ok(getPolicy(response.headers).includes("frame-src http://localhost:4999;"));
  const suspendStatement =
    "update apps set suspended_at = now(), suspended_reason = 'It was hacked.' where client_id = $1";
  await testPlatform.database.query(suspendStatement, [app.client_id]);
  const pageOfSuspendedApp = await store.owner.browser.open(
    `${store.host_url}/apps/installed/${app.client_id}`,
  );
  assert.ok(
    getPolicy(pageOfSuspendedApp.headers).includes("frame-src 'none'"),
    "a suspended app is not framed",
  );
});

test("each panel page in the contract has exactly one route", async () => {
  const servedRoutes = testPlatform.platform.modules.pages.map(
    ({ host, method, path }) => `${host} ${method} ${path}`,
  );
  const listedRoutes = [
    ...storePages.map((page) => `admin GET ${joinPagePath("/:store", page)}`),
    ...staffPages.map((page) => `admin GET ${joinPagePath("/staff", page)}`),
    ...partnerPages.map((page) => `partners GET ${page}`),
  ].map((route) => route.replaceAll("$", ":"));
  for (const route of listedRoutes)
    assert.equal(servedRoutes.filter((servedRoute) => servedRoute === route).length, 1, route);
});

test("a path that is not a panel page in the contract gets 404", async () => {
  const { partnersOrigin, adminOrigin } = testPlatform.addresses;
  const { browser: staff } = await signUpStaff(testPlatform);
  const { browser: partner } = await signUp(testPlatform, "partners");
  const unlistedPages = [
    [store.owner.browser, `${store.host_url}/nothing`],
    [store.owner.browser, `${store.host_url}/orders/1/nothing`],
    [store.owner.browser, `${store.host_url}/settings/nothing`],
    [staff, `${adminOrigin}/staff/nothing`],
    [partner, `${partnersOrigin}/apps/1/nothing`],
  ] as const;
  for (const [browser, url] of unlistedPages) {
    const response = await browser.open(url);
    assert.equal(response.status, 404, url);
    assert.ok(!response.text.includes('id="panel"'), url);
  }
});

test("a panel is served only to signed-in members", async () => {
  const otherPerson = await signUp(testPlatform, "admin");
  const { adminOrigin } = testPlatform.addresses;
  assert.equal((await otherPerson.browser.open(store.host_url)).status, 404);
  assert.equal((await otherPerson.browser.open(`${adminOrigin}/staff`)).status, 404);
  const anonymousResponse = await testPlatform.request(`${store.host_url}/products`);
  assert.equal(anonymousResponse.status, 303);
  assert.match(String(anonymousResponse.headers.location), /\/sign-in\?return_to=/);
});

test("a panel's files are compressed and cached", async () => {
  const { text } = await store.owner.browser.open(store.host_url);
  const [, path = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
  const { adminOrigin } = testPlatform.addresses;
  const script = await testPlatform.request(`${adminOrigin}${path}`, {
    headers: { "accept-encoding": "br" },
  });
  assert.deepEqual(
    [script.status, script.headers["content-encoding"], script.headers["cache-control"]],
    [200, "br", "public, max-age=31536000, immutable"],
  );
  assert.deepEqual(
    [
      script.headers["vary"],
      script.headers["x-content-type-options"],
      script.headers["cross-origin-resource-policy"],
    ],
    ["accept-encoding", "nosniff", "same-origin"],
  );
});

test("any origin may load the app bridge", async () => {
  const bridge = await testPlatform.request(`${testPlatform.addresses.adminOrigin}/app-bridge.js`);
  assert.deepEqual([bridge.status, bridge.headers["cross-origin-resource-policy"]], [200, "cross-origin"]);
});
