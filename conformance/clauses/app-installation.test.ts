import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse, RecordingReceiver } from "@souk/testkit";
import { startAppServer } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import {
  type ExampleApp,
  fetchStock,
  getSignedAppUrl,
  installExampleApp,
  startExampleApp,
  uninstallExampleApp,
} from "../example-app.ts";
import { findInstalledRecord } from "../installing.ts";
import { createMerchant, createPartner, type Merchant } from "../people.ts";
import { signUrl } from "../signatures.ts";
import { forwardWebhook, matchTopic } from "../webhooks.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let example: ExampleApp;

before(async () => {
  fixture = await createConformanceFixture({ realTime: true });
  merchant = await createMerchant(fixture);
  example = await startExampleApp(fixture, await createPartner(fixture), { reconcileSeconds: 3600 });
});
after(() => fixture.close());

async function ensureInstalled(): Promise<void> {
  if (!(await findInstalledRecord(merchant, example.app)))
    await installExampleApp(fixture, merchant, example);
}

/** Build the parameters that the platform signs when it opens the app, with the current time. */
function buildSignedParameters(): Record<string, string> {
  const { domain, host_url } = merchant.store;
  return { shop: domain, host_url, timestamp: String(Math.floor(Date.now() / 1000)) };
}

/** Load a URL of the app, with a valid signature unless another secret is passed. */
function loadApp(
  path: string,
  changes: Record<string, string> = {},
  secret = example.app.client_secret,
): Promise<HttpResponse> {
  const url = signUrl(new URL(path, example.app.app_url), { ...buildSignedParameters(), ...changes }, secret);
  return example.request(url.href);
}

/** Load the app as the browser does in the admin's iframe. */
async function loadFrame(): Promise<HttpResponse> {
  const { href } = await getSignedAppUrl(merchant, example);
  return example.request(href, { headers: { "sec-fetch-dest": "iframe" } });
}

function assertShowsApp(page: HttpResponse): void {
  assert.equal(page.status, 200, page.text);
  assert.ok(page.text.includes(`data-shop="${merchant.store.domain}"`), page.text);
}

function assertRejected(response: HttpResponse, label: string): void {
  assert.ok(
    response.status >= 400 && response.status < 500,
    `${label}: ${response.status} ${response.location}`,
  );
  assert.equal(response.location, "", label);
  assert.ok(!response.text.includes(`data-shop="`), `${label}: the response shows the app`);
}

/** Return functions that send invalid requests. Their host_url is a server that records what the app sends there. */
function listForgedRequests({ port }: RecordingReceiver): [label: string, () => Promise<HttpResponse>[]][] {
  const { domain } = fixture.origins;
  const host_url = `http://admin.${domain}:${port}/${merchant.store.handle}`;
  const loadEveryUrl = (changes: Record<string, string>, secret?: string): Promise<HttpResponse>[] => [
    loadApp("/", { host_url, ...changes }, secret),
    loadApp("/auth/callback", { host_url, code: "a-code", state: "", ...changes }, secret),
  ];
  const foreignHosts = [
    "shop.other.localhost",
    `shop.${domain}.other.localhost`,
    `shop-${domain}`,
    "localhost",
  ];
  return [
    ["an hmac with another secret", () => loadEveryUrl({}, "souk_cs_another")],
    ["an old timestamp", () => loadEveryUrl({ timestamp: String(Math.floor(Date.now() / 1000) - 900) })],
    ...foreignHosts.map((host): [string, () => Promise<HttpResponse>[]] => [
      `shop ${host}`,
      () => loadEveryUrl({ shop: host }),
    ]),
  ];
}

test("INS-20: the example app sends no secret if the hmac is wrong, the timestamp is old or the domain is not a store's", async () => {
  await uninstallExampleApp(merchant, example);
  const otherServer = await startAppServer(fixture);
  otherServer.respondWith({
    status: 400,
    body: '{"error":{"code":"code_unknown","message":"No such code."}}',
  });
  const host_url = `http://admin.${fixture.origins.domain}:${otherServer.port}/${merchant.store.handle}`;
  const authorizeRedirect = await loadApp("/", { host_url });
  const state =
    new URL(authorizeRedirect.location).searchParams.get("state") ?? assert.fail(authorizeRedirect.location);
  const callback = { host_url, code: "a-code", state };
  for (const [label, sendRequests] of listForgedRequests(otherServer))
    for (const response of await Promise.all(sendRequests())) assertRejected(response, label);
  // This callback's state is valid, so that only its signature or timestamp can be the reason to reject it.
  const oldTimestamp = String(Math.floor(Date.now() / 1000) - 900);
  assertRejected(
    await loadApp("/auth/callback", callback, "souk_cs_another"),
    "a callback with an invalid hmac",
  );
  assertRejected(
    await loadApp("/auth/callback", { ...callback, timestamp: oldTimestamp }),
    "a callback with an old timestamp",
  );
  const signedUrl = signUrl(
    new URL("/auth/callback", example.app.app_url),
    { ...buildSignedParameters(), ...callback },
    example.app.client_secret,
  );
  signedUrl.searchParams.set("code", "another-code");
  assertRejected(await example.request(signedUrl.href), "a code that was not signed");
  assert.equal(otherServer.requests.length, 0);
  // A valid callback does send the secret to the other server, so a secret sent by one of the calls above would have been recorded.
  await loadApp("/auth/callback", callback);
  assert.ok(otherServer.requests.some(({ body }) => body.includes(example.app.client_secret)));
});

