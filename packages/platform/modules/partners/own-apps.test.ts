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
let otherPartner: Person;

before(async () => {
  fixture = await createPartnerFixture();
  partner = await fixture.createPerson("partner");
  otherPartner = await fixture.createPerson("other-partner");
});
after(() => fixture.stop());

const getSignedIn = () => ({ verified_at: new Date(fixture.deps.clock.now()) });

test("REG-2: updating an app changes only sent fields, and none if a field is invalid", async () => {
  const { app } = await fixture.registerApp(partner, { name: "Before" });
  const ref = { account_id: partner.account_id, app_id: app.id };
  const update = (input: Parameters<typeof updateApp>[1]["input"]) =>
    fixture.runInTransaction((db) =>
      updateApp(db, { ...ref, input, signed_in: getSignedIn() }, fixture.deps),
    );
  const renamedApp = await update({ name: "After" });
  assert.deepEqual({ ...renamedApp, updated_at: "" }, { ...app, name: "After", updated_at: "" });
  assert.ok(renamedApp.updated_at > app.updated_at);
  const movedApp = await update({
    app_url: "https://next.dev/",
    redirection_urls: ["https://next.dev/a", "https://next.dev/b"],
    embedded: false,
  });
  assert.deepEqual(
    [movedApp.app_url, movedApp.redirection_urls, movedApp.embedded, movedApp.handle, movedApp.client_id],
    ["https://next.dev/", ["https://next.dev/a", "https://next.dev/b"], false, app.handle, app.client_id],
  );
  const invalidUpdate = update({
    name: " ",
    app_url: "ftp://next.dev",
    redirection_urls: ["https://ok.dev/", "https://10.0.0.1/"],
  });
  assert.deepEqual(await expectInvalidPaths(invalidUpdate), ["name", "app_url", "redirection_urls.1"]);
  assert.deepEqual(await getApp(fixture.database, ref, fixture.deps), movedApp);
});

test("no operation finds or changes another partner's app", async () => {
  const { app, secret } = await fixture.registerApp(partner);
  const ref = { account_id: partner.account_id, app_id: app.id };
  const otherPartnerRef = { account_id: otherPartner.account_id, app_id: app.id };
  const appBefore = await getApp(fixture.database, ref, fixture.deps);
  const page = { page: 1, limit: 50 };
  const attemptAll = (foreignRef: typeof otherPartnerRef) => [
    getApp(fixture.database, foreignRef, fixture.deps),
    fixture.runInTransaction((db) =>
      updateApp(db, { ...foreignRef, input: { name: "Mine now" }, signed_in: getSignedIn() }, fixture.deps),
    ),
    fixture.runInTransaction((db) => rotateSecret(db, foreignRef, fixture.deps)),
    fixture.runInTransaction((db) => switchSecret(db, foreignRef, fixture.deps)),
    fixture.runInTransaction((db) => revokeSecret(db, { ...foreignRef, secret_id: secret.id }, fixture.deps)),
    listAppInstallations(fixture.database, { ...foreignRef, ...page }, fixture.deps),
    getInstallLink(fixture.database, foreignRef, fixture.deps),
  ];
  for (const foreignRef of [otherPartnerRef, { ...ref, app_id: 999_999_999 }]) {
    const errors = await Promise.all(attemptAll(foreignRef).map(expectApiError));
    assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(["not_found"]));
  }
  assert.deepEqual(await getApp(fixture.database, ref, fixture.deps), appBefore);
  const otherPartnerApps = await listApps(
    fixture.database,
    { account_id: otherPartner.account_id, ...page },
    fixture.deps,
  );
  assert.equal(
    otherPartnerApps.apps.some(({ id }) => id === app.id),
    false,
  );
});

test("an app's installations are listed with their store and times, and can be found by store name", async () => {
  const { app } = await fixture.registerApp(partner);
  const ref = { account_id: partner.account_id, app_id: app.id };
  const insertStore = async (handle: string) => {
    const text =
      "insert into stores (handle, name, currency_code, timezone) values ($1, $1, 'MYR', 'UTC') returning id";
    return (await fixture.database.maybeOne<{ id: number }>(text, [handle]))?.id ?? 0;
  };
  const insertInstallation = async (handle: string, status: string, uninstalledAt: string | null) => {
    const text = `insert into installations (store_id, app_id, status, scopes, installed_at, uninstalled_at)
      values ($1, $2, $3, '{read_products}', '2026-11-01T00:00:00Z', $4)`;
    await fixture.database.query(text, [await insertStore(handle), app.id, status, uninstalledAt]);
  };
  await insertInstallation("kedai-a", "uninstalled", "2026-11-02T00:00:00Z");
  await insertInstallation("kedai-b", "enabled", null);
  await insertInstallation("kedai-c", "disabled", null);
  const list = await listAppInstallations(fixture.database, { ...ref, page: 1, limit: 2 }, fixture.deps);
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
      token_last_used_at: null,
    },
  );
  assert.equal((await getApp(fixture.database, ref, fixture.deps)).installation_count, 2);
  const findStores = async (query: string) => {
    const response = await listAppInstallations(
      fixture.database,
      { ...ref, page: 1, limit: 5, query },
      fixture.deps,
    );
    assert.equal(response.total_count, response.installations.length);
    return response.installations.map(({ store_name }) => store_name);
  };
  assert.deepEqual(await findStores("DAI-B"), ["kedai-b"]);
  assert.deepEqual(await findStores("kedai"), ["kedai-a", "kedai-b", "kedai-c"]);
  assert.deepEqual(await findStores("%"), []);
});

test("app summaries can be requested for certain app ids", async () => {
  const { app } = await fixture.registerApp(partner);
  await fixture.registerApp(partner);
  const request = { account_id: partner.account_id, ids: [app.id, 999_999_999], page: 1, limit: 50 };
  const response = await listAppSummaries(fixture.database, request, fixture.deps);
  assert.deepEqual([response.total_count, response.app_summaries.map(({ app_id }) => app_id)], [1, [app.id]]);
});

test("an app's install link is a page on the admin's origin", async () => {
  const { app } = await fixture.registerApp(partner);
  const { install_link } = await getInstallLink(
    fixture.database,
    { account_id: partner.account_id, app_id: app.id },
    fixture.deps,
  );
  assert.equal(install_link.url, `https://admin.souk.shop/apps/install/${app.client_id}`);
});
