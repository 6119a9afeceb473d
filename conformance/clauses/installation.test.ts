import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopes as scopeWords } from "@souk/contract";
import { plainText } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { approve, authorizeUrl, decide, exchange, exchangeBody, installedRecord } from "../installing.ts";
import { freshName, type Merchant, newMerchant, newPartner, type Person } from "../people.ts";
import { assertDone, assertRefused } from "../refusals.ts";
import { isSignedUrl } from "../signatures.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let partner: Person;
let merchant: Merchant;
let app: App;

before(async () => {
  world = await openWorld();
  partner = await newPartner(world);
  merchant = await newMerchant(world);
  app = await registerApp(world, partner);
});
after(() => world.close());

async function startInstall(client_id: string): Promise<URL> {
  const answer = await merchant.inShop("POST", "/apps/install.json", { app: client_id });
  return new URL(assertDone<{ open: { url: string } }>(answer).open.url);
}

function secondsFromNow(url: URL): number {
  return Math.abs(Number(url.searchParams.get("timestamp")) - world.now() / 1000);
}

/** Nothing may come to the app's server while the action runs. */
async function sendsNothing(to: App, action: () => Promise<void>): Promise<void> {
  const before = to.receiver.requests.length;
  await action();
  assert.equal(to.receiver.requests.length, before, "something was sent to the app");
}

test("INS-1: an install click sends the browser to the App URL with shop, host_url, timestamp and hmac", async () => {
  const { shop } = merchant;
  const url = await startInstall(app.client_id);
  assert.equal(`${url.origin}${url.pathname}`, app.app_url);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["hmac", "host_url", "shop", "timestamp"]);
  assert.equal(url.searchParams.get("shop"), shop.domain);
  assert.equal(url.searchParams.get("host_url"), shop.host_url);
  assert.match(url.searchParams.get("timestamp") ?? "", /^\d{10}$/);
  assert.ok(secondsFromNow(url) < 60, `the timestamp is ${secondsFromNow(url)} s away`);
});

test("INS-1: the install link leads a signed-in merchant to the same place", async () => {
  const { install_link } = assertDone<{ install_link: { url: string } }>(
    await partner.call("GET", `/apps/${app.id}/install_link.json`),
  );
  const first = await merchant.browser.follow(await merchant.browser.open(install_link.url));
  const end = first.url.startsWith(app.receiver.url) ? first : await decide(merchant, first, "approve");
  const url = new URL(end.url);
  assert.equal(`${url.origin}${url.pathname}`, app.app_url);
  assert.equal(url.searchParams.get("shop"), merchant.shop.domain);
  assert.ok(isSignedUrl(url, app.client_secret));
  assert.equal(app.receiver.requests.at(-1)?.method, "GET");
});

test("INS-2: the hmac is the signature of the decoded parameters under the client secret", async () => {
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
  const strange = await registerApp(world, partner, (url) => ({ app_url: `${url}/app?${own}` }));
  const url = await startInstall(strange.client_id);
  assert.equal(url.searchParams.get("source"), "café 商店+1");
  assert.equal(url.searchParams.get("Plan"), "a%b");
  assert.ok(isSignedUrl(url, strange.client_secret), url.href);
});

test("INS-3: the consent page names the app and the shop, and says what each scope allows", async () => {
  const scopes = ["read_products", "write_products", "read_shipping"] as const;
  const page = await merchant.browser.open(authorizeUrl(merchant, app, scopes));
  assert.equal(page.status, 200, page.text);
  const text = plainText(page.text);
  assert.ok(text.includes(app.name) && text.includes(merchant.shop.name), text);
  for (const scope of scopes)
    assert.ok(text.includes(scopeWords[scope]), `${scope} is not explained: ${text}`);
  assert.ok(!text.includes(scopeWords.write_orders), "a scope that was not asked for is listed");
});

test("INS-3: a visitor who is not signed in signs in first and then comes to the same consent page", async () => {
  const browser = world.browser();
  const { merchant: email, password, handle } = world.shop;
  const shop = { ...merchant.shop, handle, host_url: `${world.origins.admin}/${handle}` };
  const stranger = { ...merchant, browser, shop };
  const page = await browser.follow(await browser.open(authorizeUrl(stranger, app, ["read_products"])));
  assert.match(page.url, /\/sign-in/);
  assert.ok(!page.text.includes(app.name), "a stranger is shown the app");
  const consent = await browser.follow(await browser.press(page, "Sign in", { email, password }));
  assert.ok(consent.url.startsWith(`${shop.host_url}/oauth/authorize?`), consent.url);
  assert.ok(plainText(consent.text).includes(app.name));
});

test("INS-3: only a member of the shop is asked", async () => {
  const other = await newMerchant(world);
  const page = await other.browser.open(authorizeUrl(merchant, app, ["read_products"]));
  assert.ok(page.status === 404 || page.status === 403, `${page.status}`);
  assert.equal(page.location, "");
  assert.ok(!page.text.includes(merchant.shop.name));
});

