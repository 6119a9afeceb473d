import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopes as scopeWords } from "@souk/contract";
import { plainText } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { assertDone, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import {
  approve,
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
  const answer = await merchant.callStore("POST", "/apps/install.json", { app: client_id });
  return new URL(assertDone<{ open: { url: string } }>(answer).open.url);
}

function secondsFromNow(url: URL): number {
  return Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000);
}

/** Assert that the app's server receives nothing while the action runs. */
async function sendsNothing(to: App, action: () => Promise<void>): Promise<void> {
  const before = to.receiver.requests.length;
  await action();
  assert.equal(to.receiver.requests.length, before, "something was sent to the app");
}

test("INS-1: an install click opens the App URL with shop, host_url, timestamp and hmac", async () => {
  const { store } = merchant;
  const url = await startInstall(app.client_id);
  assert.equal(`${url.origin}${url.pathname}`, app.app_url);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["hmac", "host_url", "shop", "timestamp"]);
  assert.equal(url.searchParams.get("shop"), store.domain);
  assert.equal(url.searchParams.get("host_url"), store.host_url);
  assert.match(url.searchParams.get("timestamp") ?? "", /^\d{10}$/);
  assert.ok(secondsFromNow(url) < 60, `the timestamp is ${secondsFromNow(url)} s away`);
});

test("INS-1: the install link leads a signed-in merchant to the same place", async () => {
  const { install_link } = assertDone<{ install_link: { url: string } }>(
    await partner.call("GET", `/apps/${app.id}/install_link.json`),
  );
  const first = await merchant.browser.follow(await merchant.browser.open(install_link.url));
  const end = first.url.startsWith(app.receiver.url)
    ? first
    : await submitConsent(merchant, first, "approve");
  const url = new URL(end.url);
  assert.equal(`${url.origin}${url.pathname}`, app.app_url);
  assert.equal(url.searchParams.get("shop"), merchant.store.domain);
  assert.ok(isSignedUrl(url, app.client_secret));
  assert.equal(app.receiver.requests.at(-1)?.method, "GET");
});

test("INS-2: the hmac signs the decoded parameters under the client secret", async () => {
  const url = await startInstall(app.client_id);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  assert.ok(!isSignedUrl(url, `${app.client_secret}x`));
  for (const name of ["shop", "host_url", "timestamp"]) {
    const changed = new URL(url);
    changed.searchParams.set(name, `${changed.searchParams.get(name)}0`);
    assert.ok(!isSignedUrl(changed, app.client_secret), name);
  }
});

test("INS-2: parameters of the App URL itself are signed with the rest, decoded", async () => {
  const own = "source=caf%C3%A9+%E5%95%86%E5%BA%97%2B1&Plan=a%25b&_x=%C2%A3";
  const strange = await registerApp(fixture, partner, (url) => ({ app_url: `${url}/app?${own}` }));
  const url = await startInstall(strange.client_id);
  assert.equal(url.searchParams.get("source"), "café 商店+1");
  assert.equal(url.searchParams.get("Plan"), "a%b");
  assert.ok(isSignedUrl(url, strange.client_secret), url.href);
});

test("INS-3: the consent page names the app and the store, and says what each scope allows", async () => {
  const scopes = ["read_products", "write_products", "read_shipping"] as const;
  const page = await merchant.browser.open(buildAuthorizeUrl(merchant, app, scopes));
  assert.equal(page.status, 200, page.text);
  const text = plainText(page.text);
  assert.ok(text.includes(app.name) && text.includes(merchant.store.name), text);
  for (const scope of scopes)
    assert.ok(text.includes(scopeWords[scope]), `${scope} is not explained: ${text}`);
  assert.ok(!text.includes(scopeWords.write_orders), "a scope that was not asked for is listed");
});

test("INS-3: a signed-out visitor signs in first and then reaches the same consent page", async () => {
  const browser = fixture.browser();
  const { merchant: email, password, handle } = fixture.store;
  const store = { ...merchant.store, handle, host_url: `${fixture.origins.admin}/${handle}` };
  const stranger = { ...merchant, browser, store };
  const page = await browser.follow(await browser.open(buildAuthorizeUrl(stranger, app, ["read_products"])));
  assert.match(page.url, /\/sign-in/);
  assert.ok(!page.text.includes(app.name), "a stranger is shown the app");
  const consent = await browser.follow(await browser.press(page, "Sign in", { email, password }));
  assert.ok(consent.url.startsWith(`${store.host_url}/oauth/authorize?`), consent.url);
  assert.ok(plainText(consent.text).includes(app.name));
});

test("INS-3: only a member of the store is asked for consent", async () => {
  const other = await createMerchant(fixture);
  const page = await other.browser.open(buildAuthorizeUrl(merchant, app, ["read_products"]));
  assert.ok(page.status === 404 || page.status === 403, `${page.status}`);
  assert.equal(page.location, "");
  assert.ok(!page.text.includes(merchant.store.name));
});

