import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Send } from "@souk/client";
import { signQuery } from "@souk/signing";
import {
  callConsole,
  loadInstallationId,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import type { App } from "../create-app.ts";
import { createSend } from "../network/send.ts";
import {
  type AppFixture,
  approve,
  createSignedAppUrl,
  install,
  startAppFixture,
  uninstall,
  visit,
} from "../testing/app-fixture.ts";

let platform: TestPlatform;
let fixture: AppFixture;
const calledPaths: string[] = [];

const createRecordingSend = (): Send => {
  const send = createSend();
  return (url, init) => {
    calledPaths.push(new URL(url).pathname);
    return send(url, init);
  };
};

before(async () => {
  platform = await startTestPlatform();
  fixture = await startAppFixture(platform, { send: createRecordingSend() });
});
after(async () => {
  await fixture.stop();
  await platform.stop();
});

const frameHeaders = { "sec-fetch-dest": "iframe" };
const getHostname = (store: SeededStore): string => new URL(store.origin).hostname;

async function installStore(): Promise<SeededStore> {
  const store = await seedStore(platform, { products: 1 });
  assert.equal((await install(store, fixture)).status, 302);
  fixture.errors.length = 0;
  return store;
}

/** Release the app with its original options again. */
async function restoreRelease(): Promise<App> {
  return fixture.deployRelease({});
}

test("INS-22 in the admin's frame, an app asks for consent through the app bridge or a link", async () => {
  const store = await seedStore(platform);
  const response = await visit(await createSignedAppUrl(store, fixture), frameHeaders);
  const html = await response.text();
  const adminOrigin = platform.addresses.adminOrigin;
  assert.equal(response.status, 200);
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.ok(policy.endsWith(`frame-ancestors ${adminOrigin}`), policy);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  assert.ok(
    html.includes(
      `<script src="${adminOrigin}/app-bridge.js" data-host-url="${store.host_url}" nonce="${nonce}"></script>`,
    ),
    html,
  );
  const url = JSON.parse(/souk\.authorize\(("[^"]+")\)/.exec(html)?.[1] ?? "null") as string;
  assert.ok(
    url.startsWith(`${store.host_url}/oauth/authorize?client_id=${fixture.registeredApp.client_id}&`),
  );
  assert.ok(html.includes(`<a href="${url.replaceAll("&", "&amp;")}" target="_blank"`));
  const installResponse = await visit(await approve(store, url));
  assert.equal(installResponse.status, 302);
  assert.notEqual(await fixture.tokenStore.load(getHostname(store)), null);
});

test("INS-23 only the admin may frame an app's page, and the page's cookies are SameSite=None; Secure", async () => {
  const store = await installStore();
  fixture.deployRelease({
    page: () =>
      new Response("page", {
        headers: {
          "x-frame-options": "DENY",
          "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
          "set-cookie": "seen=1; Path=/; SameSite=Strict",
        },
      }),
  });
  const page = await visit(await createSignedAppUrl(store, fixture), frameHeaders);
  assert.equal(page.headers.get("x-frame-options"), null);
  assert.equal(
    page.headers.get("content-security-policy"),
    `default-src 'self'; frame-ancestors ${platform.addresses.adminOrigin}`,
  );
  assert.deepEqual(page.headers.getSetCookie(), ["seen=1; Path=/; SameSite=None; Secure"]);
  assert.deepEqual(
    [page.headers.get("cache-control"), page.headers.get("referrer-policy")],
    ["no-store", "same-origin"],
  );
  await restoreRelease();
});

test("INS-20 the client secret is not sent if the redirect from the consent page was changed or is too old", async () => {
  const store = await seedStore(platform);
  const otherStore = await seedStore(platform);
  const consentRedirect = await visit(await createSignedAppUrl(store, fixture));
  const validRedirectUrl = await approve(store, consentRedirect.headers.get("location") ?? "");
  const otherConsentUrl = new URL(
    (await visit(await createSignedAppUrl(otherStore, fixture))).headers.get("location") ?? "",
  );
  const signAgain = (change: (query: URLSearchParams) => void): string => {
    const url = new URL(validRedirectUrl);
    change(url.searchParams);
    url.searchParams.delete("hmac");
    url.searchParams.set("hmac", signQuery(url.searchParams, fixture.registeredApp.client_secret));
    return url.href;
  };
  calledPaths.length = 0;
  const cases: [string, string][] = [
    [validRedirectUrl.replace(/code=[^&]+/, "code=other"), "bad_signature"],
    [`${validRedirectUrl}&shop=${getHostname(otherStore)}`, "repeated_key"],
    [validRedirectUrl.replace("state=", "state=%26shop%3Devil"), "ampersand_in_value"],
    [signAgain((query) => query.set("timestamp", "1")), "stale_timestamp"],
    [signAgain((query) => query.set("shop", "evil.example")), "bad_shop"],
    [signAgain((query) => query.set("host_url", "https://evil.example/demo")), "bad_host_url"],
    [signAgain((query) => query.delete("state")), "bad_state"],
    [signAgain((query) => query.set("state", otherConsentUrl.searchParams.get("state") ?? "")), "bad_state"],
    [signAgain((query) => query.delete("code")), "missing_code"],
  ];
  for (const [url, reason] of cases) {
    const response = await visit(url);
    assert.deepEqual([response.status, /Developers: (\w+)/.exec(await response.text())?.[1]], [403, reason]);
  }
  assert.deepEqual(calledPaths, []);
  assert.equal((await visit(validRedirectUrl)).status, 302);
  assert.equal(calledPaths[0], "/api/3.0/oauth/access_token.json");
});

test("if an app's new release requests more scopes, the merchant consents again and then sees the app", async () => {
  const store = await installStore();
  fixture.deployRelease({ scopes: ["read_products", "write_products", "read_orders"] });
  const consentRedirect = await visit(await createSignedAppUrl(store, fixture));
  assert.match(
    consentRedirect.headers.get("location") ?? "",
    /scope=read_products%2Cwrite_products%2Cread_orders&/,
  );
  assert.equal(
    (await visit(await approve(store, consentRedirect.headers.get("location") ?? ""))).status,
    302,
  );
  assert.equal(
    (await fixture.tokenStore.load(getHostname(store)))?.scope,
    "read_products,write_products,read_orders",
  );
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
  await restoreRelease();
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
});

test("an app that was uninstalled without a notice is installed again when the merchant returns", async () => {
  const store = await installStore();
  const oldInstallation = await fixture.tokenStore.load(getHostname(store));
  await uninstall(store, fixture, { disableFirst: true });
  assert.deepEqual(await fixture.tokenStore.load(getHostname(store)), oldInstallation);
  assert.equal((await install(store, fixture)).status, 302);
  const newInstallation = await fixture.tokenStore.load(getHostname(store));
  assert.notEqual(newInstallation?.access_token, oldInstallation?.access_token);
  assert.equal((await fixture.app.shop(getHostname(store)).webhooks.count()).count, 1);
});

test("an app whose access token was revoked deletes the token and asks for consent in its frame", async () => {
  const store = await installStore();
  const url = await createSignedAppUrl(store, fixture);
  await fixture.tokenStore.save({
    ...(await fixture.tokenStore.load(getHostname(store)))!,
    access_token: "souk_at_dead",
  });
  fixture.deployRelease({
    page: async ({ api }) => Response.json(await api.products.list()),
  });
  const response = await visit(url, frameHeaders);
  assert.match(await response.text(), /souk\.authorize\(/);
  assert.equal(await fixture.tokenStore.load(getHostname(store)), null);
  await restoreRelease();
});

test("a disabled app keeps its access token, and an error of its page is reported", async () => {
  const store = await installStore();
  const url = await createSignedAppUrl(store, fixture);
  const id = await loadInstallationId(store, fixture.registeredApp);
  await callConsole(store.owner.browser, ["POST", `${store.host_url}/api/console/apps/${id}/disable.json`]);
  fixture.deployRelease({ page: async ({ api }) => Response.json(await api.products.list()) });
  const response = await visit(url, frameHeaders);
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /disabled/);
  assert.match(String(fixture.errors[0]?.error), /ApiError: The merchant has disabled this app/);
  assert.notEqual(await fixture.tokenStore.load(getHostname(store)), null);
  await restoreRelease();
});

test("a new release of an app updates the app's webhook subscriptions, even after a failed update", async () => {
  const store = await installStore();
  const api = fixture.app.shop(getHostname(store));
  const listTopics = async () => (await api.webhooks.list()).webhooks.map(({ topic }) => topic).sort();
  const ignoreWebhook = async (): Promise<void> => undefined;
  fixture.deployRelease({ webhooks: { "product/update": ignoreWebhook, "order/create": ignoreWebhook } });
  await visit(await createSignedAppUrl(store, fixture));
  assert.deepEqual(await listTopics(), ["app/uninstall", "order/create", "product/update"]);

  fixture.deployRelease({
    webhooks: { "order/create": ignoreWebhook },
    webhookUrl: "https://10.0.0.1/hooks",
  });
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(
    fixture.errors.map(({ where, shop }) => [where, shop]),
    [["subscribe", getHostname(store)]],
  );

  fixture.deployRelease({ webhooks: { "order/create": ignoreWebhook } });
  await visit(await createSignedAppUrl(store, fixture));
  assert.deepEqual(await listTopics(), ["app/uninstall", "order/create"]);
  calledPaths.length = 0;
  await visit(await createSignedAppUrl(store, fixture), frameHeaders);
  assert.deepEqual(calledPaths, []);
  await restoreRelease();
});
