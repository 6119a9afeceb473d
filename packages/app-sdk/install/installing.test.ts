import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { signQuery } from "@souk/signing";
import { eventually, type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
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
let store: SeededStore;
let fixture: AppFixture;

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform, { products: 2 });
  fixture = await startAppFixture(platform);
});
after(async () => {
  await fixture.stop();
  await platform.stop();
});

const getHostname = (seeded: SeededStore): string => new URL(seeded.origin).hostname;

test("INS-22 after consent, the SDK stores the installation and subscribes to app/uninstall", async () => {
  const consentRedirect = await visit(await createSignedAppUrl(store, fixture));
  assert.equal(consentRedirect.status, 302);
  const consentUrl = new URL(consentRedirect.headers.get("location") ?? "");
  assert.equal(`${consentUrl.origin}${consentUrl.pathname}`, `${store.host_url}/oauth/authorize`);
  assert.equal(consentUrl.searchParams.get("client_id"), fixture.registeredApp.client_id);
  assert.equal(consentUrl.searchParams.get("scope"), "read_products,write_products");
  assert.equal(consentUrl.searchParams.get("redirect_uri"), fixture.registeredApp.redirection_url);

  const redirectUrl = await approve(store, consentUrl.href);
  const installResponse = await visit(redirectUrl);
  assert.equal(installResponse.status, 302, await installResponse.text());
  assert.equal(
    installResponse.headers.get("location"),
    `${store.host_url}/apps/installed/${fixture.registeredApp.client_id}`,
  );
  const installation = await fixture.tokenStore.load(getHostname(store));
  assert.equal(installation?.scope, "read_products,write_products");
  assert.notEqual(installation?.subscribed, "");
  const { webhooks } = await fixture.app.shop(getHostname(store)).webhooks.list();
  assert.deepEqual(
    webhooks.map(({ topic, url }) => [topic, url]),
    [["app/uninstall", `${fixture.url}/webhooks`]],
  );

  const repeatedResponse = await visit(redirectUrl);
  assert.equal(repeatedResponse.headers.get("location"), installResponse.headers.get("location"));
  assert.equal((await fixture.tokenStore.load(getHostname(store)))?.access_token, installation?.access_token);
  assert.deepEqual(fixture.errors, []);
});

test("INS-21 a merchant who has installed the app sees its page without consenting again", async () => {
  const page = await visit(await createSignedAppUrl(store, fixture));
  assert.deepEqual([page.status, await page.text()], [200, `The app in ${getHostname(store)}`]);
});

test("uninstalling an app deletes the stored installation, and the app can be installed again", async () => {
  await uninstall(store, fixture);
  await eventually(async () => (await fixture.tokenStore.load(getHostname(store))) === null);
  const installResponse = await install(store, fixture);
  assert.equal(installResponse.status, 302);
  assert.notEqual(await fixture.tokenStore.load(getHostname(store)), null);
});

test("INS-20 INS-23 an App URL with a changed, unsigned, ambiguous or old query is rejected", async () => {
  const validUrl = await createSignedAppUrl(store, fixture);
  const changeUrl = (change: (query: URLSearchParams) => void): string => {
    const url = new URL(validUrl);
    change(url.searchParams);
    return url.href;
  };
  const signAgain = (parameters: Record<string, string>): string =>
    changeUrl((query) => {
      for (const [name, value] of Object.entries(parameters)) query.set(name, value);
      query.delete("hmac");
      query.set("hmac", signQuery(query, fixture.registeredApp.client_secret));
    });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const cases: [string, string][] = [
    [changeUrl((query) => query.delete("hmac")), "missing_hmac"],
    [changeUrl((query) => query.set("hmac", "0".repeat(64))), "bad_signature"],
    [changeUrl((query) => query.set("shop", "other.souk.localhost")), "bad_signature"],
    [changeUrl((query) => query.append("shop", "other.souk.localhost")), "repeated_key"],
    [
      changeUrl((query) => query.set("host_url", "http://a.test&shop=other.souk.localhost")),
      "ampersand_in_value",
    ],
    [signAgain({ timestamp: String(nowSeconds - 301) }), "stale_timestamp"],
    [signAgain({ timestamp: String(nowSeconds + 320) }), "stale_timestamp"],
    [signAgain({ shop: "demo.souk.localhost.evil.example" }), "bad_shop"],
    [signAgain({ host_url: "http://evil.example/demo" }), "bad_host_url"],
  ];
  for (const [url, reason] of cases) {
    const response = await visit(url);
    const text = await response.text();
    assert.deepEqual([response.status, /Developers: (\w+)/.exec(text)?.[1]], [403, reason]);
    assert.doesNotMatch(response.headers.get("content-security-policy") ?? "", /frame-ancestors [^;]*evil/);
  }
  assert.equal((await visit(validUrl)).status, 200);
});
