import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Send } from "@souk/client";
import { signQuery } from "@souk/signing";
import {
  consoleCall,
  loadInstallationId,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import type { App } from "../create-app.ts";
import { createSend } from "../network/send.ts";
import {
  type AppFixture,
  approve,
  install,
  signedAppUrl,
  startAppFixture,
  uninstall,
  visit,
} from "../testing/app-fixture.ts";

let testing: TestPlatform;
let fixture: AppFixture;
const sentTo: string[] = [];

const recording = (): Send => {
  const send = createSend();
  return (url, init) => {
    sentTo.push(new URL(url).pathname);
    return send(url, init);
  };
};

before(async () => {
  testing = await testPlatform();
  fixture = await startAppFixture(testing, { send: recording() });
});
after(async () => {
  await fixture.stop();
  await testing.stop();
});

const framed = { "sec-fetch-dest": "iframe" };
const getHostname = (store: SeededStore): string => new URL(store.origin).hostname;

async function installStore(): Promise<SeededStore> {
  const store = await seedStore(testing, { products: 1 });
  assert.equal((await install(store, fixture)).status, 302);
  fixture.errors.length = 0;
  return store;
}

async function back(): Promise<App> {
  return fixture.release({});
}

test("INS-22 an unknown store in the frame consents through the bridge or a link", async () => {
  const store = await seedStore(testing);
  const answer = await visit(await signedAppUrl(store, fixture), framed);
  const html = await answer.text();
  const admin = testing.addresses.adminOrigin;
  assert.equal(answer.status, 200);
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.ok(policy.endsWith(`frame-ancestors ${admin}`), policy);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  assert.ok(
    html.includes(
      `<script src="${admin}/app-bridge.js" data-host-url="${store.host_url}" nonce="${nonce}"></script>`,
    ),
    html,
  );
  const url = JSON.parse(/souk\.authorize\(("[^"]+")\)/.exec(html)?.[1] ?? "null") as string;
  assert.ok(url.startsWith(`${store.host_url}/oauth/authorize?client_id=${fixture.registered.client_id}&`));
  assert.ok(html.includes(`<a href="${url.replaceAll("&", "&amp;")}" target="_blank"`));
  const ended = await visit(await approve(store, url));
  assert.equal(ended.status, 302);
  assert.notEqual(await fixture.store.load(getHostname(store)), null);
});

test("INS-23 only the admin may frame the page, and cookies are SameSite=None; Secure", async () => {
  const store = await installStore();
  fixture.release({
    page: () =>
      new Response("page", {
        headers: {
          "x-frame-options": "DENY",
          "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
          "set-cookie": "seen=1; Path=/; SameSite=Strict",
        },
      }),
  });
  const page = await visit(await signedAppUrl(store, fixture), framed);
  assert.equal(page.headers.get("x-frame-options"), null);
  assert.equal(
    page.headers.get("content-security-policy"),
    `default-src 'self'; frame-ancestors ${testing.addresses.adminOrigin}`,
  );
  assert.deepEqual(page.headers.getSetCookie(), ["seen=1; Path=/; SameSite=None; Secure"]);
  assert.deepEqual(
    [page.headers.get("cache-control"), page.headers.get("referrer-policy")],
    ["no-store", "same-origin"],
  );
  await back();
});

test("INS-20 a changed, old or unrequested callback gets no secret", async () => {
  const store = await seedStore(testing);
  const other = await seedStore(testing);
  const started = await visit(await signedAppUrl(store, fixture));
  const good = await approve(store, started.headers.get("location") ?? "");
  const state = new URL((await visit(await signedAppUrl(other, fixture))).headers.get("location") ?? "");
  const signed = (change: (query: URLSearchParams) => void): string => {
    const url = new URL(good);
    change(url.searchParams);
    url.searchParams.delete("hmac");
    url.searchParams.set("hmac", signQuery(url.searchParams, fixture.registered.client_secret));
    return url.href;
  };
  sentTo.length = 0;
  const cases: [string, string][] = [
    [good.replace(/code=[^&]+/, "code=other"), "bad_signature"],
    [`${good}&shop=${getHostname(other)}`, "repeated_key"],
    [good.replace("state=", "state=%26shop%3Devil"), "ampersand_in_value"],
    [signed((query) => query.set("timestamp", "1795000000")), "stale_timestamp"],
    [signed((query) => query.set("shop", "evil.example")), "bad_shop"],
    [signed((query) => query.set("host_url", "https://evil.example/demo")), "bad_host_url"],
    [signed((query) => query.delete("state")), "bad_state"],
    [signed((query) => query.set("state", state.searchParams.get("state") ?? "")), "bad_state"],
    [signed((query) => query.delete("code")), "missing_code"],
  ];
  for (const [url, reason] of cases) {
    const answer = await visit(url);
    assert.deepEqual([answer.status, /Developers: (\w+)/.exec(await answer.text())?.[1]], [403, reason]);
  }
  assert.deepEqual(sentTo, []);
  assert.equal((await visit(good)).status, 302);
  assert.equal(sentTo[0], "/api/3.0/oauth/access_token.json");
});

test("a store that granted too few scopes consents again and then sees the app", async () => {
  const store = await installStore();
  fixture.release({ scopes: ["read_products", "write_products", "read_orders"] });
  const asked = await visit(await signedAppUrl(store, fixture));
  assert.match(asked.headers.get("location") ?? "", /scope=read_products%2Cwrite_products%2Cread_orders&/);
  assert.equal((await visit(await approve(store, asked.headers.get("location") ?? ""))).status, 302);
  assert.equal(
    (await fixture.store.load(getHostname(store)))?.scope,
    "read_products,write_products,read_orders",
  );
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
  await back();
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
});

test("an app removed without notice is installed again when the merchant returns", async () => {
  const store = await installStore();
  const before = await fixture.store.load(getHostname(store));
  await uninstall(store, fixture, { disableFirst: true });
  assert.deepEqual(await fixture.store.load(getHostname(store)), before);
  assert.equal((await install(store, fixture)).status, 302);
  const kept = await fixture.store.load(getHostname(store));
  assert.notEqual(kept?.access_token, before?.access_token);
  assert.equal((await fixture.app.shop(getHostname(store)).webhooks.count()).count, 1);
});

test("a page with a revoked token asks for consent in the frame and deletes the token", async () => {
  const store = await installStore();
  const url = await signedAppUrl(store, fixture);
  await fixture.store.save({
    ...(await fixture.store.load(getHostname(store)))!,
    access_token: "souk_at_dead",
  });
  fixture.release({
    page: async ({ api }) => Response.json(await api.products.list()),
  });
  const answer = await visit(url, framed);
  assert.match(await answer.text(), /souk\.authorize\(/);
  assert.equal(await fixture.store.load(getHostname(store)), null);
  await back();
});

test("a disabled app keeps its token, and a failed page is plain and reported", async () => {
  const store = await installStore();
  const url = await signedAppUrl(store, fixture);
  const id = await loadInstallationId(store, fixture.registered);
  await consoleCall(store.owner.browser, ["POST", `${store.host_url}/api/console/apps/${id}/disable.json`]);
  fixture.release({ page: async ({ api }) => Response.json(await api.products.list()) });
  const answer = await visit(url, framed);
  assert.equal(answer.status, 500);
  assert.doesNotMatch(await answer.text(), /disabled/);
  assert.match(String(fixture.errors[0]?.error), /ApiError: The merchant has disabled this app/);
  assert.notEqual(await fixture.store.load(getHostname(store)), null);
  await back();
});

test("a release with other topics updates subscriptions and retries failures", async () => {
  const store = await installStore();
  const api = fixture.app.shop(getHostname(store));
  const topics = async () => (await api.webhooks.list()).webhooks.map(({ topic }) => topic).sort();
  const none = async (): Promise<void> => undefined;
  fixture.release({ webhooks: { "product/update": none, "order/create": none } });
  await visit(await signedAppUrl(store, fixture));
  assert.deepEqual(await topics(), ["app/uninstall", "order/create", "product/update"]);

  fixture.release({ webhooks: { "order/create": none }, webhookUrl: "https://10.0.0.1/hooks" });
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(
    fixture.errors.map(({ where, shop: of }) => [where, of]),
    [["subscribe", getHostname(store)]],
  );

  fixture.release({ webhooks: { "order/create": none } });
  await visit(await signedAppUrl(store, fixture));
  assert.deepEqual(await topics(), ["app/uninstall", "order/create"]);
  sentTo.length = 0;
  await visit(await signedAppUrl(store, fixture), framed);
  assert.deepEqual(sentTo, []);
  await back();
});
