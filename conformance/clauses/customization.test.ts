import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { snippetPlacements } from "@souk/contract";
import { type App, registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install, uninstall } from "../installing.ts";
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

async function freshInstall(granted = scopes, app?: App): Promise<Installed> {
  const installed = app ?? (await registerApp(fixture, partner));
  return install(fixture, merchant, { app: installed, scopes: granted });
}

/** Add one record of each kind to the store and return their ids. */
async function putIn({ api }: Installed): Promise<Record<Kind, number>> {
  const ids: Partial<Record<Kind, number>> = {};
  for (const kind of kinds) {
    const created = assertDone<Record<string, { id: number }>>(
      await api.post(`/3.0/${kind}.json`, bodies[kind]),
    );
    ids[kind] = created[kind.slice(0, -1)]?.id ?? assert.fail(kind);
  }
  return ids as Record<Kind, number>;
}

async function countAll({ api }: Installed): Promise<number[]> {
  const counts = kinds.map(async (kind) =>
    assertDone<{ count: number }>(await api.get(`/3.0/${kind}/count.json`)),
  );
  return (await Promise.all(counts)).map(({ count }) => count);
}

async function tokenDies({ api }: Installed): Promise<void> {
  const end = performance.now() + 4_000;
  while ((await api.get("/3.0/webhooks.json")).status !== 401) {
    assert.ok(performance.now() < end, "the token still works 4 s after the uninstall");
    await fixture.advanceTime(100);
  }
}

test("SNP-4: an app sees, changes and deletes only what it added to the store itself", async () => {
  const [ours, others] = [await freshInstall(), await freshInstall()];
  const ids = await putIn(ours);
  for (const kind of kinds) {
    const path = `/3.0/${kind}/${ids[kind]}.json`;
    assert.equal(
      assertDone<{ total_count: number }>(await others.api.get(`/3.0/${kind}.json`)).total_count,
      0,
    );
    assertRejected(await others.api.get(path), 404, "not_found");
    assertRejected(await others.api.put(path, bodies[kind]), 404, "not_found");
    assertRejected(await others.api.delete(path), 404, "not_found");
    assertDone(await ours.api.get(path));
  }
});

test("INS-16, SNP-4: an uninstall sends app/uninstall, then deletes what the app added and its token", async () => {
  const installed = await freshInstall();
  await putIn(installed);
  await subscribe(installed, "app/uninstall");
  assertDone(await uninstall(installed));
  const notice = await installed.app.receiver.received(
    ({ headers }) => headers["service-topic"] === "app/uninstall",
    5_000,
  );
  assert.equal(parsePayload<{ success: boolean }>(notice).success, true);
  await tokenDies(installed);
  for (const kind of kinds)
    assertRejected(await installed.api.get(`/3.0/${kind}.json`), 401, "token_revoked");
  assertRejected(
    await merchant.callStore("GET", `/apps/${installed.id}/customization.json`),
    404,
    "not_found",
  );
  const again = await freshInstall(scopes, installed.app);
  assert.deepEqual(await countAll(again), [0, 0, 0, 0]);
  assert.equal(assertDone<{ count: number }>(await again.api.get("/3.0/webhooks/count.json")).count, 0);
});

test("SNP-4: disabling an app leaves what it added to the store; uninstalling removes it", async () => {
  const installed = await freshInstall();
  await putIn(installed);
  assertDone(await merchant.callStore("POST", `/apps/${installed.id}/disable.json`));
  const { customization } = assertDone<{ customization: Record<Kind, unknown[]> }>(
    await merchant.callStore("GET", `/apps/${installed.id}/customization.json`),
  );
  for (const kind of kinds) assert.equal(customization[kind].length, 1, kind);
  assertDone(await uninstall(installed));
  assert.deepEqual(await countAll(await freshInstall(scopes, installed.app)), [0, 0, 0, 0]);
});

test("API-2: snippets and script tags need their own scopes; admin links and callbacks none", async () => {
  const { api } = await freshInstall(["read_products"]);
  const needs: [Kind, read: string, write: string][] = [
    ["snippets", "read_snippets", "write_snippets"],
    ["script_tags", "read_script_tags", "write_script_tags"],
  ];
  for (const [kind, read, write] of needs) {
    const rejectedRead = assertRejected(await api.get(`/3.0/${kind}.json`), 403, "scope_missing");
    assert.equal(rejectedRead.required_scope, read);
    const rejectedWrite = assertRejected(
      await api.post(`/3.0/${kind}.json`, bodies[kind]),
      403,
      "scope_missing",
    );
    assert.equal(rejectedWrite.required_scope, write);
    const writer = await freshInstall([write]);
    assertDone(await writer.api.post(`/3.0/${kind}.json`, bodies[kind]));
    assertRejected(await writer.api.get(`/3.0/${kind}.json`), 403, "scope_missing");
  }
  for (const kind of ["admin_links", "curls"] as const) {
    assertDone(await api.post(`/3.0/${kind}.json`, bodies[kind]));
    assertDone(await api.get(`/3.0/${kind}.json`));
  }
});

test("API-4: an invalid placement lists the valid ones; a non-HTTPS or non-public URL fails", async () => {
  const { api } = await freshInstall();
  const unknown = await api.post("/3.0/snippets.json", { snippet: { field: "product/banner", value: "x" } });
  assertNamesFields(unknown, "field");
  for (const placement of snippetPlacements) assert.ok(unknown.text.includes(placement), placement);
  const shelf = { admin_link: { label: "Print", url: "/print", placement: "shelf" } };
  assertNamesFields(await api.post("/3.0/admin_links.json", shelf), "placement");
  for (const src of ["http://cdn.souk-app.dev/a.js", "https://10.0.0.1/a.js", "javascript:alert(1)"])
    assertNamesFields(await api.post("/3.0/script_tags.json", { script_tag: { src } }), "src");
  for (const url of ["https://evil.dev/", "//evil.dev", "print", "/\\evil.dev", "/print?hmac=1"]) {
    const answer = await api.post("/3.0/admin_links.json", {
      admin_link: { label: "Print", url, placement: "product" },
    });
    assertNamesFields(answer, "url");
  }
  const topic = { curl: { topic: "shipping/list", url: "https://rates.souk-app.dev/" } };
  assertNamesFields(await api.post("/3.0/curls.json", topic), "topic");
});

test("INS-14: an admin link opens the app's origin with freshly signed parameters and the id", async () => {
  const installed = await freshInstall();
  const { admin_links: id } = await putIn(installed);
  const { app_links } = assertDone<{ app_links: { id: number; label: string }[] }>(
    await merchant.callStore("GET", "/app_links.json?placement=product&limit=250"),
  );
  assert.ok(app_links.some((link) => link.id === id && link.label === "Print"));
  const opened = assertDone<{ open: { url: string } }>(
    await merchant.callStore("POST", `/app_links/${id}/open.json`, { ids: [1] }),
  );
  const url = new URL(opened.open.url);
  assert.equal(`${url.origin}${url.pathname}`, `${new URL(installed.app.app_url).origin}/print`);
  assert.deepEqual([url.searchParams.get("size"), url.searchParams.get("id")], ["a6", "1"]);
  assert.equal(url.searchParams.get("shop"), merchant.store.domain);
  assert.ok(Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000) < 60);
  assert.ok(isSignedUrl(url, installed.app.client_secret), url.href);
});
