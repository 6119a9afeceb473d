import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { consoleCall, type SeededStore, seedStore, type TestPlatform, testPlatform } from "@souk/testkit";
import type { AdminLink } from "../app-options.ts";
import { type AppFixture, install, signedAppUrl, startAppFixture, visit } from "../testing/app-fixture.ts";

const stock: AdminLink = { label: "See stock", placement: "product", url: "/stock?from=product" };
const print: AdminLink = { label: "Print", placement: "products", url: "/print" };

let testing: TestPlatform;
let store: SeededStore;
let fixture: AppFixture;

before(async () => {
  testing = await testPlatform();
  store = await seedStore(testing, { products: 2 });
  fixture = await startAppFixture(testing, {
    adminLinks: [stock, print],
    page: ({ request, parameters }) => {
      const { pathname } = new URL(request.url);
      return new Response(`${pathname} ${parameters.get("id") ?? parameters.get("ids") ?? "none"}`);
    },
  });
  assert.equal((await install(store, fixture)).status, 302);
});
after(async () => {
  await fixture.stop();
  await testing.stop();
});

const api = () => fixture.app.shop(new URL(store.origin).hostname);

async function links(): Promise<AdminLink[]> {
  const { admin_links } = await api().admin_links.list();
  return admin_links.map(({ label, placement, url }) => ({ label, placement, url }));
}

async function opened(placement: string, ids: number[]): Promise<string> {
  const console_ = `${store.host_url}/api/console/app_links`;
  const { app_links } = await consoleCall<{ app_links: { id: number }[] }>(store.owner.browser, [
    "GET",
    `${console_}.json?placement=${placement}`,
  ]);
  const { open } = await consoleCall<{ open: { url: string } }>(
    store.owner.browser,
    ["POST", `${console_}/${app_links[0]?.id}/open.json`],
    { ids },
  );
  const answer = await visit(open.url);
  return `${answer.status} ${await answer.text()}`;
}

test("an app's links are in the admin from installation, and its page answers them", async () => {
  assert.deepEqual(await links(), [stock, print]);
  assert.equal(await opened("product", [17]), "200 /stock 17");
  assert.equal(await opened("products", [17, 4]), "200 /print 17,4");
  assert.deepEqual(fixture.errors, []);
});

test("a link's path is answered only with the platform's signature", async () => {
  const answer = await visit(`${fixture.url}/stock?id=17`);
  assert.equal(answer.status, 403);
});

test("a release with other links replaces them at the next load; kept ones keep ids", async () => {
  const [before] = (await api().admin_links.list()).admin_links;
  const more: AdminLink = { label: "Count stock", placement: "products", url: "/count" };
  fixture.release({ adminLinks: [stock, more] });
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(await links(), [stock, more]);
  assert.equal((await api().admin_links.list()).admin_links[0]?.id, before?.id);
  fixture.release({ adminLinks: [] });
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(await links(), []);
});

test("an app without configured links keeps the links that it created itself", async () => {
  const other = await startAppFixture(testing);
  assert.equal((await install(store, other)).status, 302);
  await other.app.shop(new URL(store.origin).hostname).admin_links.create({ body: stock });
  other.release({ webhooks: { "product/update": async () => undefined } });
  assert.equal((await visit(await signedAppUrl(store, other))).status, 200);
  const { admin_links } = await other.app.shop(new URL(store.origin).hostname).admin_links.list();
  assert.deepEqual(
    admin_links.map(({ label }) => label),
    [stock.label],
  );
  await other.stop();
});
