import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer, RecordingReceiver } from "@souk/testkit";
import { startAppServer } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import {
  type ExampleApp,
  installExampleApp,
  requestStock,
  signedAppUrl,
  startExampleApp,
  uninstallExampleApp,
} from "../example-app.ts";
import { findInstalledRecord } from "../installing.ts";
import { createMerchant, createPartner, type Merchant } from "../people.ts";
import { signUrl } from "../signatures.ts";
import { forwardTo, isTopic } from "../webhooks.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let example: ExampleApp;

before(async () => {
  fixture = await createConformanceFixture({ realTime: true });
  merchant = await createMerchant(fixture);
  example = await startExampleApp(fixture, await createPartner(fixture), { reconcileSeconds: 3600 });
});
after(() => fixture.close());

async function assureInstalled(): Promise<void> {
  if (!(await findInstalledRecord(merchant, example.app)))
    await installExampleApp(fixture, merchant, example);
}

/** Return the parameters that the platform signs in a load of the app, at the present time. */
function parameters(): Record<string, string> {
  const { domain, host_url } = merchant.store;
  return { shop: domain, host_url, timestamp: String(Math.floor(Date.now() / 1000)) };
}

/** Load an address of the app with a signature that is right for the parameters, unless another secret is named. */
function load(
  address: string,
  changes: Record<string, string> = {},
  secret = example.app.client_secret,
): Promise<Answer> {
  const url = signUrl(new URL(address, example.app.app_url), { ...parameters(), ...changes }, secret);
  return example.request(url.href);
}

/** Load the app as the browser does for the frame in the admin. */
async function loadFrame(): Promise<Answer> {
  const { href } = await signedAppUrl(merchant, example);
  return example.request(href, { headers: { "sec-fetch-dest": "iframe" } });
}

function assertShowsApp(page: Answer): void {
  assert.equal(page.status, 200, page.text);
  assert.ok(page.text.includes(`data-shop="${merchant.store.domain}"`), page.text);
}

function assertRejected(answer: Answer, what: string): void {
  assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.location}`);
  assert.equal(answer.location, "", what);
  assert.ok(!answer.text.includes(`data-shop="`), `${what}: the app was shown`);
}

/** Return invalid requests, each with a host_url whose server records what the app sends to the store. */
function forgeries({ port }: RecordingReceiver): [what: string, () => Promise<Answer>[]][] {
  const { domain } = fixture.origins;
  const host_url = `http://admin.${domain}:${port}/${merchant.store.handle}`;
  const everyAddress = (changes: Record<string, string>, secret?: string): Promise<Answer>[] => [
    load("/", { host_url, ...changes }, secret),
    load("/auth/callback", { host_url, code: "a-code", state: "", ...changes }, secret),
  ];
  const foreign = ["shop.other.localhost", `shop.${domain}.other.localhost`, `shop-${domain}`, "localhost"];
  return [
    ["an hmac under another secret", () => everyAddress({}, "souk_cs_another")],
    ["an old timestamp", () => everyAddress({ timestamp: String(Math.floor(Date.now() / 1000) - 900) })],
    ...foreign.map((host): [string, () => Promise<Answer>[]] => [
      `shop ${host}`,
      () => everyAddress({ shop: host }),
    ]),
  ];
}

test("INS-20: a wrong hmac, old timestamp or foreign store is rejected before a secret is sent", async () => {
  await uninstallExampleApp(merchant, example);
  const otherServer = await startAppServer(fixture);
  otherServer.answer({ status: 400, body: '{"error":{"code":"code_unknown","message":"No such code."}}' });
  const host_url = `http://admin.${fixture.origins.domain}:${otherServer.port}/${merchant.store.handle}`;
  const started = await load("/", { host_url });
  const state = new URL(started.location).searchParams.get("state") ?? assert.fail(started.location);
  const callback = { host_url, code: "a-code", state };
  for (const [what, answers] of forgeries(otherServer))
    for (const answer of await Promise.all(answers())) assertRejected(answer, what);
  // The callback's state is right here, so that nothing but the signature and its time stands against it.
  const old = String(Math.floor(Date.now() / 1000) - 900);
  assertRejected(await load("/auth/callback", callback, "souk_cs_another"), "a callback's wrong hmac");
  assertRejected(await load("/auth/callback", { ...callback, timestamp: old }), "a callback of long ago");
  const signed = signUrl(
    new URL("/auth/callback", example.app.app_url),
    { ...parameters(), ...callback },
    example.app.client_secret,
  );
  signed.searchParams.set("code", "another-code");
  assertRejected(await example.request(signed.href), "a code that was not signed");
  assert.equal(otherServer.requests.length, 0);
  // The far end does see what leaves the app: a callback that is right carries the secret there.
  await load("/auth/callback", callback);
  assert.ok(otherServer.requests.some(({ body }) => body.includes(example.app.client_secret)));
});

