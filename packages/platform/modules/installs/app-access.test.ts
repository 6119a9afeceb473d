import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Right, rightNames } from "@souk/contract";
import { verifySessionToken } from "@souk/signing";
import {
  type Browser,
  type HttpResponse,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedOrders,
  seedStore,
  signUpMember,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

const appScopes = ["read_orders", "write_orders", "write_fulfillments", "write_products"];
const shippingRights = ["orders.view", "orders.fulfill"] as const;
/** The rights that cover the app's scopes, except the scope of products. */
const orderRights = [
  ...shippingRights,
  "orders.edit",
  "orders.record_payments",
  "orders.refund",
  "orders.cancel",
] as const;
const productRights = ["products.edit", "stock.set"] as const;

let testPlatform: TestPlatform;
let store: SeededStore;
let app: SeededApp;
let installationId: number;
let linkId: number;
let orderId: number;
let stop: () => Promise<void>;

before(async () => {
  const receiver = await startRecordingReceiver();
  receiver.respondWith(() => ({ status: 200, body: '{"type":"link","url":"https://parcels.dev/?key=1"}' }));
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
  app = await registerApp(testPlatform, receiver.url);
  const { token } = await installApp(testPlatform, { store, app, scopes: appScopes });
  installationId = await loadInstallationId(store, app);
  const linkResponse = await testPlatform.request(`${store.origin}/api/3.0/admin_links.json`, {
    method: "POST",
    token,
    json: { label: "Print", url: "/print", placement: "product" },
  });
  linkId = linkResponse.json<{ admin_link: { id: number } }>().admin_link.id;
  orderId = (await seedOrders(testPlatform.database, store.id, 1))[0] ?? 0;
  await testPlatform.database.query(
    "insert into app_fulfillment_urls (app_id, topic, url) values ($1, 'fulfillment/single', $2)",
    [app.id, `${receiver.url}/fulfill`],
  );
  stop = async () => {
    await testPlatform.stop();
    await receiver.stop();
  };
});
after(() => stop());

/** Sign up a person with these rights, who may open the apps with these installation ids. @returns their browser */
async function signUpWithRights(rights: readonly Right[], installationIds: number[] = []): Promise<Browser> {
  const { browser, email } = await signUpMember(testPlatform, store, rights);
  await testPlatform.database.query(
    `update memberships set installation_ids = $3
     where store_id = $1 and account_id = (select id from accounts where email = $2)`,
    [store.id, email, installationIds],
  );
  await browser.call("GET", `${testPlatform.addresses.adminOrigin}/api/console/session.json`);
  return browser;
}

function callConsole(browser: Browser, method: string, path: string, json?: object): Promise<HttpResponse> {
  return browser.call(method, `${store.host_url}/api/console${path}`, json);
}

/** Create a session token, and return its claims. */
async function createClaims(browser: Browser) {
  const response = await callConsole(browser, "POST", `/apps/${installationId}/session_token.json`);
  assert.equal(response.status, 200, response.text);
  const verdict = verifySessionToken(response.json<{ session_token: string }>().session_token, {
    secrets: [app.client_secret],
    clientId: app.client_id,
    now: new Date(),
    storeDomainSuffix: ".souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return verdict.claims;
}

async function sendOrderToApp(browser: Browser): Promise<HttpResponse> {
  return callConsole(browser, "POST", "/fulfillment_requests.json", {
    client_id: app.client_id,
    topic: "fulfillment/single",
    order_ids: [orderId],
  });
}

async function loadHasAccess(browser: Browser): Promise<boolean | undefined> {
  const response = await callConsole(browser, "GET", `/apps/${installationId}.json`);
  return response.json<{ app: { has_access: boolean } }>().app.has_access;
}

test("H4: people whose rights do not cover an app's scopes cannot open the app in any way", async () => {
  const browser = await signUpWithRights(["products.view", ...orderRights]);
  assert.equal(await loadHasAccess(browser), false);
  const responses = [
    await callConsole(browser, "POST", `/apps/${installationId}/open.json`),
    await callConsole(browser, "POST", `/apps/${installationId}/session_token.json`),
    await callConsole(browser, "POST", `/app_links/${linkId}/open.json`, { ids: [1] }),
    await sendOrderToApp(browser),
  ];
  for (const response of responses) {
    assert.deepEqual([response.status, readError(response).code], [403, "not_allowed"], response.text);
    assert.match(
      readError(response).message,
      new RegExp(`access to ${app.name}.*Ask the owner or a manager`),
    );
  }
  for (const path of [
    `/apps/open/${app.client_id}`,
    `/apps/install/${app.client_id}`,
    `/apps/link/${linkId}?ids=1`,
  ]) {
    const page = await browser.open(`${store.host_url}${path}`);
    assert.deepEqual([page.redirectTarget, page.status >= 400], ["", true], path);
    assert.match(page.text, /Ask the owner or a manager/, path);
  }
});

test("people whose rights cover an app's scopes can open the app and get a session token with their rights", async () => {
  const browser = await signUpWithRights([...orderRights, ...productRights]);
  assert.equal(await loadHasAccess(browser), true);
  const { role, rights, scopes } = await createClaims(browser);
  assert.deepEqual([role, rights], ["custom", [...orderRights, ...productRights].sort()]);
  assert.deepEqual(scopes, [...appScopes, "read_fulfillments"].sort());
  assert.equal((await browser.open(`${store.host_url}/apps/open/${app.client_id}`)).status, 303);
});

test("people whom a manager gave access to an app get a session token with their own rights", async () => {
  const browser = await signUpWithRights(["customers.view"], [installationId]);
  assert.equal(await loadHasAccess(browser), true);
  const { role, rights, scopes } = await createClaims(browser);
  assert.deepEqual([role, rights, scopes], ["custom", ["customers.view"], ["read_customers"]]);
  const linkResponse = await callConsole(browser, "POST", `/app_links/${linkId}/open.json`, { ids: [1] });
  assert.equal(linkResponse.status, 200, linkResponse.text);
});

test("the session token of an owner has the role owner, all rights and all scopes", async () => {
  const { role, rights, scopes } = await createClaims(store.owner.browser);
  assert.deepEqual([role, rights], ["owner", rightNames.toSorted()]);
  for (const scope of appScopes) assert.ok(scopes.includes(scope), scope);
});

test("an app's link in a fulfillment request is visible only to people who may open the app", async () => {
  const sendResponse = await sendOrderToApp(store.owner.browser);
  assert.equal(sendResponse.status, 200, sendResponse.text);
  const { id } = sendResponse.json<{ fulfillment_request: { id: number } }>().fulfillment_request;
  const readLink = async (browser: Browser) => {
    const response = await browser.call("GET", `${store.host_url}/api/4.0/fulfillment_requests/${id}.json`);
    return response.json<{ fulfillment_request: { answer: object | null } }>().fulfillment_request.answer;
  };
  assert.equal(await readLink(await signUpWithRights(shippingRights)), null);
  const link = { type: "link", url: "https://parcels.dev/?key=1" };
  assert.deepEqual(await readLink(await signUpWithRights([...orderRights, ...productRights])), link);
  assert.deepEqual(await readLink(await signUpWithRights(shippingRights, [installationId])), link);
});

test("lists of app links and fulfillment apps say to which apps a person has access", async () => {
  const readAccess = async (browser: Browser) => {
    const links = await callConsole(browser, "GET", "/app_links.json");
    const apps = await callConsole(browser, "GET", "/fulfillment_apps.json");
    return [
      links.json<{ app_links: { app: { has_access: boolean } }[] }>().app_links[0]?.app.has_access,
      apps.json<{ fulfillment_apps: { has_access: boolean }[] }>().fulfillment_apps[0]?.has_access,
    ];
  };
  assert.deepEqual(await readAccess(await signUpWithRights(["products.view", ...orderRights])), [
    false,
    false,
  ]);
  assert.deepEqual(await readAccess(store.owner.browser), [true, true]);
});
