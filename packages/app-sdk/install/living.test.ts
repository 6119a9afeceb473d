import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Send } from "@souk/client";
import { signQuery } from "@souk/signing";
import {
  consoleCall,
  installationOf,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import type { App } from "../create-app.ts";
import { createSend } from "../network/send.ts";
import { type AppRig, appRig, approve, install, signedAppUrl, uninstall, visit } from "../testing/app-rig.ts";

let testing: TestPlatform;
let rig: AppRig;
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
  rig = await appRig(testing, { send: recording() });
});
after(async () => {
  await rig.stop();
  await testing.stop();
});

const framed = { "sec-fetch-dest": "iframe" };
const nameOf = (shop: SeededShop): string => new URL(shop.origin).hostname;

async function installedShop(): Promise<SeededShop> {
  const shop = await seedShop(testing, { products: 1 });
  assert.equal((await install(shop, rig)).status, 302);
  rig.problems.length = 0;
  return shop;
}

async function back(): Promise<App> {
  return rig.release({});
}

test("INS-22 in the admin's frame an unknown shop is asked to consent through the bridge, or by a link", async () => {
  const shop = await seedShop(testing);
  const answer = await visit(await signedAppUrl(shop, rig), framed);
  const html = await answer.text();
  const admin = testing.addresses.adminOrigin;
  assert.equal(answer.status, 200);
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.ok(policy.endsWith(`frame-ancestors ${admin}`), policy);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  assert.ok(
    html.includes(
      `<script src="${admin}/app-bridge.js" data-host-url="${shop.host_url}" nonce="${nonce}"></script>`,
    ),
    html,
  );
  const url = JSON.parse(/souk\.authorize\(("[^"]+")\)/.exec(html)?.[1] ?? "null") as string;
  assert.ok(url.startsWith(`${shop.host_url}/oauth/authorize?client_id=${rig.registered.client_id}&`));
  assert.ok(html.includes(`<a href="${url.replaceAll("&", "&amp;")}" target="_blank"`));
  const ended = await visit(await approve(shop, url));
  assert.equal(ended.status, 302);
  assert.notEqual(await rig.store.load(nameOf(shop)), null);
});

test("INS-23 the page may be framed by the admin alone, and its cookies are SameSite=None; Secure", async () => {
  const shop = await installedShop();
  rig.release({
    page: () =>
      new Response("page", {
        headers: {
          "x-frame-options": "DENY",
          "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
          "set-cookie": "seen=1; Path=/; SameSite=Strict",
        },
      }),
  });
  const page = await visit(await signedAppUrl(shop, rig), framed);
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

test("INS-20 a callback that is changed, old, or of an install that the app did not begin gets no secret", async () => {
  const shop = await seedShop(testing);
  const other = await seedShop(testing);
  const started = await visit(await signedAppUrl(shop, rig));
  const good = await approve(shop, started.headers.get("location") ?? "");
  const state = new URL((await visit(await signedAppUrl(other, rig))).headers.get("location") ?? "");
  const signed = (change: (query: URLSearchParams) => void): string => {
    const url = new URL(good);
    change(url.searchParams);
    url.searchParams.delete("hmac");
    url.searchParams.set("hmac", signQuery(url.searchParams, rig.registered.client_secret));
    return url.href;
  };
  sentTo.length = 0;
  const refusals: [string, string][] = [
    [good.replace(/code=[^&]+/, "code=other"), "bad_signature"],
    [`${good}&shop=${nameOf(other)}`, "repeated_key"],
    [good.replace("state=", "state=%26shop%3Devil"), "ampersand_in_value"],
    [signed((query) => query.set("timestamp", "1795000000")), "stale_timestamp"],
    [signed((query) => query.set("shop", "evil.example")), "bad_shop"],
    [signed((query) => query.set("host_url", "https://evil.example/demo")), "bad_host_url"],
    [signed((query) => query.delete("state")), "bad_state"],
    [signed((query) => query.set("state", state.searchParams.get("state") ?? "")), "bad_state"],
    [signed((query) => query.delete("code")), "missing_code"],
  ];
  for (const [url, reason] of refusals) {
    const answer = await visit(url);
    assert.deepEqual([answer.status, /Reason: (\w+)/.exec(await answer.text())?.[1]], [403, reason]);
  }
  assert.deepEqual(sentTo, []);
  assert.equal((await visit(good)).status, 302);
  assert.equal(sentTo[0], "/api/3.0/oauth/access_token.json");
});

test("a shop that granted less than the app asks for now is sent to consent, and then sees the app", async () => {
  const shop = await installedShop();
  rig.release({ scopes: ["read_products", "write_products", "read_orders"] });
  const asked = await visit(await signedAppUrl(shop, rig));
  assert.match(asked.headers.get("location") ?? "", /scope=read_products%2Cwrite_products%2Cread_orders&/);
  assert.equal((await visit(await approve(shop, asked.headers.get("location") ?? ""))).status, 302);
  assert.equal((await rig.store.load(nameOf(shop)))?.scope, "read_products,write_products,read_orders");
  assert.equal((await visit(await signedAppUrl(shop, rig))).status, 200);
  await back();
  assert.equal((await visit(await signedAppUrl(shop, rig))).status, 200);
});

test("an app that was disabled and removed in silence is installed anew when the merchant comes back", async () => {
  const shop = await installedShop();
  const before = await rig.store.load(nameOf(shop));
  await uninstall(shop, rig, { disableFirst: true });
  assert.deepEqual(await rig.store.load(nameOf(shop)), before);
  assert.equal((await install(shop, rig)).status, 302);
  const kept = await rig.store.load(nameOf(shop));
  assert.notEqual(kept?.access_token, before?.access_token);
  assert.equal((await rig.app.shop(nameOf(shop)).webhooks.count()).count, 1);
});

test("a page that meets a dead token asks for consent in the frame, and the token is forgotten", async () => {
  const shop = await installedShop();
  const url = await signedAppUrl(shop, rig);
  await rig.store.save({ ...(await rig.store.load(nameOf(shop)))!, access_token: "souk_at_dead" });
  rig.release({
    page: async ({ api }) => Response.json(await api.products.list()),
  });
  const answer = await visit(url, framed);
  assert.match(await answer.text(), /souk\.authorize\(/);
  assert.equal(await rig.store.load(nameOf(shop)), null);
  await back();
});

test("a disabled app keeps its token, and a page that fails is a bare page and a report", async () => {
  const shop = await installedShop();
  const url = await signedAppUrl(shop, rig);
  const id = await installationOf(shop, rig.registered);
  await consoleCall(shop.owner.browser, ["POST", `${shop.host_url}/api/console/apps/${id}/disable.json`]);
  rig.release({ page: async ({ api }) => Response.json(await api.products.list()) });
  const answer = await visit(url, framed);
  assert.equal(answer.status, 500);
  assert.doesNotMatch(await answer.text(), /disabled/);
  assert.match(String(rig.problems[0]?.error), /ApiError: The merchant has disabled this app/);
  assert.notEqual(await rig.store.load(nameOf(shop)), null);
  await back();
});

test("a release that listens to other topics changes the subscriptions at the next load, and what failed is tried again", async () => {
  const shop = await installedShop();
  const api = rig.app.shop(nameOf(shop));
  const topics = async () => (await api.webhooks.list()).webhooks.map(({ topic }) => topic).sort();
  const none = async (): Promise<void> => undefined;
  rig.release({ webhooks: { "product/update": none, "order/create": none } });
  await visit(await signedAppUrl(shop, rig));
  assert.deepEqual(await topics(), ["app/uninstall", "order/create", "product/update"]);

  rig.release({ webhooks: { "order/create": none }, webhookUrl: "https://10.0.0.1/hooks" });
  assert.equal((await visit(await signedAppUrl(shop, rig))).status, 200);
  assert.deepEqual(
    rig.problems.map(({ where, shop: of }) => [where, of]),
    [["subscribe", nameOf(shop)]],
  );

  rig.release({ webhooks: { "order/create": none } });
  await visit(await signedAppUrl(shop, rig));
  assert.deepEqual(await topics(), ["app/uninstall", "order/create"]);
  sentTo.length = 0;
  await visit(await signedAppUrl(shop, rig), framed);
  assert.deepEqual(sentTo, []);
  await back();
});
