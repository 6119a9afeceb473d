import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { snippetPlacements } from "@souk/contract";
import { type App, registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import { createMerchant, createPartner, type Merchant, type Person } from "../people.ts";
import { isSignedUrl } from "../signatures.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

const scopes = ["read_snippets", "write_snippets", "read_script_tags", "write_script_tags"];
const kinds = ["snippets", "script_tags", "admin_links", "curls"] as const;
type Kind = (typeof kinds)[number];

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
});
after(() => fixture.close());

const bodies: Readonly<Record<Kind, object>> = {
  snippets: { snippet: { field: "product/button", value: "<b>Sent today</b>" } },
  script_tags: { script_tag: { src: "https://cdn.souk-app.dev/reviews.js" } },
  admin_links: { admin_link: { label: "Print", url: "/print?size=a6", placement: "product" } },
  curls: { curl: { topic: "shipping/list/cod", url: "https://rates.souk-app.dev/cod" } },
};

/** Install an app in the merchant's store. @param app the app to install; by default a newly registered one */
async function installAppInStore(grantedScopes = scopes, app?: App): Promise<InstalledApp> {
  const appToInstall = app ?? (await registerApp(fixture, partner));
  return installApp(fixture, merchant, { app: appToInstall, scopes: grantedScopes });
}

/** Create one record of each kind in the app's store. @returns their ids */
async function createRecords({ api }: InstalledApp): Promise<Record<Kind, number>> {
  const ids: Partial<Record<Kind, number>> = {};
  for (const kind of kinds) {
    const createdRecord = assertOk<Record<string, { id: number }>>(
      await api.post(`/3.0/${kind}.json`, bodies[kind]),
    );
    ids[kind] = createdRecord[kind.slice(0, -1)]?.id ?? assert.fail(kind);
  }
  return ids as Record<Kind, number>;
}

async function countRecords({ api }: InstalledApp): Promise<number[]> {
  const counts = kinds.map(async (kind) =>
    assertOk<{ count: number }>(await api.get(`/3.0/${kind}/count.json`)),
  );
  return (await Promise.all(counts)).map(({ count }) => count);
}

/** Wait until the app's token is rejected, at most 4 s. */
async function waitUntilTokenFails({ api }: InstalledApp): Promise<void> {
  const deadline = performance.now() + 4_000;
  while ((await api.get("/3.0/webhooks.json")).status !== 401) {
    assert.ok(performance.now() < deadline, "the token still works 4 s after the uninstall");
    await fixture.advanceTime(100);
  }
}

test("SNP-4: an app can read, change and delete only the customization that it created", async () => {
  const [firstApp, secondApp] = [await installAppInStore(), await installAppInStore()];
  const ids = await createRecords(firstApp);
  for (const kind of kinds) {
    const path = `/3.0/${kind}/${ids[kind]}.json`;
    assert.equal(
      assertOk<{ total_count: number }>(await secondApp.api.get(`/3.0/${kind}.json`)).total_count,
      0,
    );
    assertRejected(await secondApp.api.get(path), 404, "not_found");
    assertRejected(await secondApp.api.put(path, bodies[kind]), 404, "not_found");
    assertRejected(await secondApp.api.delete(path), 404, "not_found");
    assertOk(await firstApp.api.get(path));
  }
});

test("INS-16, SNP-4: uninstalling an app sends app/uninstall, then removes its customization and token", async () => {
  const installedApp = await installAppInStore();
  await createRecords(installedApp);
  await subscribe(installedApp, "app/uninstall");
  assertOk(await uninstallApp(installedApp));
  const uninstallWebhook = await installedApp.app.receiver.waitForRequest(
    ({ headers }) => headers["service-topic"] === "app/uninstall",
    5_000,
  );
  assert.equal(parsePayload<{ success: boolean }>(uninstallWebhook).success, true);
  await waitUntilTokenFails(installedApp);
  for (const kind of kinds)
    assertRejected(await installedApp.api.get(`/3.0/${kind}.json`), 401, "token_revoked");
  assertRejected(
    await merchant.callStore("GET", `/apps/${installedApp.id}/customization.json`),
    404,
    "not_found",
  );
  const reinstalledApp = await installAppInStore(scopes, installedApp.app);
  assert.deepEqual(await countRecords(reinstalledApp), [0, 0, 0, 0]);
  assert.equal(
    assertOk<{ count: number }>(await reinstalledApp.api.get("/3.0/webhooks/count.json")).count,
    0,
  );
});