function mutationsOf(url: string): string[] {
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

test("INS-4: a redirect_uri that is not a registered one to the letter is refused on a page, and nothing is sent to it", async () => {
  await sendsNothing(app, async () => {
    for (const redirection_url of mutationsOf(app.redirection_url)) {
      const address = authorizeUrl(merchant, { ...app, redirection_url }, ["read_products"]);
      const page = await merchant.browser.open(address);
      assert.ok(page.status >= 400 && page.status < 500, `${redirection_url}: ${page.status}`);
      assert.match(String(page.headers["content-type"]), /^text\/html/);
      assert.equal(page.location, "", redirection_url);
      assert.equal(page.headers["refresh"], undefined);
    }
  });
});

test("INS-4: each of several registered URLs is taken, another app's is not", async () => {
  const several = await registerApp(world, partner, (url) => ({
    redirection_urls: [`${url}/one`, `${url}/two?lang=ms`],
  }));
  const address = (redirection_url: string): string =>
    authorizeUrl(merchant, { ...several, redirection_url }, ["read_products"]);
  const { url } = several.receiver;
  for (const registered of [`${url}/one`, `${url}/two?lang=ms`])
    assert.equal((await merchant.browser.open(address(registered))).status, 200, registered);
  assert.notEqual((await merchant.browser.open(address(app.redirection_url))).status, 200);
});

test("INS-5: an unknown client_id is refused with a clear page", async () => {
  for (const client_id of [freshName("nobody"), "", "0", `${app.client_id} `]) {
    const page = await merchant.browser.open(
      authorizeUrl(merchant, { ...app, client_id }, ["read_products"]),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${client_id}: ${page.status}`);
    assert.equal(page.location, "");
    assert.match(plainText(page.text), /app|client/i);
  }
});

test("INS-5: an unknown scope is refused with a page that names it", async () => {
  for (const wrong of ["read_everything", "READ_PRODUCTS", "<b>bold</b>"]) {
    const page = await merchant.browser.open(authorizeUrl(merchant, app, ["read_products", wrong]));
    assert.ok(page.status >= 400 && page.status < 500, `${wrong}: ${page.status}`);
    assert.equal(page.location, "");
    assert.ok(plainText(page.text).includes(wrong), page.text);
    assert.ok(!page.text.includes("<b>bold"), "the scope was written as HTML");
  }
});

test("INS-6: approval sends a GET to the Redirection URL with code, shop, host_url, timestamp and hmac", async () => {
  const url = await approve(merchant, app, ["read_products"]);
  assert.equal(`${url.origin}${url.pathname}`, app.redirection_url);
  assert.deepEqual([...url.searchParams.keys()].sort(), ["code", "hmac", "host_url", "shop", "timestamp"]);
  assert.equal(url.searchParams.get("shop"), merchant.shop.domain);
  assert.equal(url.searchParams.get("host_url"), merchant.shop.host_url);
  assert.ok(secondsFromNow(url) < 60);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  const last = app.receiver.requests.at(-1) ?? assert.fail();
  assert.equal(last.method, "GET");
  assert.equal(last.path, `${url.pathname}${url.search}`);
});

test("INS-6: state comes back inside what is signed, and a state that could move a border is refused", async () => {
  const state = "a b+c%20d = café";
  const url = await approve(merchant, app, ["read_products"], { state });
  assert.equal(url.searchParams.get("state"), state);
  assert.ok(isSignedUrl(url, app.client_secret), url.href);
  for (const wrong of ["a&code=b", "a\nb", "x".repeat(256)]) {
    const page = await merchant.browser.open(
      authorizeUrl(merchant, app, ["read_products"], { state: wrong }),
    );
    assert.ok(page.status >= 400 && page.status < 500, `${wrong}: ${page.status}`);
    assert.equal(page.location, "");
  }
});

test("INS-7: refusal by the merchant issues no code and leaves the app not installed", async () => {
  const refused = await registerApp(world, partner);
  const consent = await merchant.browser.open(authorizeUrl(merchant, refused, ["read_products"]));
  const end = await decide(merchant, consent, "refuse");
  assert.ok(!new URL(end.url).searchParams.has("code"), end.url);
  assert.ok(refused.receiver.requests.every(({ path }) => !path.includes("code=")));
  assert.equal(await installedRecord(merchant, refused), undefined);
  const answer = await exchange(world, merchant.shop.handle, exchangeBody(refused, "a-guess"));
  assertRefused(answer, 400, "client_not_granted");
});

test("INS-7: until the code is exchanged the app is not installed either", async () => {
  const pending = await registerApp(world, partner);
  await approve(merchant, pending, ["read_products"]);
  assert.equal(await installedRecord(merchant, pending), undefined);
});