test("INS-22: in a store without the example app, its page redirects to the authorize page, and the installation is saved", async () => {
  await uninstallExampleApp(merchant, example);
  const firstLoad = await example.request((await getSignedAppUrl(merchant, example)).href);
  assert.equal(firstLoad.status, 302);
  const authorizeUrl = new URL(firstLoad.location);
  assert.equal(
    `${authorizeUrl.origin}${authorizeUrl.pathname}`,
    `${merchant.store.host_url}/oauth/authorize`,
  );
  assert.equal(authorizeUrl.searchParams.get("client_id"), example.app.client_id);
  assert.equal(authorizeUrl.searchParams.get("redirect_uri"), example.app.redirection_url);
  assert.equal(authorizeUrl.searchParams.get("scope"), "read_products,write_products");

  const lastPage = await installExampleApp(fixture, merchant, example);
  assert.ok(lastPage.url.startsWith(`${merchant.store.host_url}/`), lastPage.url);
  assert.equal((await findInstalledRecord(merchant, example.app))?.status, "enabled");
  // The new process knows only what the app has stored.
  await example.restart();
  assertShowsApp(await loadFrame());
  assert.equal((await fetchStock(merchant, example)).status, 200);

  await uninstallExampleApp(merchant, example);
  const uninstallWebhook = await example.app.receiver.waitForRequest(matchTopic("app/uninstall"));
  assert.equal((await forwardWebhook(example, uninstallWebhook)).status, 200);
  const reload = await example.request((await getSignedAppUrl(merchant, example)).href);
  assert.ok(reload.location.startsWith(`${merchant.store.host_url}/oauth/authorize?`), reload.location);
});

test("INS-21: an installed example app opens in a frame and in a tab without being installed again", async () => {
  await ensureInstalled();
  const recordBefore = await findInstalledRecord(merchant, example.app);
  for (let round = 0; round < 2; round++) {
    assertShowsApp(await loadFrame());
    const tab = await merchant.browser.followRedirects(
      await merchant.browser.open((await getSignedAppUrl(merchant, example)).href),
    );
    assert.equal(new URL(tab.url).origin, new URL(example.app.app_url).origin, tab.url);
    assertShowsApp(tab);
    await example.restart();
  }
  assert.equal((await fetchStock(merchant, example)).status, 200);
  assert.deepEqual(await findInstalledRecord(merchant, example.app), recordBefore);
});

test("INS-23: the example app checks the hmac of each load, and the app's page and cookies work in a frame", async () => {
  await ensureInstalled();
  const page = await loadFrame();
  assertShowsApp(page);
  assert.equal(page.headers["x-frame-options"], undefined);
  const policy = String(page.headers["content-security-policy"] ?? "");
  const allowedFrameOrigins = /(?:^|;)\s*frame-ancestors ([^;]*)/.exec(policy)?.[1]?.split(" ");
  assert.ok(allowedFrameOrigins === undefined || allowedFrameOrigins.includes(fixture.origins.admin), policy);

  const documentRequest = { headers: { "sec-fetch-dest": "document" } };
  const documentResponses = [
    await example.request((await getSignedAppUrl(merchant, example)).href, documentRequest),
  ];
  let redirectUrl = documentResponses[0]?.location;
  while (redirectUrl) {
    const response = await example.request(redirectUrl, { headers: collectCookies(documentResponses) });
    documentResponses.push(response);
    redirectUrl = response.location;
  }
  assertShowsApp(documentResponses.at(-1) ?? assert.fail());
  const cookies = [page, ...documentResponses].flatMap(({ headers }) => headers["set-cookie"] ?? []);
  assert.ok(cookies.length > 0, "the app sets no cookie, although it needs one in a tab");
  for (const cookie of cookies) {
    assert.match(cookie, /;\s*SameSite=None(;|$)/i);
    assert.match(cookie, /;\s*Secure(;|$)/i);
  }

  const headers = collectCookies(documentResponses);
  for (const path of ["/", "/chosen"]) {
    assertShowsApp(await loadApp(path));
    const url = signUrl(
      new URL(path, example.app.app_url),
      buildSignedParameters(),
      example.app.client_secret,
    );
    const unsignedUrl = new URL(url);
    unsignedUrl.searchParams.delete("hmac");
    const alteredUrl = new URL(url);
    alteredUrl.searchParams.set("ids", "1");
    for (const { href } of [unsignedUrl, alteredUrl])
      assertRejected(await example.request(href, { headers }), `${path} with an altered query`);
    assertRejected(await loadApp(path, {}, "souk_cs_another"), `${path} with another secret`);
  }
});

function collectCookies(responses: readonly HttpResponse[]): { cookie: string } {
  const setCookies = responses.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  return { cookie: setCookies.map((cookie) => cookie.split(";")[0] ?? "").join("; ") };
}