test("SNP-4: disabling an app keeps its customization; uninstalling the app removes the customization", async () => {
  const installedApp = await installAppInStore();
  await createRecords(installedApp);
  assertOk(await merchant.callStore("POST", `/apps/${installedApp.id}/disable.json`));
  const { customization } = assertOk<{ customization: Record<Kind, unknown[]> }>(
    await merchant.callStore("GET", `/apps/${installedApp.id}/customization.json`),
  );
  for (const kind of kinds) assert.equal(customization[kind].length, 1, kind);
  assertOk(await uninstallApp(installedApp));
  assert.deepEqual(await countRecords(await installAppInStore(scopes, installedApp.app)), [0, 0, 0, 0]);
});

test("API-2: snippets and script tags require scopes; admin links and callbacks do not", async () => {
  const { api } = await installAppInStore(["read_products"]);
  const scopesByKind: [Kind, readScope: string, writeScope: string][] = [
    ["snippets", "read_snippets", "write_snippets"],
    ["script_tags", "read_script_tags", "write_script_tags"],
  ];
  for (const [kind, readScope, writeScope] of scopesByKind) {
    const rejectedRead = assertRejected(await api.get(`/3.0/${kind}.json`), 403, "scope_missing");
    assert.equal(rejectedRead.required_scope, readScope);
    const rejectedWrite = assertRejected(
      await api.post(`/3.0/${kind}.json`, bodies[kind]),
      403,
      "scope_missing",
    );
    assert.equal(rejectedWrite.required_scope, writeScope);
    const writer = await installAppInStore([writeScope]);
    assertOk(await writer.api.post(`/3.0/${kind}.json`, bodies[kind]));
    assertRejected(await writer.api.get(`/3.0/${kind}.json`), 403, "scope_missing");
  }
  for (const kind of ["admin_links", "curls"] as const) {
    assertOk(await api.post(`/3.0/${kind}.json`, bodies[kind]));
    assertOk(await api.get(`/3.0/${kind}.json`));
  }
});

test("API-4: customization with an unknown placement or topic or a non-public URL is rejected", async () => {
  const { api } = await installAppInStore();
  const response = await api.post("/3.0/snippets.json", { snippet: { field: "product/banner", value: "x" } });
  assertInvalidFields(response, "field");
  for (const placement of snippetPlacements) assert.ok(response.text.includes(placement), placement);
  const linkWithUnknownPlacement = { admin_link: { label: "Print", url: "/print", placement: "shelf" } };
  assertInvalidFields(await api.post("/3.0/admin_links.json", linkWithUnknownPlacement), "placement");
  for (const src of ["http://cdn.souk-app.dev/a.js", "https://10.0.0.1/a.js", "javascript:alert(1)"])
    assertInvalidFields(await api.post("/3.0/script_tags.json", { script_tag: { src } }), "src");
  for (const url of ["https://evil.dev/", "//evil.dev", "print", "/\\evil.dev", "/print?hmac=1"]) {
    const response = await api.post("/3.0/admin_links.json", {
      admin_link: { label: "Print", url, placement: "product" },
    });
    assertInvalidFields(response, "url");
  }
  const callbackWithUnknownTopic = { curl: { topic: "shipping/list", url: "https://rates.souk-app.dev/" } };
  assertInvalidFields(await api.post("/3.0/curls.json", callbackWithUnknownTopic), "topic");
});

test("INS-14: an admin link opens the app's origin with the record's id, freshly signed", async () => {
  const installedApp = await installAppInStore();
  const { admin_links: id } = await createRecords(installedApp);
  const { app_links } = assertOk<{ app_links: { id: number; label: string }[] }>(
    await merchant.callStore("GET", "/app_links.json?placement=product&limit=250"),
  );
  assert.ok(app_links.some((link) => link.id === id && link.label === "Print"));
  const openedLink = assertOk<{ open: { url: string } }>(
    await merchant.callStore("POST", `/app_links/${id}/open.json`, { ids: [1] }),
  );
  const url = new URL(openedLink.open.url);
  assert.equal(`${url.origin}${url.pathname}`, `${new URL(installedApp.app.app_url).origin}/print`);
  assert.deepEqual([url.searchParams.get("size"), url.searchParams.get("id")], ["a6", "1"]);
  assert.equal(url.searchParams.get("shop"), merchant.store.domain);
  assert.ok(Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000) < 60);
  assert.ok(isSignedUrl(url, installedApp.app.client_secret), url.href);
});
