import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { roleRights, scopeNames, scopes } from "@souk/contract";
import { verifyQuery } from "@souk/signing";
import { extractText } from "@souk/testkit";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import type { PageResponse } from "../../infrastructure/routing/page.ts";
import { assertErrorPage, countCodes, getConsentToken, submitConsentForm } from "./testing/consent-page.ts";
import {
  approve,
  authorizePath,
  buildAuthorizeQuery,
  createInstallFixture,
  createTestStore,
  getHtmlPage,
  type InstallFixture,
  install,
  readConsentToken,
  redirectUri,
  type Visit,
  visit,
} from "./testing/install-fixture.ts";

let fixture: InstallFixture;
let otherStore: Store;

before(async () => {
  fixture = await createInstallFixture();
  otherStore = await createTestStore(fixture, fixture.owner, "second");
});
after(() => fixture.stop());

beforeEach(async () => {
  await fixture.database.query("delete from access_tokens");
  await fixture.database.query("delete from authorization_codes");
  await fixture.database.query("delete from installations");
});

type Query = ReturnType<typeof buildAuthorizeQuery>;
const buildQuery = (parameters?: Record<string, string>) => buildAuthorizeQuery(fixture, parameters);

const openPage = (query: Query, overrides: Visit = {}): Promise<PageResponse> =>
  visit(fixture, authorizePath, { ...overrides, query });

const openPageWith = (parameters: Record<string, string>) => openPage(buildQuery(parameters));

const submitForm = (form: Record<string, string>, overrides: Visit = {}) =>
  submitConsentForm(fixture, form, overrides);

test("INS-3 the consent page shows the app, its partner, the store and each permission", async () => {
  const { status, html } = getHtmlPage(await openPageWith({ scope: scopeNames.join(",") }));
  assert.equal(status, 200);
  const text = extractText(html);
  for (const part of ["Install Stock Sync", "by Stock Sync Ltd", "Store demo", "demo.souk.localhost"])
    assert.ok(text.includes(part), part);
  for (const description of Object.values(scopes)) assert.ok(text.includes(description), description);
  assert.match(html, /name="csrf_token" value="the-csrf-token"/);
  assert.doesNotMatch(text, /\(new\)/);
});

test("the consent page warns if a scope includes names, addresses and phone numbers of customers", async () => {
  const showsWarning = async (scope: string) => {
    const { html } = getHtmlPage(await openPageWith({ scope }));
    return extractText(html).includes(
      "This includes the names, addresses and phone numbers of your customers.",
    );
  };
  for (const scope of ["read_orders", "read_customers", "read_fulfillments", "read_products,read_orders"])
    assert.equal(await showsWarning(scope), true, scope);
  assert.equal(await showsWarning("read_products,write_orders"), false);
});

test("the consent page doesn't show the email of a partner without a name", async () => {
  const { partner } = fixture.app;
  const rename = (name: string) =>
    fixture.database.query(
      "update partners set name = $1 where id = (select partner_id from partner_members where account_id = $2)",
      [name, partner.account_id],
    );
  await rename("");
  const text = extractText(getHtmlPage(await openPageWith({})).html);
  await rename("Stock Sync Ltd");
  assert.ok(!text.includes("by "));
  assert.ok(!text.includes(partner.email));
});

test("INS-3 if an installed app requests more permissions, the new ones are marked", async () => {
  await install(fixture, { scope: "read_products,read_orders" });
  const page = await openPageWith({ scope: "read_products,write_products" });
  const text = extractText(getHtmlPage(page).html);
  assert.ok(text.includes("Update permissions for Stock Sync"));
  assert.ok(text.includes(`${scopes.write_products} (new)`));
  assert.ok(!text.includes(`${scopes.read_products} (new)`));
});