test("INS-22: an unknown store goes to authorize; its token and app/uninstall topic are kept", async () => {
  await uninstallExampleApp(merchant, example);
  const first = await example.request((await signedAppUrl(merchant, example)).href);
  assert.equal(first.status, 302);
  const authorize = new URL(first.location);
  assert.equal(`${authorize.origin}${authorize.pathname}`, `${merchant.store.host_url}/oauth/authorize`);
  assert.equal(authorize.searchParams.get("client_id"), example.app.client_id);
  assert.equal(authorize.searchParams.get("redirect_uri"), example.app.redirection_url);
  assert.equal(authorize.searchParams.get("scope"), "read_products,write_products");

  const end = await installExampleApp(fixture, merchant, example);
  assert.ok(end.url.startsWith(`${merchant.store.host_url}/`), end.url);
  assert.equal((await findInstalledRecord(merchant, example.app))?.status, "enabled");
  // Another process has nothing but what was stored.
  await example.restart();
  assertShowsApp(await loadFrame());
  assert.equal((await requestStock(merchant, example)).status, 200);

  await uninstallExampleApp(merchant, example);
  const notice = await example.app.receiver.received(isTopic("app/uninstall"));
  assert.equal((await forwardTo(example, notice)).status, 200);
  const again = await example.request((await signedAppUrl(merchant, example)).href);
  assert.ok(again.location.startsWith(`${merchant.store.host_url}/oauth/authorize?`), again.location);
});

test("INS-21: a known store sees the app however it is opened, without a new installation", async () => {
  await assureInstalled();
  const before = await findInstalledRecord(merchant, example.app);
  for (let time = 0; time < 2; time++) {
    assertShowsApp(await loadFrame());
    const tab = await merchant.browser.follow(
      await merchant.browser.open((await signedAppUrl(merchant, example)).href),
    );
    assert.equal(new URL(tab.url).origin, new URL(example.app.app_url).origin, tab.url);
    assertShowsApp(tab);
    await example.restart();
  }
  assert.equal((await requestStock(merchant, example)).status, 200);
  assert.deepEqual(await findInstalledRecord(merchant, example.app), before);
});

test("INS-23: every load checks the hmac; the page can be framed; cookies are None and Secure", async () => {
  await assureInstalled();
  const page = await loadFrame();
  assertShowsApp(page);
  assert.equal(page.headers["x-frame-options"], undefined);
  const policy = String(page.headers["content-security-policy"] ?? "");
  const framedBy = /(?:^|;)\s*frame-ancestors ([^;]*)/.exec(policy)?.[1]?.split(" ");
  assert.ok(framedBy === undefined || framedBy.includes(fixture.origins.admin), policy);

  const document = { headers: { "sec-fetch-dest": "document" } };
  const steps = [await example.request((await signedAppUrl(merchant, example)).href, document)];
  for (let next = steps[0]?.location; next; next = steps.at(-1)?.location)
    steps.push(await example.request(next, { headers: collectCookies(steps) }));
  assertShowsApp(steps.at(-1) ?? assert.fail());
  const cookies = [page, ...steps].flatMap(({ headers }) => headers["set-cookie"] ?? []);
  assert.ok(cookies.length > 0, "the app in a tab relies on a cookie");
  for (const cookie of cookies) {
    assert.match(cookie, /;\s*SameSite=None(;|$)/i);
    assert.match(cookie, /;\s*Secure(;|$)/i);
  }

  const headers = collectCookies(steps);
  for (const address of ["/", "/chosen"]) {
    assertShowsApp(await load(address));
    const url = signUrl(new URL(address, example.app.app_url), parameters(), example.app.client_secret);
    const unsigned = new URL(url);
    unsigned.searchParams.delete("hmac");
    const changed = new URL(url);
    changed.searchParams.set("ids", "1");
    for (const { href } of [unsigned, changed])
      assertRejected(await example.request(href, { headers }), `${address} with a changed query`);
    assertRejected(await load(address, {}, "souk_cs_another"), `${address} under another secret`);
  }
});

function collectCookies(answers: readonly Answer[]): { cookie: string } {
  const set = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  return { cookie: set.map((cookie) => cookie.split(";")[0] ?? "").join("; ") };
}