function listMutations(url: string): string[] {
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

test("INS-4: an inexact redirect_uri is rejected on a page, and nothing is sent to it", async () => {
  await sendsNothing(app, async () => {
    for (const redirection_url of listMutations(app.redirection_url)) {
      const address = buildAuthorizeUrl(merchant, { ...app, redirection_url }, ["read_products"]);
      const page = await merchant.browser.open(address);
      assert.ok(page.status >= 400 && page.status < 500, `${redirection_url}: ${page.status}`);
      assert.match(String(page.headers["content-type"]), /^text\/html/);
      assert.equal(page.location, "", redirection_url);
      assert.equal(page.headers["refresh"], undefined);
    }
  });
});

test("INS-4: each of several registered URLs is accepted, another app's is not", async () => {
  const several = await registerApp(fixture, partner, (url) => ({
    redirection_urls: [`${url}/one`, `${url}/two?lang=ms`],
  }));
  const address = (redirection_url: string): string =>
    buildAuthorizeUrl(merchant, { ...several, redirection_url }, ["read_products"]);
  const { url } = several.receiver;
  for (const registered of [`${url}/one`, `${url}/two?lang=ms`])
    assert.equal((await merchant.browser.open(address(registered))).status, 200, registered);
  assert.notEqual((await merchant.browser.open(address(app.redirection_url))).status, 200);
});

test("INS-5: an unknown client_id is rejected with a clear page", async () => {
  for (const client_id of [createUniqueName("nobody"), "", "0", `${app.client_id} `]) {
    const page = await merchant.browser.open(
      buildAuthorizeUrl(merchant, { ...app, client_id }, ["read_products"]),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${client_id}: ${page.status}`);
    assert.equal(page.location, "");
    assert.match(plainText(page.text), /app|client/i);
  }
});

test("INS-5: an unknown scope is rejected with a page that names it", async () => {
  for (const wrong of ["read_everything", "READ_PRODUCTS", "<b>bold</b>"]) {
    const page = await merchant.browser.open(buildAuthorizeUrl(merchant, app, ["read_products", wrong]));
    assert.ok(page.status >= 400 && page.status < 500, `${wrong}: ${page.status}`);
    assert.equal(page.location, "");
    assert.ok(plainText(page.text).includes(wrong), page.text);
    assert.ok(!page.text.includes("<b>bold"), "the scope was written as HTML");
  }
});

test("INS-6: approval calls the Redirection URL with code, shop, host_url, timestamp and hmac", async () => {
  const url = await approve(merchant, app, ["read_products"]);
  assert.equal(`${url.origin}${url.pathname}`, app.redirection_url);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["code", "hmac", "host_url", "shop", "timestamp"]);
  assert.equal(url.searchParams.get("shop"), merchant.store.domain);
  assert.equal(url.searchParams.get("host_url"), merchant.store.host_url);
  assert.ok(secondsFromNow(url) < 60);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  const last = app.receiver.requests.at(-1) ?? assert.fail();
  assert.equal(last.method, "GET");
  assert.equal(last.path, `${url.pathname}${url.search}`);
});

test("INS-6: state comes back signed; a state that could shift parameter borders is rejected", async () => {
  const state = "a b+c%20d = café";
  const url = await approve(merchant, app, ["read_products"], { state });
  assert.equal(url.searchParams.get("state"), state);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  for (const wrong of ["a&code=b", "a\nb", "x".repeat(256)]) {
    const page = await merchant.browser.open(
      buildAuthorizeUrl(merchant, app, ["read_products"], { state: wrong }),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${wrong}: ${page.status}`);
    assert.equal(page.location, "");
  }
});

test("INS-7: a merchant who declines causes no code and leaves the app not installed", async () => {
  const rejectedApp = await registerApp(fixture, partner);
  const consent = await merchant.browser.open(buildAuthorizeUrl(merchant, rejectedApp, ["read_products"]));
  const end = await submitConsent(merchant, consent, "refuse");
  assert.ok(!new URL(end.url).searchParams.has("code"), end.url);
  assert.ok(rejectedApp.receiver.requests.every(({ path }) => !path.includes("code=")));
  assert.equal(await findInstalledRecord(merchant, rejectedApp), undefined);
  const answer = await exchangeCode(
    fixture,
    merchant.store.handle,
    buildExchangeBody(rejectedApp, "a-guess"),
  );
  assertRejected(answer, 400, "client_not_granted");
});

test("INS-7: until the code is exchanged the app is not installed either", async () => {
  const pending = await registerApp(fixture, partner);
  await approve(merchant, pending, ["read_products"]);
  assert.equal(await findInstalledRecord(merchant, pending), undefined);
});
