import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  type Browser,
  callConsole,
  createFakeClock,
  type FakeClock,
  type HttpResponse,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUp,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../../http/testing/store-api.ts";

interface AppLink {
  id: number;
  label: string;
  placement: string;
  app: { id: number; client_id: string; name: string; embedded: boolean };
}

let testPlatform: TestPlatform;
let clock: FakeClock;
let store: SeededStore;
let owner: Browser;
let app: SeededApp;
let token: string;
let detailLinkId: number;
let listLinkId: number;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
  store = await seedStore(testPlatform, { products: 2 });
  owner = store.owner.browser;
  app = await registerApp(testPlatform, "https://print.packing.dev:8443");
  ({ token } = await installApp(testPlatform, { store, app, scopes: ["write_snippets"] }));
  detailLinkId = await createLink({ label: "Stock", url: "/stock?from=product", placement: "product" });
  listLinkId = await createLink({ label: "Print labels", url: "/labels", placement: "products" });
});
after(() => testPlatform.stop());

async function postOk<T>(path: string, json: object): Promise<T> {
  const response = await testPlatform.request(`${store.origin}/api/3.0${path}`, {
    method: "POST",
    token,
    json,
  });
  assert.equal(response.status, 200, response.text);
  return response.json<T>();
}

async function createLink(admin_link: { label: string; url: string; placement: string }): Promise<number> {
  return (await postOk<{ admin_link: { id: number } }>("/admin_links.json", { admin_link })).admin_link.id;
}

const buildConsoleUrl = (path: string) =>
  `${testPlatform.addresses.adminOrigin}/${store.handle}/api/console${path}`;

function listLinks(placement: string): Promise<{ app_links: AppLink[]; total_count: number }> {
  return callConsole(owner, ["GET", buildConsoleUrl(`/app_links.json?placement=${placement}`)]);
}

function openLink(id: number, ids: unknown): Promise<HttpResponse> {
  return owner.call("POST", buildConsoleUrl(`/app_links/${id}/open.json`), { ids });
}

/** Verify the signature of a URL, and return its signed parameters. */
function verifyUrl(url: string): Record<string, string> {
  const verdict = verifyQuery(new URL(url).search, app.client_secret, {
    now: new Date(clock.now()),
    maxAgeSeconds: 60,
  });
  assert.ok(verdict.ok, url);
  const { hmac: _, ...parameters } = Object.fromEntries(verdict.parameters);
  return parameters;
}

const getCommonParameters = () => ({
  shop: new URL(store.origin).hostname,
  host_url: store.host_url,
  timestamp: String(Math.floor(clock.now() / 1000)),
});

test("the admin links of a placement are listed only while their app is enabled", async () => {
  const installationId = await loadInstallationId(store, app);
  const { app_links, total_count } = await listLinks("product");
  const { client_id, name } = app;
  const linkedApp = { id: installationId, client_id, name, embedded: true, has_access: true };
  assert.deepEqual(
    [app_links, total_count],
    [[{ id: detailLinkId, label: "Stock", placement: "product", app: linkedApp }], 1],
  );
  const allLinks = await callConsole<{ app_links: AppLink[] }>(owner, [
    "GET",
    buildConsoleUrl("/app_links.json"),
  ]);
  assert.deepEqual(
    allLinks.app_links.map(({ id }) => id),
    [detailLinkId, listLinkId],
  );
  await callConsole(owner, ["POST", buildConsoleUrl(`/apps/${installationId}/disable.json`)]);
  assert.equal((await listLinks("product")).total_count, 0);
  const rejectedResponse = await openLink(detailLinkId, [1]);
  assert.deepEqual([rejectedResponse.status, readError(rejectedResponse).code], [409, "conflict"]);
  await callConsole(owner, ["POST", buildConsoleUrl(`/apps/${installationId}/enable.json`)]);
  assert.equal((await listLinks("product")).total_count, 1);
});