test("INS-6 approving redirects to the Redirection URL with all parameters signed", async () => {
  const response = await approve(fixture, { state: "a b+c%20d=商店" });
  assert.ok("redirect" in response);
  assert.ok(response.redirect.startsWith(`${redirectUri}&shop=`), "the registered URL is unchanged");
  const now = new Date(fixture.clock.now());
  const verdict = verifyQuery(new URL(response.redirect).search, fixture.app.client_secret, {
    now,
    maxAgeSeconds: 1,
    storeDomainSuffix: "souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.deepEqual(
    [...verdict.parameters.keys()],
    ["from", "shop", "host_url", "timestamp", "code", "state", "hmac"],
  );
  assert.equal(verdict.parameters.get("shop"), "demo.souk.localhost");
  assert.equal(verdict.parameters.get("host_url"), "http://admin.souk.localhost:4000/demo");
  assert.equal(verdict.parameters.get("state"), "a b+c%20d=商店");
  assert.equal(verdict.parameters.get("from"), "souk");
});

test("INS-7 Cancel on the consent page issues no code and doesn't redirect", async () => {
  const response = await submitForm({ consent: await getConsentToken(fixture), decision: "refuse" });
  assertErrorPage(response, 200, /App not installed/);
  assert.equal(await countCodes(fixture), 0);
});

test("INS-5 a request of an unknown app gets an error page without a redirect", async () => {
  const unknownIds = ["unknown", "x".repeat(5000), "<script>", "\0", fixture.app.client_id.toUpperCase()];
  for (const client_id of unknownIds)
    assertErrorPage(await openPageWith({ client_id }), 404, /App not found/);
  assertErrorPage(await openPage([["scope", ""]]), 400, /client_id/);
});

test("INS-5 a request with unknown scopes gets an error page that lists them", async () => {
  assertErrorPage(await openPageWith({ scope: "read_products,read_everything" }), 400, /read_everything/);
  const spacedScopes = "read_products write_products";
  assertErrorPage(await openPageWith({ scope: spacedScopes }), 400, /read_products write_products/);
  for (const scope of ["READ_PRODUCTS", "toString", "__proto__", "read_products;write_orders"])
    assertErrorPage(await openPageWith({ scope }), 400, /does not exist/);
  const queryWithoutScope = buildQuery().filter(([name]) => name !== "scope");
  assertErrorPage(await openPage(queryWithoutScope), 400, /scope/);
});

test("an authorize request may have app_id instead of client_id, or both with the same value", async () => {
  const otherParameters = buildQuery().filter(([name]) => name !== "client_id");
  readConsentToken(await openPage([...otherParameters, ["app_id", fixture.app.client_id]]));
  readConsentToken(await openPage([...buildQuery(), ["app_id", fixture.app.client_id]]));
  assertErrorPage(await openPage([...buildQuery(), ["app_id", "other"]]), 400, /are different/);
});

test("an authorize request's state must have 1 to 255 characters, without & and control characters", async () => {
  for (const state of ["x", "x".repeat(255), "a=b;c d/e?f#g", "商店"])
    await getConsentToken(fixture, { state });
  for (const state of ["", "x".repeat(256), "a&b", "&", "a\nb", "a\0b", "\u007f", "\u0085"])
    assertErrorPage(await openPageWith({ state }), 400, /state/);
});

test("P38b a repeated parameter of an authorize request is rejected, even if both values are equal", async () => {
  const query = buildQuery({ state: "s", foo: "1" });
  for (const [name, value] of query) {
    for (const secondValue of [value, "other", ""])
      assertErrorPage(await openPage([...query, [name, secondValue]]), 400, /is repeated/);
  }
});

test("P38b an & in the state, even encoded twice, adds no parameter to the redirect", async () => {
  assertErrorPage(await openPageWith({ state: "x&shop=evil.souk.localhost" }), 400, /&/);
  const response = await approve(fixture, { state: "x%26shop=evil.souk.localhost" });
  assert.ok("redirect" in response);
  assert.equal(new URL(response.redirect).searchParams.get("shop"), "demo.souk.localhost");
});

test("the authorize page for a disabled app, custom app or suspended store says what is wrong", async () => {
  const { database, store } = fixture;
  const { installation_id } = await install(fixture);
  await database.query("update installations set status = 'disabled' where id = $1", [installation_id]);
  assertErrorPage(await openPageWith({}), 400, /disabled in this store/);
  await database.query("update installations set status = 'enabled' where id = $1", [installation_id]);

  const customApp = await database.transaction((tx) =>
    fixture.deps.registerCustomApp(tx, { store_id: store.id, name: "Own" }),
  );
  assertErrorPage(await openPageWith({ client_id: customApp.client_id }), 400, /custom app/);
  const customAppQuery = buildQuery({ client_id: customApp.client_id });
  assertErrorPage(await openPage(customAppQuery, { store: otherStore }), 404, /App not found/);

  await database.query("update stores set suspended_at = now(), suspended_reason = 'why' where id = $1", [
    store.id,
  ]);
  assertErrorPage(await openPageWith({}), 400, /suspended/);
  await database.query("update stores set suspended_at = null, suspended_reason = null where id = $1", [
    store.id,
  ]);
});

test("a member without apps.manage can't approve an app, not even with a manager's form", async () => {
  const supportMember: SignedIn = { ...fixture.owner, role: "support", rights: roleRights.support };
  assertErrorPage(await openPage(buildQuery(), { signed_in: supportMember }), 403, /owner or a manager/);
  const form = { consent: await getConsentToken(fixture), decision: "approve" };
  assertErrorPage(await submitForm(form, { signed_in: supportMember }), 403, /owner or a manager/);
  assert.equal(await countCodes(fixture), 0);
  const managerResponse = await submitForm(form, { signed_in: { ...fixture.owner, role: "manager" } });
  assert.ok("redirect" in managerResponse);
});

test("the authorize pages HTML-escape the app's name, the state and the redirect URL", async () => {
  const { database, app } = fixture;
  await database.query(`update apps set name = '<img src=x onerror="1">' where id = $1`, [app.id]);
  const pages = [
    await openPageWith({ state: `"><script>` }),
    await openPageWith({ redirect_uri: `https://x.dev/"><script>` }),
  ];
  for (const page of pages) assert.doesNotMatch(getHtmlPage(page).html, /<script|<img/);
  await database.query("update apps set name = 'Stock Sync' where id = $1", [app.id]);
});
