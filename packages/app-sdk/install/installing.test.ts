import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signQuery } from "@souk/signing";
import { eventually, type SeededStore, seedStore, type TestPlatform, testPlatform } from "@souk/testkit";
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
let store: SeededStore;
let fixture: AppFixture;

before(async () => {
  testing = await testPlatform();
  store = await seedStore(testing, { products: 2 });
  fixture = await startAppFixture(testing);
});
after(async () => {
  await fixture.stop();
  await testing.stop();
});

const getHostname = (seeded: SeededStore): string => new URL(seeded.origin).hostname;

test("INS-22 an unknown store consents, is stored and subscribes app/uninstall", async () => {
  const started = await visit(await signedAppUrl(store, fixture));
  assert.equal(started.status, 302);
  const authorize = new URL(started.headers.get("location") ?? "");
  assert.equal(`${authorize.origin}${authorize.pathname}`, `${store.host_url}/oauth/authorize`);
  assert.equal(authorize.searchParams.get("client_id"), fixture.registered.client_id);
  assert.equal(authorize.searchParams.get("scope"), "read_products,write_products");
  assert.equal(authorize.searchParams.get("redirect_uri"), fixture.registered.redirection_url);

  const callback = await approve(store, authorize.href);
  const ended = await visit(callback);
  assert.equal(ended.status, 302, await ended.text());
  assert.equal(
    ended.headers.get("location"),
    `${store.host_url}/apps/installed/${fixture.registered.client_id}`,
  );
  const kept = await fixture.store.load(getHostname(store));
  assert.equal(kept?.scope, "read_products,write_products");
  assert.notEqual(kept?.subscribed, "");
  const { webhooks } = await fixture.app.shop(getHostname(store)).webhooks.list();
  assert.deepEqual(
    webhooks.map(({ topic, url }) => [topic, url]),
    [["app/uninstall", `${fixture.url}/webhooks`]],
  );

  const again = await visit(callback);
  assert.equal(again.headers.get("location"), ended.headers.get("location"));
  assert.equal((await fixture.store.load(getHostname(store)))?.access_token, kept?.access_token);
  assert.deepEqual(fixture.errors, []);
});

test("INS-21 a known store sees the app and is not installed again", async () => {
  const page = await visit(await signedAppUrl(store, fixture));
  assert.deepEqual([page.status, await page.text()], [200, `The app in ${getHostname(store)}`]);
});

test("an uninstall deletes the installation, and the next install starts over", async () => {
  await uninstall(store, fixture);
  await eventually(async () => (await fixture.store.load(getHostname(store))) === null);
  const ended = await install(store, fixture);
  assert.equal(ended.status, 302);
  assert.notEqual(await fixture.store.load(getHostname(store)), null);
});

test("INS-20 INS-23 a changed, unsigned, smuggled or old query is rejected before any request", async () => {
  const good = await signedAppUrl(store, fixture);
  const changed = (change: (query: URLSearchParams) => void): string => {
    const url = new URL(good);
    change(url.searchParams);
    return url.href;
  };
  const signed = (parameters: Record<string, string>): string =>
    changed((query) => {
      for (const [name, value] of Object.entries(parameters)) query.set(name, value);
      query.delete("hmac");
      query.set("hmac", signQuery(query, fixture.registered.client_secret));
    });
  const seconds = Math.floor(Date.now() / 1000);
  const cases: [string, string][] = [
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
  for (const [url, reason] of cases) {
    const answer = await visit(url);
    const text = await answer.text();
    assert.deepEqual([answer.status, /Developers: (\w+)/.exec(text)?.[1]], [403, reason]);
    assert.doesNotMatch(answer.headers.get("content-security-policy") ?? "", /frame-ancestors [^;]*evil/);
  }
  assert.equal((await visit(good)).status, 200);
});