test("INS-14: a link on a detail page opens with the record's id and a new signature", async () => {
  const firstLink = (await openLink(detailLinkId, [17])).json<{ open: { url: string; embedded: boolean } }>()
    .open;
  assert.equal(firstLink.embedded, true);
  assert.ok(firstLink.url.startsWith("https://print.packing.dev:8443/stock?from=product&"), firstLink.url);
  assert.deepEqual(verifyUrl(firstLink.url), { ...getCommonParameters(), from: "product", id: "17" });
  clock.advance(2_000);
  const secondLink = (await openLink(detailLinkId, [17])).json<{ open: { url: string } }>().open;
  assert.notEqual(secondLink.url, firstLink.url);
  assert.deepEqual(verifyUrl(secondLink.url), { ...getCommonParameters(), from: "product", id: "17" });
});

test("an app's link on a list page opens with the ids of the selected records", async () => {
  const { url } = (await openLink(listLinkId, [17, 4])).json<{ open: { url: string } }>().open;
  assert.deepEqual(verifyUrl(url), { ...getCommonParameters(), ids: "17,4" });
  const linkForOneRecord = (await openLink(listLinkId, [4])).json<{ open: { url: string } }>().open;
  assert.equal(verifyUrl(linkForOneRecord.url)["ids"], "4");
});

test("an app's link cannot be opened with ids that its placement doesn't allow", async () => {
  for (const ids of [[], [1, 2], ["1"], [0], [1.5], "1", undefined]) {
    const rejectedResponse = await openLink(detailLinkId, ids);
    assert.equal(rejectedResponse.status, 422, JSON.stringify(ids));
    assert.match(readError(rejectedResponse).fields?.[0]?.path ?? "", /^ids/);
  }
  assert.equal((await openLink(999_999, [1])).status, 404);
  const otherStore = await seedStore(testPlatform);
  const path = `${testPlatform.addresses.adminOrigin}/${otherStore.handle}/api/console/app_links/${detailLinkId}/open.json`;
  assert.equal((await otherStore.owner.browser.call("POST", path, { ids: [1] })).status, 404);
});

test("an app's link opened in a new tab redirects to the app, after sign-in if needed", async () => {
  const pageUrl = `${testPlatform.addresses.adminOrigin}/${store.handle}/apps/link/${listLinkId}?ids=17,4`;
  const response = await owner.open(pageUrl);
  assert.equal(response.status, 303, response.text);
  assert.deepEqual(verifyUrl(response.redirectTarget), { ...getCommonParameters(), ids: "17,4" });
  const signedOutResponse = await testPlatform.browser().open(pageUrl);
  const returnPath = new URL(signedOutResponse.redirectTarget).searchParams.get("return_to") ?? "";
  assert.equal(returnPath, `/${store.handle}/apps/link/${listLinkId}?ids=17,4&signed_in=1`);
  // After sign-in, a page continues to the app, because the `form-action` policy of the sign-in form would block a redirect.
  const continuePage = await owner.open(`${testPlatform.addresses.adminOrigin}${returnPath}`);
  assert.deepEqual([continuePage.status, continuePage.redirectTarget], [200, pageUrl]);
});

test("opening an unknown link, or a link with invalid ids, shows an error page", async () => {
  const base = `${testPlatform.addresses.adminOrigin}/${store.handle}/apps/link`;
  for (const path of [
    "999999?ids=1",
    `${detailLinkId}`,
    `${detailLinkId}?ids=1,2`,
    `${detailLinkId}?ids=x`,
    "x?ids=1",
    "..%2F..?ids=1",
  ]) {
    const response = await owner.open(`${base}/${path}`);
    assert.deepEqual([response.status, response.redirectTarget], [404, ""], path);
    assert.match(response.text, /This link cannot be opened/);
  }
  const { browser } = await signUp(testPlatform, "admin");
  assert.match(
    (await browser.open(`${base}/${detailLinkId}?ids=1`)).text,
    /You don&#39;t have access to this store/,
  );
});

test("if the App URL changes, the app's links open on the new URL's origin", async () => {
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  await callConsole(app.partner.browser, ["PUT", url], { app: { app_url: "https://new.packing.dev/" } });
  const openedLink = (await openLink(detailLinkId, [17])).json<{ open: { url: string } }>().open;
  assert.ok(openedLink.url.startsWith("https://new.packing.dev/stock?"), openedLink.url);
});
