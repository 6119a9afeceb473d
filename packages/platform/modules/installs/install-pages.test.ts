import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import { plainText } from "@souk/testkit";
import type { PageAnswer } from "../../routing/page.ts";
import {
  type InstallWorld,
  install,
  installWorld,
  openShop,
  shown,
  signedIn,
  visit,
} from "./testing/install-world.ts";

const linkPath = "/apps/install/:client_id";
const storePath = "/:store/apps/install/:client_id";
const installedPath = "/:store/apps/installed/:client_id";
const detailsPath = `${installedPath}/details`;
const openPath = "/:store/apps/open/:client_id";

let world: InstallWorld;
let params: { store: string; client_id: string };

before(async () => {
  world = await installWorld();
  params = { store: "demo", client_id: world.app.client_id };
});
after(() => world.stop());

/** The redirect leads to the App URL as it was registered, signed at this moment with the shop's parameters (INS-1, INS-2). */
function leadsToApp(answer: PageAnswer): void {
  assert.ok("redirect" in answer);
  assert.ok(
    answer.redirect.startsWith("http://localhost:4400/app?lang=en&shop=demo.souk.localhost&host_url="),
  );
  const now = new Date(world.clock.now());
  const verdict = verifyQuery(new URL(answer.redirect).search, world.app.client_secret, {
    now,
    maxAgeSeconds: 1,
    storeDomainSuffix: "souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.deepEqual([...verdict.parameters.keys()], ["lang", "shop", "host_url", "timestamp", "hmac"]);
  assert.equal(verdict.parameters.get("host_url"), "http://admin.souk.localhost:4000/demo");
}

test("INS-1 a visitor with one shop is led to the App URL, signed anew each time", async () => {
  const link = await visit(world, linkPath, { params, store: null });
  assert.deepEqual(link, { redirect: `/demo/apps/install/${world.app.client_id}` });
  leadsToApp(await visit(world, storePath, { params }));
  world.clock.advance(3_600_000);
  leadsToApp(await visit(world, storePath, { params }));
});

test("a visitor with several shops chooses one, and one with none is told how to make one", async () => {
  const many = await signedIn(world.database, "many@shops.test");
  const none = shown(await visit(world, linkPath, { params, store: null, signed_in: many }));
  assert.match(plainText(none.html), /You have no shop yet/);
  assert.match(none.html, /href="\/"[^>]*>Create a shop/);
  for (const handle of ["one", "two"]) await openShop(world, many, handle);
  const { html } = shown(await visit(world, linkPath, { params, store: null, signed_in: many }));
  for (const handle of ["one", "two"])
    assert.ok(html.includes(`href="/${handle}/apps/install/${world.app.client_id}"`));
});

test("a visitor who is not signed in signs in first and comes back by a page that goes on by itself", async () => {
  for (const [path, back] of [
    [linkPath, `/apps/install/${world.app.client_id}`],
    [storePath, `/demo/apps/install/${world.app.client_id}`],
    [openPath, `/demo/apps/open/${world.app.client_id}`],
  ] as const) {
    const sent = await visit(world, path, { params, store: null, signed_in: null });
    assert.deepEqual(sent, { redirect: `/sign-in?return_to=${encodeURIComponent(`${back}?signed_in=1`)}` });
    const landing = await visit(world, path, { params, query: [["signed_in", "1"]] });
    assert.ok("html" in landing);
    assert.equal(landing.refreshTo, back);
    assert.ok(landing.html.includes(`href="${back}"`), "usable where nothing refreshes");
  }
});

test("no way to an app leads a visitor to an origin that stands in the address", async () => {
  for (const store of ["/stranger.test", "\\stranger.test", "demo\r\nx: y", "stranger.test"])
    for (const path of [storePath, openPath]) {
      const places = { params: { ...params, store }, store: null };
      const out = await visit(world, path, { ...places, signed_in: null });
      assert.ok("redirect" in out);
      const back = new URL(out.redirect, "http://admin.test").searchParams.get("return_to") ?? "";
      assert.ok(back.startsWith(`/${encodeURIComponent(store)}/apps/`));
      for (const query of [[], [["signed_in", "1"]]] as const) {
        const answer = await visit(world, path, { ...places, query });
        assert.equal(shown(answer).status, 404);
        assert.equal("refreshTo" in answer, false);
        assert.equal(shown(answer).html.includes("stranger"), false);
      }
    }
});

test("an unknown app and a custom one are refused by the install link, and so is a stranger's shop", async () => {
  const custom = await world.database.transaction((tx) =>
    world.wiring.registerCustomApp(tx, { store_id: world.store.id, name: "Own" }),
  );
  for (const client_id of ["unknown", "\0", "x".repeat(255), custom.client_id])
    for (const path of [linkPath, storePath]) {
      const answer = shown(await visit(world, path, { params: { store: "demo", client_id } }));
      assert.equal(answer.status, 404);
    }
  const stranger = await signedIn(world.database, "stranger@shops.test");
  const answer = shown(await visit(world, storePath, { params, store: null, signed_in: stranger }));
  assert.equal(answer.status, 404);
  assert.match(plainText(answer.html), /not one of your shops/);
});

test("INS-14 an installed app is opened by a way that signs anew", async () => {
  const absent = shown(await visit(world, installedPath, { params }));
  assert.equal(absent.status, 404);
  assert.ok(absent.html.includes(`href="/demo/apps/install/${world.app.client_id}"`));
  await install(world);
  leadsToApp(await visit(world, openPath, { params }));
  world.clock.advance(3_600_000);
  leadsToApp(await visit(world, openPath, { params }));
});

test("INS-15 the page of an installed app may frame the app's origin if it is embedded, and nothing otherwise", async () => {
  const { app, database } = world;
  const framed = { status: 200, panel: "admin", frameOrigin: "http://localhost:4400" };
  assert.deepEqual(await visit(world, installedPath, { params }), framed);
  await database.query("update apps set embedded = false where id = $1", [app.id]);
  assert.deepEqual(await visit(world, installedPath, { params }), { status: 200, panel: "admin" });
  assert.deepEqual(await visit(world, detailsPath, { params }), { status: 200, panel: "admin" });
});

test("INS-18 a disabled app is not opened: its page says so", async () => {
  await world.database.query("update installations set status = 'disabled' where app_id = $1", [
    world.app.id,
  ]);
  const opened = await visit(world, openPath, { params });
  assert.deepEqual(opened, { redirect: `/demo/apps/installed/${world.app.client_id}` });
});

test("an unknown app and another shop's custom app have no installed page", async () => {
  const other = await openShop(world, await signedIn(world.database, "other@shops.test"), "other");
  const custom = await world.database.transaction((tx) =>
    world.wiring.registerCustomApp(tx, { store_id: other.id, name: "Secret project" }),
  );
  for (const client_id of ["unknown", custom.client_id])
    for (const path of [installedPath, detailsPath, openPath]) {
      const { status, html } = shown(await visit(world, path, { params: { store: "demo", client_id } }));
      assert.equal(status, 404);
      assert.doesNotMatch(html, /Secret project/);
    }
});
