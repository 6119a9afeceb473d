import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listAppSummaries } from "./app-summaries.ts";
import { revokeSecret, rotateSecret, switchSecret } from "./change-secrets.ts";
import { getApp, getInstallLink, listAppInstallations, listApps } from "./own-apps.ts";
import {
  createPartnerFixture,
  expectApiError,
  expectInvalidPaths,
  type PartnerFixture,
  type Person,
} from "./testing/partner-fixture.ts";
import { updateApp } from "./update-app.ts";

let fixture: PartnerFixture;
let partner: Person;
let rival: Person;

before(async () => {
  fixture = await createPartnerFixture();
  partner = await fixture.person("partner");
  rival = await fixture.person("rival");
});
after(() => fixture.stop());

test("REG-2: sent fields of a registration change; omitted or wrong ones change nothing", async () => {
  const { app } = await fixture.register(partner, { name: "Before" });
  const own = { account_id: partner.account_id, app_id: app.id };
  const change = (input: Parameters<typeof updateApp>[1]["input"]) =>
    fixture.tx((db) => updateApp(db, { ...own, input }, fixture.deps));
  const renamed = await change({ name: "After" });
  assert.deepEqual({ ...renamed, updated_at: "" }, { ...app, name: "After", updated_at: "" });
  assert.ok(renamed.updated_at > app.updated_at);
  const moved = await change({
    ...{ app_url: "https://next.dev/" },
    redirection_urls: ["https://next.dev/a", "https://next.dev/b"],
    embedded: false,
  });
  assert.deepEqual(
    [moved.app_url, moved.redirection_urls, moved.embedded, moved.handle, moved.client_id],
    ["https://next.dev/", ["https://next.dev/a", "https://next.dev/b"], false, app.handle, app.client_id],
  );
  const wrong = change({
    name: " ",
    app_url: "ftp://next.dev",
    redirection_urls: ["https://ok.dev/", "https://10.0.0.1/"],
  });
  assert.deepEqual(await expectInvalidPaths(wrong), ["name", "app_url", "redirection_urls.1"]);
  assert.deepEqual(await getApp(fixture.database, own, fixture.deps), moved);
});

test("another partner's app is not found by any operation, and stays as it was", async () => {
  const { app, secret } = await fixture.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const foreign = { account_id: rival.account_id, app_id: app.id };
  const before = await getApp(fixture.database, own, fixture.deps);
  const page = { page: 1, limit: 50 };
  const attempts = (named: typeof foreign) => [
    getApp(fixture.database, named, fixture.deps),
    fixture.tx((db) => updateApp(db, { ...named, input: { name: "Mine now" } }, fixture.deps)),
    fixture.tx((db) => rotateSecret(db, named, fixture.deps)),
    fixture.tx((db) => switchSecret(db, named, fixture.deps)),
    fixture.tx((db) => revokeSecret(db, { ...named, secret_id: secret.id }, fixture.deps)),
    listAppInstallations(fixture.database, { ...named, ...page }, fixture.deps),
    getInstallLink(fixture.database, named, fixture.deps),
  ];
  for (const named of [foreign, { ...own, app_id: 999_999_999 }]) {
    const errors = await Promise.all(attempts(named).map(expectApiError));
    assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(["not_found"]));
  }
  assert.deepEqual(await getApp(fixture.database, own, fixture.deps), before);
  const theirs = await listApps(fixture.database, { account_id: rival.account_id, ...page }, fixture.deps);
  assert.equal(
    theirs.apps.some(({ id }) => id === app.id),
    false,
  );
});

test("a partner sees which stores have the app, since when and until when", async () => {
  const { app } = await fixture.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const store = async (handle: string) => {
    const text =
      "insert into stores (handle, name, currency_code, timezone) values ($1, $1, 'MYR', 'UTC') returning id";
    return (await fixture.database.maybeOne<{ id: number }>(text, [handle]))?.id ?? 0;
  };
  const install = async (handle: string, status: string, ended: string | null) => {
    const text = `insert into installations (store_id, app_id, status, scopes, installed_at, uninstalled_at)
      values ($1, $2, $3, '{read_products}', '2026-11-01T00:00:00Z', $4)`;
    await fixture.database.query(text, [await store(handle), app.id, status, ended]);
  };
  await install("kedai-a", "uninstalled", "2026-11-02T00:00:00Z");
  await install("kedai-b", "enabled", null);
  await install("kedai-c", "disabled", null);
  const list = await listAppInstallations(fixture.database, { ...own, page: 1, limit: 2 }, fixture.deps);
  assert.deepEqual([list.total_count, list.page_count, list.installations.length], [3, 2, 2]);
  assert.deepEqual(
    { ...list.installations[0], id: 0 },
    {
      id: 0,
      shop: "kedai-a.souk.shop",
      store_name: "kedai-a",
      status: "uninstalled",
      scopes: ["read_products"],
      installed_at: "2026-11-01T00:00:00.000Z",
      uninstalled_at: "2026-11-02T00:00:00.000Z",
    },
  );
  assert.equal((await getApp(fixture.database, own, fixture.deps)).installation_count, 2);
  const found = async (query: string) => {
    const answer = await listAppInstallations(
      fixture.database,
      { ...own, page: 1, limit: 5, query },
      fixture.deps,
    );
    assert.equal(answer.total_count, answer.installations.length);
    return answer.installations.map(({ store_name }) => store_name);
  };
  assert.deepEqual(await found("DAI-B"), ["kedai-b"]);
  assert.deepEqual(await found("kedai"), ["kedai-a", "kedai-b", "kedai-c"]);
  assert.deepEqual(await found("%"), []);
});

test("an app's summary can be requested for that app alone", async () => {
  const { app } = await fixture.register(partner);
  await fixture.register(partner);
  const asked = { account_id: partner.account_id, ids: [app.id, 999_999_999], page: 1, limit: 50 };
  const answer = await listAppSummaries(fixture.database, asked, fixture.deps);
  assert.deepEqual([answer.total_count, answer.app_summaries.map(({ app_id }) => app_id)], [1, [app.id]]);
});

test("the install link leads to the admin's origin", async () => {
  const { app } = await fixture.register(partner);
  const { install_link } = await getInstallLink(
    fixture.database,
    { account_id: partner.account_id, app_id: app.id },
    fixture.deps,
  );
  assert.equal(install_link.url, `https://admin.souk.shop/apps/install/${app.client_id}`);
});
