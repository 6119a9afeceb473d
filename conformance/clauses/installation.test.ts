import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopes as scopeDescriptions } from "@souk/contract";
import { extractText } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import {
  approveApp,
  buildAuthorizeUrl,
  buildExchangeBody,
  exchangeCode,
  findInstalledRecord,
  submitConsent,
} from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, type Merchant, type Person } from "../people.ts";
import { isSignedUrl } from "../signatures.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let app: App;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
  app = await registerApp(fixture, partner);
});
after(() => fixture.close());

async function startInstall(client_id: string): Promise<URL> {
  const response = await merchant.callStore("POST", "/apps/install.json", { app: client_id });
  return new URL(assertOk<{ open: { url: string } }>(response).open.url);
}

/** Return by how many seconds the signed timestamp of a URL differs from the current time. */
function computeSecondsFromNow(url: URL): number {
  return Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000);
}

/** Assert that the app's server receives nothing while the action runs. */
async function assertReceivesNothing(receivingApp: App, action: () => Promise<void>): Promise<void> {
  const requestCount = receivingApp.receiver.requests.length;
  await action();
  assert.equal(receivingApp.receiver.requests.length, requestCount, "something was sent to the app");
}

test("INS-1: an install click opens the App URL with shop, host_url, timestamp and hmac", async () => {
  const { store } = merchant;
  const url = await startInstall(app.client_id);
  assert.equal(`${url.origin}${url.pathname}`, app.app_url);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["hmac", "host_url", "shop", "timestamp"]);
  assert.equal(url.searchParams.get("shop"), store.domain);
  assert.equal(url.searchParams.get("host_url"), store.host_url);
  assert.match(url.searchParams.get("timestamp") ?? "", /^\d{10}$/);
  assert.ok(computeSecondsFromNow(url) < 60, `the timestamp differs by ${computeSecondsFromNow(url)} s`);
});

test("INS-1: the install link leads a signed-in merchant to the signed App URL", async () => {
  const { install_link } = assertOk<{ install_link: { url: string } }>(
    await partner.call("GET", `/apps/${app.id}/install_link.json`),
  );
  const firstPage = await merchant.browser.followRedirects(await merchant.browser.open(install_link.url));
  const lastPage = firstPage.url.startsWith(app.receiver.url)
    ? firstPage
    : await submitConsent(merchant, firstPage, "approve");
  const url = new URL(lastPage.url);
  assert.equal(`${url.origin}${url.pathname}`, app.app_url);
  assert.equal(url.searchParams.get("shop"), merchant.store.domain);
  assert.ok(isSignedUrl(url, app.client_secret));
  assert.equal(app.receiver.requests.at(-1)?.method, "GET");
});

test("INS-2: the hmac signs the decoded parameters with the client secret", async () => {
  const url = await startInstall(app.client_id);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  assert.ok(!isSignedUrl(url, `${app.client_secret}x`));
  for (const name of ["shop", "host_url", "timestamp"]) {
    const changedUrl = new URL(url);
    changedUrl.searchParams.set(name, `${changedUrl.searchParams.get(name)}0`);
    assert.ok(!isSignedUrl(changedUrl, app.client_secret), name);
  }
});

test("INS-2: the hmac also signs the query parameters of the App URL, decoded", async () => {
  const appUrlQuery = "source=caf%C3%A9+%E5%95%86%E5%BA%97%2B1&Plan=a%25b&_x=%C2%A3";
  const appWithQuery = await registerApp(fixture, partner, (url) => ({
    app_url: `${url}/app?${appUrlQuery}`,
  }));
  const url = await startInstall(appWithQuery.client_id);
  assert.equal(url.searchParams.get("source"), "café 商店+1");
  assert.equal(url.searchParams.get("Plan"), "a%b");
  assert.ok(isSignedUrl(url, appWithQuery.client_secret), url.href);
});

