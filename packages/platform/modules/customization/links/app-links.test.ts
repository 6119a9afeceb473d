import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import {
  type Answer,
  type Browser,
  consoleCall,
  type FakeClock,
  fakeClock,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUp,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { readError } from "../../../http/testing/store-api.ts";

interface AppLink {
  id: number;
  label: string;
  placement: string;
  app: { id: number; client_id: string; name: string; embedded: boolean };
}

let testing: TestPlatform;
let clock: FakeClock;
let store: SeededStore;
let owner: Browser;
let app: SeededApp;
let token: string;
let oneId: number;
let listId: number;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  store = await seedStore(testing, { products: 2 });
  owner = store.owner.browser;
  app = await registerApp(testing, "https://print.packing.dev:8443");
  ({ token } = await installApp(testing, { store, app, scopes: ["write_snippets"] }));
  oneId = await link({ label: "Stock", url: "/stock?from=product", placement: "product" });
  listId = await link({ label: "Print labels", url: "/labels", placement: "products" });
});
after(() => testing.stop());

async function api<T>(path: string, json: object): Promise<T> {
  const answer = await testing.request(`${store.origin}/api/3.0${path}`, { method: "POST", token, json });
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}

async function link(admin_link: { label: string; url: string; placement: string }): Promise<number> {
  return (await api<{ admin_link: { id: number } }>("/admin_links.json", { admin_link })).admin_link.id;
}

const at = (path: string) => `${testing.addresses.adminOrigin}/${store.handle}/api/console${path}`;

function listLinks(placement: string): Promise<{ app_links: AppLink[]; total_count: number }> {
  return consoleCall(owner, ["GET", at(`/app_links.json?placement=${placement}`)]);
}

function open(id: number, ids: unknown): Promise<Answer> {
  return owner.call("POST", at(`/app_links/${id}/open.json`), { ids });
}

function signedParameters(url: string): Record<string, string> {
  const verdict = verifyQuery(new URL(url).search, app.client_secret, {
    now: new Date(clock.now()),
    maxAgeSeconds: 60,
  });
  assert.ok(verdict.ok, url);
  const { hmac: _, ...parameters } = Object.fromEntries(verdict.parameters);
  return parameters;
}

const getSignedParameters = () => ({
  shop: new URL(store.origin).hostname,
  host_url: store.host_url,
  timestamp: String(Math.floor(clock.now() / 1000)),
});

test("a placement's links are those of apps that can be opened now", async () => {
  const installation = await loadInstallationId(store, app);
  const { app_links, total_count } = await listLinks("product");
  const shown = { id: installation, client_id: app.client_id, name: app.name, embedded: true };
  assert.deepEqual(
    [app_links, total_count],
    [[{ id: oneId, label: "Stock", placement: "product", app: shown }], 1],
  );
  const all = await consoleCall<{ app_links: AppLink[] }>(owner, ["GET", at("/app_links.json")]);
  assert.deepEqual(
    all.app_links.map(({ id }) => id),
    [oneId, listId],
  );
  await consoleCall(owner, ["POST", at(`/apps/${installation}/disable.json`)]);
  assert.equal((await listLinks("product")).total_count, 0);
  const rejectedAnswer = await open(oneId, [1]);
  assert.deepEqual([rejectedAnswer.status, readError(rejectedAnswer).code], [409, "conflict"]);
  await consoleCall(owner, ["POST", at(`/apps/${installation}/enable.json`)]);
  assert.equal((await listLinks("product")).total_count, 1);
});

test("INS-14: a link of a record's page opens with its query and the id, signed each time", async () => {
  const first = (await open(oneId, [17])).json<{ open: { url: string; embedded: boolean } }>().open;
  assert.equal(first.embedded, true);
  assert.ok(first.url.startsWith("https://print.packing.dev:8443/stock?from=product&"), first.url);
  assert.deepEqual(signedParameters(first.url), { ...getSignedParameters(), from: "product", id: "17" });
  clock.advance(2_000);
  const second = (await open(oneId, [17])).json<{ open: { url: string } }>().open;
  assert.notEqual(second.url, first.url);
  assert.deepEqual(signedParameters(second.url), { ...getSignedParameters(), from: "product", id: "17" });
});

test("a link over a list opens with the ids of the selected records", async () => {
  const { url } = (await open(listId, [17, 4])).json<{ open: { url: string } }>().open;
  assert.deepEqual(signedParameters(url), { ...getSignedParameters(), ids: "17,4" });
  const one = (await open(listId, [4])).json<{ open: { url: string } }>().open;
  assert.equal(signedParameters(one.url)["ids"], "4");
});

test("a link opens with as many records as its placement has, in its own store only", async () => {
  for (const ids of [[], [1, 2], ["1"], [0], [1.5], "1", undefined]) {
    const rejectedAnswer = await open(oneId, ids);
    assert.equal(rejectedAnswer.status, 422, JSON.stringify(ids));
    assert.match(readError(rejectedAnswer).fields?.[0]?.path ?? "", /^ids/);
  }
  assert.equal((await open(999_999, [1])).status, 404);
  const other = await seedStore(testing);
  const path = `${testing.addresses.adminOrigin}/${other.handle}/api/console/app_links/${oneId}/open.json`;
  assert.equal((await other.owner.browser.call("POST", path, { ids: [1] })).status, 404);
});

test("in a new tab a link redirects to the app, signed, after signing in if necessary", async () => {
  const place = `${testing.addresses.adminOrigin}/${store.handle}/apps/link/${listId}?ids=17,4`;
  const answer = await owner.open(place);
  assert.equal(answer.status, 303, answer.text);
  assert.deepEqual(signedParameters(answer.leadsTo), { ...getSignedParameters(), ids: "17,4" });
  const stranger = await testing.browser().open(place);
  const back = new URL(stranger.leadsTo).searchParams.get("return_to") ?? "";
  assert.equal(back, `/${store.handle}/apps/link/${listId}?ids=17,4&signed_in=1`);
  // Come back from signing in, a page of our own goes on: a redirect would be held to the form's form-action.
  const arrived = await owner.open(`${testing.addresses.adminOrigin}${back}`);
  assert.deepEqual([arrived.status, arrived.leadsTo], [200, place]);
});

test("a deleted link, or one with invalid ids, shows an error page and leads nowhere", async () => {
  const base = `${testing.addresses.adminOrigin}/${store.handle}/apps/link`;
  for (const place of [
    "999999?ids=1",
    `${oneId}`,
    `${oneId}?ids=1,2`,
    `${oneId}?ids=x`,
    "x?ids=1",
    "..%2F..?ids=1",
  ]) {
    const answer = await owner.open(`${base}/${place}`);
    assert.deepEqual([answer.status, answer.leadsTo], [404, ""], place);
    assert.match(answer.text, /This link cannot be opened/);
  }
  const { browser } = await signUp(testing, "admin");
  assert.match(
    (await browser.open(`${base}/${oneId}?ids=1`)).text,
    /You don&#39;t have access to this store/,
  );
});

test("a link follows the App URL to another origin", async () => {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  await consoleCall(app.partner.browser, ["PUT", url], { app: { app_url: "https://new.packing.dev/" } });
  const opened = (await open(oneId, [17])).json<{ open: { url: string } }>().open;
  assert.ok(opened.url.startsWith("https://new.packing.dev/stock?"), opened.url);
});
