import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import { extractText } from "@souk/testkit";
import type { PageResponse } from "../../infrastructure/routing/page.ts";
import {
  createInstallFixture,
  createSignedInAccount,
  createTestStore,
  getHtmlPage,
  type InstallFixture,
  install,
  visit,
} from "./testing/install-fixture.ts";

const linkPath = "/apps/install/:client_id";
const storePath = "/:store/apps/install/:client_id";
const installedPath = "/:store/apps/installed/:client_id";
const detailsPath = `${installedPath}/details`;
const openPath = "/:store/apps/open/:client_id";

let fixture: InstallFixture;
let params: { store: string; client_id: string };

before(async () => {
  fixture = await createInstallFixture();
  params = { store: "demo", client_id: fixture.app.client_id };
});
after(() => fixture.stop());

/**
 * Assert that a page redirects to the unchanged App URL with the store's parameters, signed with the current time
 * (INS-1, INS-2).
 */
function assertRedirectsToApp(response: PageResponse): void {
  assert.ok("redirect" in response);
  assert.ok(
    response.redirect.startsWith("http://localhost:4400/app?lang=en&shop=demo.souk.localhost&host_url="),
  );
  const now = new Date(fixture.clock.now());
  const verdict = verifyQuery(new URL(response.redirect).search, fixture.app.client_secret, {
    now,
    maxAgeSeconds: 1,
    storeDomainSuffix: "souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.deepEqual([...verdict.parameters.keys()], ["lang", "shop", "host_url", "timestamp", "hmac"]);
  assert.equal(verdict.parameters.get("host_url"), "http://admin.souk.localhost:4000/demo");
}

test("INS-1 an install link redirects a visitor with one store to the signed App URL", async () => {
  const linkResponse = await visit(fixture, linkPath, { params, store: null });
  assert.deepEqual(linkResponse, { redirect: `/demo/apps/install/${fixture.app.client_id}` });
  assertRedirectsToApp(await visit(fixture, storePath, { params }));
  fixture.clock.advance(3_600_000);
  assertRedirectsToApp(await visit(fixture, storePath, { params }));
});

test("an install link lists the visitor's stores, or offers to create a first store", async () => {
  const visitor = await createSignedInAccount(fixture.database, "many@shops.test");
  const noStorePage = getHtmlPage(
    await visit(fixture, linkPath, { params, store: null, signed_in: visitor }),
  );
  assert.match(extractText(noStorePage.html), /You don't have a store yet/);
  assert.match(noStorePage.html, /href="\/"[^>]*>Create a store/);
  for (const handle of ["one", "two"]) await createTestStore(fixture, visitor, handle);
  const { html } = getHtmlPage(await visit(fixture, linkPath, { params, store: null, signed_in: visitor }));
  for (const handle of ["one", "two"])
    assert.ok(html.includes(`href="/${handle}/apps/install/${fixture.app.client_id}"`));
});

test("a signed-out visitor signs in first and is then forwarded to the requested page", async () => {
  for (const [path, requestedPath] of [
    [linkPath, `/apps/install/${fixture.app.client_id}`],
    [storePath, `/demo/apps/install/${fixture.app.client_id}`],
    [openPath, `/demo/apps/open/${fixture.app.client_id}`],
  ] as const) {
    const signedOutResponse = await visit(fixture, path, { params, store: null, signed_in: null });
    const returnTo = encodeURIComponent(`${requestedPath}?signed_in=1`);
    assert.deepEqual(signedOutResponse, { redirect: `/sign-in?return_to=${returnTo}` });
    const continuePage = await visit(fixture, path, { params, query: [["signed_in", "1"]] });
    assert.ok("html" in continuePage);
    assert.equal(continuePage.refreshTo, requestedPath);
    assert.ok(
      continuePage.html.includes(`href="${requestedPath}"`),
      "the page also links to the requested path",
    );
  }
});

test("a made-up store name in a path can't redirect a visitor to another origin", async () => {
  for (const store of ["/stranger.test", "\\stranger.test", "demo\r\nx: y", "stranger.test"])
    for (const path of [storePath, openPath]) {
      const request = { params: { ...params, store }, store: null };
      const signedOutResponse = await visit(fixture, path, { ...request, signed_in: null });
      assert.ok("redirect" in signedOutResponse);
      const signInUrl = new URL(signedOutResponse.redirect, "http://admin.test");
      const returnTo = signInUrl.searchParams.get("return_to") ?? "";
      assert.ok(returnTo.startsWith(`/${encodeURIComponent(store)}/apps/`));
      for (const query of [[], [["signed_in", "1"]]] as const) {
        const response = await visit(fixture, path, { ...request, query });
        assert.equal(getHtmlPage(response).status, 404);
        assert.equal("refreshTo" in response, false);
        assert.equal(getHtmlPage(response).html.includes("stranger"), false);
      }
    }
});

test("an install link rejects unknown and custom apps, and another person's store", async () => {
  const customApp = await fixture.database.transaction((tx) =>
    fixture.deps.registerCustomApp(tx, { store_id: fixture.store.id, name: "Own" }),
  );
  for (const client_id of ["unknown", "\0", "x".repeat(255), customApp.client_id])
    for (const path of [linkPath, storePath]) {
      const response = getHtmlPage(await visit(fixture, path, { params: { store: "demo", client_id } }));
      assert.equal(response.status, 404);
    }
  const stranger = await createSignedInAccount(fixture.database, "stranger@shops.test");
  const response = getHtmlPage(await visit(fixture, storePath, { params, store: null, signed_in: stranger }));
  assert.equal(response.status, 404);
  assert.match(extractText(response.html), /don't have access to this store/);
});

test("INS-14 the page that opens an app redirects to the app with a new signature each time", async () => {
  const notInstalledPage = getHtmlPage(await visit(fixture, installedPath, { params }));
  assert.equal(notInstalledPage.status, 404);
  assert.ok(notInstalledPage.html.includes(`href="/demo/apps/install/${fixture.app.client_id}"`));
  await install(fixture);
  assertRedirectsToApp(await visit(fixture, openPath, { params }));
  fixture.clock.advance(3_600_000);
  assertRedirectsToApp(await visit(fixture, openPath, { params }));
});

test("INS-15 only the admin page that embeds an app can load a frame, and only from that app's origin", async () => {
  const { app, database } = fixture;
  const framingPage = { status: 200, panel: "admin", frameOrigin: "http://localhost:4400" };
  assert.deepEqual(await visit(fixture, installedPath, { params }), framingPage);
  const signed_in = { ...fixture.owner, role: "custom" as const, rights: [], scopes: [] };
  const pageWithoutAccess = await visit(fixture, installedPath, { params, signed_in });
  assert.deepEqual(pageWithoutAccess, { status: 200, panel: "admin" }, "a member without access to the app");
  await database.query("update apps set embedded = false where id = $1", [app.id]);
  assert.deepEqual(await visit(fixture, installedPath, { params }), { status: 200, panel: "admin" });
  assert.deepEqual(await visit(fixture, detailsPath, { params }), { status: 200, panel: "admin" });
});

test("INS-18 opening a disabled app redirects to the app's page in the admin", async () => {
  await fixture.database.query("update installations set status = 'disabled' where app_id = $1", [
    fixture.app.id,
  ]);
  const openResponse = await visit(fixture, openPath, { params });
  assert.deepEqual(openResponse, { redirect: `/demo/apps/installed/${fixture.app.client_id}` });
});

test("an unknown app and another store's custom app have no pages in a store", async () => {
  const otherStore = await createTestStore(
    fixture,
    await createSignedInAccount(fixture.database, "other@shops.test"),
    "other",
  );
  const customApp = await fixture.database.transaction((tx) =>
    fixture.deps.registerCustomApp(tx, { store_id: otherStore.id, name: "Secret project" }),
  );
  for (const client_id of ["unknown", customApp.client_id])
    for (const path of [installedPath, detailsPath, openPath]) {
      const { status, html } = getHtmlPage(
        await visit(fixture, path, { params: { store: "demo", client_id } }),
      );
      assert.equal(status, 404);
      assert.doesNotMatch(html, /Secret project/);
    }
});