test("INS-3: the consent page shows the app, the store and what each scope allows", async () => {
  const scopes = ["read_products", "write_products", "read_shipping"] as const;
  const page = await merchant.browser.open(buildAuthorizeUrl(merchant, app, scopes));
  assert.equal(page.status, 200, page.text);
  const text = extractText(page.text);
  assert.ok(text.includes(app.name) && text.includes(merchant.store.name), text);
  for (const scope of scopes)
    assert.ok(text.includes(scopeDescriptions[scope]), `${scope} is not explained: ${text}`);
  assert.ok(!text.includes(scopeDescriptions.write_orders), "a scope that was not requested is listed");
});

test("INS-3: a signed-out visitor must sign in before the consent page", async () => {
  const browser = fixture.browser();
  const { ownerEmail: email, password, handle } = fixture.store;
  const store = { ...merchant.store, handle, host_url: `${fixture.origins.admin}/${handle}` };
  const visitor = { ...merchant, browser, store };
  const page = await browser.followRedirects(
    await browser.open(buildAuthorizeUrl(visitor, app, ["read_products"])),
  );
  assert.match(page.url, /\/sign-in/);
  assert.ok(!page.text.includes(app.name), "the sign-in page shows the app");
  const consent = await browser.followRedirects(
    await browser.clickButton(page, "Sign in", { email, password }),
  );
  assert.ok(consent.url.startsWith(`${store.host_url}/oauth/authorize?`), consent.url);
  assert.ok(extractText(consent.text).includes(app.name));
});

test("INS-3: only a member of the store can open the consent page", async () => {
  const otherMerchant = await createMerchant(fixture);
  const page = await otherMerchant.browser.open(buildAuthorizeUrl(merchant, app, ["read_products"]));
  assert.ok(page.status === 404 || page.status === 403, `${page.status}`);
  assert.equal(page.location, "");
  assert.ok(!page.text.includes(merchant.store.name));
});

function listSimilarUrls(url: string): string[] {
  const { origin, pathname, host } = new URL(url);
  return [
    "",
    `${url}/`,
    `${url}?`,
    `${url}?a=1`,
    `${url}#`,
    `${url}%20`,
    ` ${url}`,
    `${url}.evil.test`,
    `${url}/../callback`,
    `${origin}/oauth/./callback`,
    `${origin}/oauth//callback`,
    `${origin}/OAUTH/callback`,
    `${origin}/oauth/%63allback`,
    `${origin}\\oauth\\callback`,
    `${origin}`,
    origin.replace("http:", "https:") + pathname,
    origin.replace("http:", "HTTP:") + pathname,
    `//${host}${pathname}`,
    `http://user@${host}${pathname}`,
    `http://${host}.evil.test${pathname}`,
    `http://127.1:${new URL(url).port}${pathname}`,
    `https://evil.test/?${url}`,
    `javascript:alert(1)//${url}`,
    encodeURIComponent(url),
  ];
}

test("INS-4: a redirect_uri that differs from the registered one gets an error page", async () => {
  await assertReceivesNothing(app, async () => {
    for (const redirection_url of listSimilarUrls(app.redirection_url)) {
      const authorizeUrl = buildAuthorizeUrl(merchant, { ...app, redirection_url }, ["read_products"]);
      const page = await merchant.browser.open(authorizeUrl);
      assert.ok(page.status >= 400 && page.status < 500, `${redirection_url}: ${page.status}`);
      assert.match(String(page.headers["content-type"]), /^text\/html/);
      assert.equal(page.location, "", redirection_url);
      assert.equal(page.headers["refresh"], undefined);
    }
  });
});

