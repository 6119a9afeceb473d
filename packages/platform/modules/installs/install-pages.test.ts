import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import { plainText } from "@souk/testkit";
import type { PageAnswer } from "../../infrastructure/routing/page.ts";
import {
  createInstallFixture,
  createTestStore,
  type InstallFixture,
  install,
  shown,
  signedIn,
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
 * Assert that a page redirects to the App URL as it was registered, signed at this moment with the store's
 * parameters (INS-1, INS-2).
 */
function leadsToApp(answer: PageAnswer): void {
  assert.ok("redirect" in answer);
  assert.ok(
    answer.redirect.startsWith("http://localhost:4400/app?lang=en&shop=demo.souk.localhost&host_url="),
  );
  const now = new Date(fixture.clock.now());
  const verdict = verifyQuery(new URL(answer.redirect).search, fixture.app.client_secret, {
    now,
    maxAgeSeconds: 1,
    storeDomainSuffix: "souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.deepEqual([...verdict.parameters.keys()], ["lang", "shop", "host_url", "timestamp", "hmac"]);
  assert.equal(verdict.parameters.get("host_url"), "http://admin.souk.localhost:4000/demo");
}

test("INS-1 a visitor with one store is redirected to the App URL, signed each time", async () => {
  const link = await visit(fixture, linkPath, { params, store: null });
  assert.deepEqual(link, { redirect: `/demo/apps/install/${fixture.app.client_id}` });
  leadsToApp(await visit(fixture, storePath, { params }));
  fixture.clock.advance(3_600_000);
  leadsToApp(await visit(fixture, storePath, { params }));
});

test("a visitor with several stores chooses one; one without a store can create it", async () => {
  const many = await signedIn(fixture.database, "many@shops.test");
  const none = shown(await visit(fixture, linkPath, { params, store: null, signed_in: many }));
  assert.match(plainText(none.html), /You don't have a store yet/);
  assert.match(none.html, /href="\/"[^>]*>Create a store/);
  for (const handle of ["one", "two"]) await createTestStore(fixture, many, handle);
  const { html } = shown(await visit(fixture, linkPath, { params, store: null, signed_in: many }));
  for (const handle of ["one", "two"])
    assert.ok(html.includes(`href="/${handle}/apps/install/${fixture.app.client_id}"`));
});

test("a visitor who is signed out signs in first and comes back by a refreshing page", async () => {
  for (const [path, back] of [
    [linkPath, `/apps/install/${fixture.app.client_id}`],
    [storePath, `/demo/apps/install/${fixture.app.client_id}`],
    [openPath, `/demo/apps/open/${fixture.app.client_id}`],
  ] as const) {
    const sent = await visit(fixture, path, { params, store: null, signed_in: null });
    assert.deepEqual(sent, { redirect: `/sign-in?return_to=${encodeURIComponent(`${back}?signed_in=1`)}` });
    const landing = await visit(fixture, path, { params, query: [["signed_in", "1"]] });
    assert.ok("html" in landing);
    assert.equal(landing.refreshTo, back);
    assert.ok(landing.html.includes(`href="${back}"`), "usable where nothing refreshes");
  }
});

test("no page on the way to an app redirects to an origin from the address", async () => {
  for (const store of ["/stranger.test", "\\stranger.test", "demo\r\nx: y", "stranger.test"])
    for (const path of [storePath, openPath]) {
      const places = { params: { ...params, store }, store: null };
      const out = await visit(fixture, path, { ...places, signed_in: null });
      assert.ok("redirect" in out);
      const back = new URL(out.redirect, "http://admin.test").searchParams.get("return_to") ?? "";
      assert.ok(back.startsWith(`/${encodeURIComponent(store)}/apps/`));
      for (const query of [[], [["signed_in", "1"]]] as const) {
        const answer = await visit(fixture, path, { ...places, query });
        assert.equal(shown(answer).status, 404);
        assert.equal("refreshTo" in answer, false);
        assert.equal(shown(answer).html.includes("stranger"), false);
      }
    }
});

test("an install link rejects unknown and custom apps, and another person's store", async () => {
  const custom = await fixture.database.transaction((tx) =>
    fixture.deps.registerCustomApp(tx, { store_id: fixture.store.id, name: "Own" }),
  );
  for (const client_id of ["unknown", "\0", "x".repeat(255), custom.client_id])
    for (const path of [linkPath, storePath]) {
      const answer = shown(await visit(fixture, path, { params: { store: "demo", client_id } }));
      assert.equal(answer.status, 404);
    }
  const stranger = await signedIn(fixture.database, "stranger@shops.test");
  const answer = shown(await visit(fixture, storePath, { params, store: null, signed_in: stranger }));
  assert.equal(answer.status, 404);
  assert.match(plainText(answer.html), /don't have access to this store/);
});

test("INS-14 an installed app is opened by a page that signs its URL each time", async () => {
  const absent = shown(await visit(fixture, installedPath, { params }));
  assert.equal(absent.status, 404);
  assert.ok(absent.html.includes(`href="/demo/apps/install/${fixture.app.client_id}"`));
  await install(fixture);
  leadsToApp(await visit(fixture, openPath, { params }));
  fixture.clock.advance(3_600_000);
  leadsToApp(await visit(fixture, openPath, { params }));
});

test("INS-15 an installed app's page may frame only its origin, and only if embedded", async () => {
  const { app, database } = fixture;
  const framed = { status: 200, panel: "admin", frameOrigin: "http://localhost:4400" };
  assert.deepEqual(await visit(fixture, installedPath, { params }), framed);
  await database.query("update apps set embedded = false where id = $1", [app.id]);
  assert.deepEqual(await visit(fixture, installedPath, { params }), { status: 200, panel: "admin" });
  assert.deepEqual(await visit(fixture, detailsPath, { params }), { status: 200, panel: "admin" });
});

test("INS-18 a disabled app is not opened: its page is shown", async () => {
  await fixture.database.query("update installations set status = 'disabled' where app_id = $1", [
    fixture.app.id,
  ]);
  const opened = await visit(fixture, openPath, { params });
  assert.deepEqual(opened, { redirect: `/demo/apps/installed/${fixture.app.client_id}` });
});

test("an unknown app and another store's custom app have no installed page", async () => {
  const other = await createTestStore(fixture, await signedIn(fixture.database, "other@shops.test"), "other");
  const custom = await fixture.database.transaction((tx) =>
    fixture.deps.registerCustomApp(tx, { store_id: other.id, name: "Secret project" }),
  );
  for (const client_id of ["unknown", custom.client_id])
    for (const path of [installedPath, detailsPath, openPath]) {
      const { status, html } = shown(await visit(fixture, path, { params: { store: "demo", client_id } }));
      assert.equal(status, 404);
      assert.doesNotMatch(html, /Secret project/);
    }
});
