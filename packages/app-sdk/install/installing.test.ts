import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signQuery } from "@souk/signing";
import { eventually, type SeededShop, seedShop, type TestPlatform, testPlatform } from "@souk/testkit";
import { type AppRig, appRig, approve, install, signedAppUrl, uninstall, visit } from "../testing/app-rig.ts";

let testing: TestPlatform;
let shop: SeededShop;
let rig: AppRig;

before(async () => {
  testing = await testPlatform();
  shop = await seedShop(testing, { products: 2 });
  rig = await appRig(testing);
});
after(async () => {
  await rig.stop();
  await testing.stop();
});

const shopName = (of: SeededShop): string => new URL(of.origin).hostname;

test("INS-22 an unknown shop is sent to consent; then token and shop are stored and app/uninstall is subscribed", async () => {
  const started = await visit(await signedAppUrl(shop, rig));
  assert.equal(started.status, 302);
  const authorize = new URL(started.headers.get("location") ?? "");
  assert.equal(`${authorize.origin}${authorize.pathname}`, `${shop.host_url}/oauth/authorize`);
  assert.equal(authorize.searchParams.get("client_id"), rig.registered.client_id);
  assert.equal(authorize.searchParams.get("scope"), "read_products,write_products");
  assert.equal(authorize.searchParams.get("redirect_uri"), rig.registered.redirection_url);

  const callback = await approve(shop, authorize.href);
  const ended = await visit(callback);
  assert.equal(ended.status, 302, await ended.text());
  assert.equal(ended.headers.get("location"), `${shop.host_url}/apps/installed/${rig.registered.client_id}`);
  const kept = await rig.store.load(shopName(shop));
  assert.equal(kept?.scope, "read_products,write_products");
  assert.notEqual(kept?.subscribed, "");
  const { webhooks } = await rig.app.shop(shopName(shop)).webhooks.list();
  assert.deepEqual(
    webhooks.map(({ topic, url }) => [topic, url]),
    [["app/uninstall", `${rig.url}/webhooks`]],
  );

  const again = await visit(callback);
  assert.equal(again.headers.get("location"), ended.headers.get("location"));
  assert.equal((await rig.store.load(shopName(shop)))?.access_token, kept?.access_token);
  assert.deepEqual(rig.problems, []);
});

test("INS-21 a known shop sees the app and is not installed again", async () => {
  const page = await visit(await signedAppUrl(shop, rig));
  assert.deepEqual([page.status, await page.text()], [200, `The app in ${shopName(shop)}`]);
});

test("a merchant's removal of the app makes it forget the shop, and the next install begins anew", async () => {
  await uninstall(shop, rig);
  await eventually(async () => (await rig.store.load(shopName(shop))) === null);
  const ended = await install(shop, rig);
  assert.equal(ended.status, 302);
  assert.notEqual(await rig.store.load(shopName(shop)), null);
});

test("INS-20 INS-23 a changed, unsigned, smuggled or old query is refused on every load, before anything leaves the app", async () => {
  const good = await signedAppUrl(shop, rig);
  const changed = (change: (query: URLSearchParams) => void): string => {
    const url = new URL(good);
    change(url.searchParams);
    return url.href;
  };
  const signed = (parameters: Record<string, string>): string =>
    changed((query) => {
      for (const [name, value] of Object.entries(parameters)) query.set(name, value);
      query.delete("hmac");
      query.set("hmac", signQuery(query, rig.registered.client_secret));
    });
  const seconds = Math.floor(Date.now() / 1000);
  const refusals: [string, string][] = [
    [changed((query) => query.delete("hmac")), "missing_hmac"],
    [changed((query) => query.set("hmac", "0".repeat(64))), "bad_signature"],
    [changed((query) => query.set("shop", "other.souk.localhost")), "bad_signature"],
    [changed((query) => query.append("shop", "other.souk.localhost")), "repeated_key"],
    [
      changed((query) => query.set("host_url", "http://a.test&shop=other.souk.localhost")),
      "ampersand_in_value",
    ],
    [signed({ timestamp: String(seconds - 301) }), "stale_timestamp"],
    [signed({ timestamp: String(seconds + 320) }), "stale_timestamp"],
    [signed({ shop: "demo.souk.localhost.evil.example" }), "bad_shop"],
    [signed({ host_url: "http://evil.example/demo" }), "bad_host_url"],
  ];
  for (const [url, reason] of refusals) {
    const answer = await visit(url);
    const text = await answer.text();
    assert.deepEqual([answer.status, /Reason: (\w+)/.exec(text)?.[1]], [403, reason]);
    assert.doesNotMatch(answer.headers.get("content-security-policy") ?? "", /frame-ancestors [^;]*evil/);
  }
  assert.equal((await visit(good)).status, 200);
});
