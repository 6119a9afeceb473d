import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listAppSummaries } from "./app-summaries.ts";
import { revokeSecret, rotateSecret, switchSecret } from "./change-secrets.ts";
import { getApp, getInstallLink, listAppInstallations, listApps } from "./own-apps.ts";
import { openDesk, type PartnerDesk, type Person, refusal, refusedPaths } from "./testing/partner-desk.ts";
import { updateApp } from "./update-app.ts";

let desk: PartnerDesk;
let partner: Person;
let rival: Person;

before(async () => {
  desk = await openDesk();
  partner = await desk.person("partner");
  rival = await desk.person("rival");
});
after(() => desk.stop());

test("REG-2: what is registered can be edited; what is left out or wrong changes nothing", async () => {
  const { app } = await desk.register(partner, { name: "Before" });
  const own = { account_id: partner.account_id, app_id: app.id };
  const change = (input: Parameters<typeof updateApp>[1]["input"]) =>
    desk.tx((run) => updateApp(run, { ...own, input }, desk.wiring));
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
  assert.deepEqual(await refusedPaths(wrong), ["name", "app_url", "redirection_urls.1"]);
  assert.deepEqual(await getApp(desk.database, own, desk.wiring), moved);
});

test("another partner's app is not found, by whatever operation, and stays as it was", async () => {
  const { app, secret } = await desk.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const foreign = { account_id: rival.account_id, app_id: app.id };
  const before = await getApp(desk.database, own, desk.wiring);
  const page = { page: 1, limit: 50 };
  const attempts = (named: typeof foreign) => [
    getApp(desk.database, named, desk.wiring),
    desk.tx((run) => updateApp(run, { ...named, input: { name: "Mine now" } }, desk.wiring)),
    desk.tx((run) => rotateSecret(run, named, desk.wiring)),
    desk.tx((run) => switchSecret(run, named, desk.wiring)),
    desk.tx((run) => revokeSecret(run, { ...named, secret_id: secret.id }, desk.wiring)),
    listAppInstallations(desk.database, { ...named, ...page }, desk.wiring),
    getInstallLink(desk.database, named, desk.wiring),
  ];
  for (const named of [foreign, { ...own, app_id: 999_999_999 }]) {
    const refusals = await Promise.all(attempts(named).map(refusal));
    assert.deepEqual(new Set(refusals.map(({ code }) => code)), new Set(["not_found"]));
  }
  assert.deepEqual(await getApp(desk.database, own, desk.wiring), before);
  const theirs = await listApps(desk.database, { account_id: rival.account_id, ...page }, desk.wiring);
  assert.equal(
    theirs.apps.some(({ id }) => id === app.id),
    false,
  );
});

test("a partner sees which stores have the app, since when and until when", async () => {
  const { app } = await desk.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const store = async (handle: string) => {
    const text =
      "insert into stores (handle, name, currency_code, timezone) values ($1, $1, 'MYR', 'UTC') returning id";
    return (await desk.database.query<{ id: number }>(text, [handle])).rows[0]?.id ?? 0;
  };
  const install = async (handle: string, status: string, ended: string | null) => {
    const text = `insert into installations (store_id, app_id, status, scopes, installed_at, uninstalled_at)
      values ($1, $2, $3, '{read_products}', '2026-11-01T00:00:00Z', $4)`;
    await desk.database.query(text, [await store(handle), app.id, status, ended]);
  };
  await install("kedai-a", "uninstalled", "2026-11-02T00:00:00Z");
  await install("kedai-b", "enabled", null);
  await install("kedai-c", "disabled", null);
  const list = await listAppInstallations(desk.database, { ...own, page: 1, limit: 2 }, desk.wiring);
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
  assert.equal((await getApp(desk.database, own, desk.wiring)).installation_count, 2);
  const found = async (query: string) => {
    const answer = await listAppInstallations(
      desk.database,
      { ...own, page: 1, limit: 5, query },
      desk.wiring,
    );
    assert.equal(answer.total_count, answer.installations.length);
    return answer.installations.map(({ store_name }) => store_name);
  };
  assert.deepEqual(await found("DAI-B"), ["kedai-b"]);
  assert.deepEqual(await found("kedai"), ["kedai-a", "kedai-b", "kedai-c"]);
  assert.deepEqual(await found("%"), []);
});

test("how an app fares can be asked for that app alone", async () => {
  const { app } = await desk.register(partner);
  await desk.register(partner);
  const asked = { account_id: partner.account_id, ids: [app.id, 999_999_999], page: 1, limit: 50 };
  const answer = await listAppSummaries(desk.database, asked, desk.wiring);
  assert.deepEqual([answer.total_count, answer.app_summaries.map(({ app_id }) => app_id)], [1, [app.id]]);
});

test("the install link leads to the admin's origin", async () => {
  const { app } = await desk.register(partner);
  const { install_link } = await getInstallLink(
    desk.database,
    { account_id: partner.account_id, app_id: app.id },
    desk.wiring,
  );
  assert.equal(install_link.url, `https://admin.souk.shop/apps/install/${app.client_id}`);
});