test("INS-4: every registered redirect_uri is accepted, but another app's redirect_uri is not", async () => {
  const appWithTwoUrls = await registerApp(fixture, partner, (url) => ({
    redirection_urls: [`${url}/one`, `${url}/two?lang=ms`],
  }));
  const buildUrl = (redirection_url: string): string =>
    buildAuthorizeUrl(merchant, { ...appWithTwoUrls, redirection_url }, ["read_products"]);
  const { url } = appWithTwoUrls.receiver;
  for (const registeredUrl of [`${url}/one`, `${url}/two?lang=ms`])
    assert.equal((await merchant.browser.open(buildUrl(registeredUrl))).status, 200, registeredUrl);
  assert.notEqual((await merchant.browser.open(buildUrl(app.redirection_url))).status, 200);
});

test("INS-5: an unknown client_id gets an error page", async () => {
  for (const client_id of [createUniqueName("nobody"), "", "0", `${app.client_id} `]) {
    const page = await merchant.browser.open(
      buildAuthorizeUrl(merchant, { ...app, client_id }, ["read_products"]),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${client_id}: ${page.status}`);
    assert.equal(page.location, "");
    assert.match(extractText(page.text), /app|client/i);
  }
});

test("INS-5: an unknown scope gets an error page that shows the scope", async () => {
  for (const unknownScope of ["read_everything", "READ_PRODUCTS", "<b>bold</b>"]) {
    const page = await merchant.browser.open(
      buildAuthorizeUrl(merchant, app, ["read_products", unknownScope]),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${unknownScope}: ${page.status}`);
    assert.equal(page.location, "");
    assert.ok(extractText(page.text).includes(unknownScope), page.text);
    assert.ok(!page.text.includes("<b>bold"), "the scope was not escaped");
  }
});

test("INS-6: approval opens the Redirection URL with code, shop, host_url and an hmac", async () => {
  const url = await approveApp(merchant, app, ["read_products"]);
  assert.equal(`${url.origin}${url.pathname}`, app.redirection_url);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["code", "hmac", "host_url", "shop", "timestamp"]);
  assert.equal(url.searchParams.get("shop"), merchant.store.domain);
  assert.equal(url.searchParams.get("host_url"), merchant.store.host_url);
  assert.ok(computeSecondsFromNow(url) < 60);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  const lastRequest = app.receiver.requests.at(-1) ?? assert.fail();
  assert.equal(lastRequest.method, "GET");
  assert.equal(lastRequest.path, `${url.pathname}${url.search}`);
});

test("INS-6: the state parameter is returned signed; a state with characters such as & is rejected", async () => {
  const state = "a b+c%20d = café";
  const url = await approveApp(merchant, app, ["read_products"], { state });
  assert.equal(url.searchParams.get("state"), state);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  for (const invalidState of ["a&code=b", "a\nb", "x".repeat(256)]) {
    const page = await merchant.browser.open(
      buildAuthorizeUrl(merchant, app, ["read_products"], { state: invalidState }),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${invalidState}: ${page.status}`);
    assert.equal(page.location, "");
  }
});

test("INS-7: declining consent issues no authorization code, and the app is not installed", async () => {
  const declinedApp = await registerApp(fixture, partner);
  const consent = await merchant.browser.open(buildAuthorizeUrl(merchant, declinedApp, ["read_products"]));
  const lastPage = await submitConsent(merchant, consent, "refuse");
  assert.ok(!new URL(lastPage.url).searchParams.has("code"), lastPage.url);
  assert.ok(declinedApp.receiver.requests.every(({ path }) => !path.includes("code=")));
  assert.equal(await findInstalledRecord(merchant, declinedApp), undefined);
  const response = await exchangeCode(
    fixture,
    merchant.store.handle,
    buildExchangeBody(declinedApp, "a-guess"),
  );
  assertRejected(response, 400, "client_not_granted");
});

test("INS-7: an approved app is not installed until its authorization code is exchanged", async () => {
  const approvedApp = await registerApp(fixture, partner);
  await approveApp(merchant, approvedApp, ["read_products"]);
  assert.equal(await findInstalledRecord(merchant, approvedApp), undefined);
});
