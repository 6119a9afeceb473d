import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callConsole,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import type { AdminLink } from "../app-options.ts";
import {
  type AppFixture,
  createSignedAppUrl,
  install,
  startAppFixture,
  visit,
} from "../testing/app-fixture.ts";

const stockLink: AdminLink = { label: "See stock", placement: "product", url: "/stock?from=product" };
const printLink: AdminLink = { label: "Print", placement: "products", url: "/print" };

let platform: TestPlatform;
let store: SeededStore;
let fixture: AppFixture;

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform, { products: 2 });
  fixture = await startAppFixture(platform, {
    adminLinks: [stockLink, printLink],
    page: ({ request, parameters }) => {
      const { pathname } = new URL(request.url);
      return new Response(`${pathname} ${parameters.get("id") ?? parameters.get("ids") ?? "none"}`);
    },
  });
  assert.equal((await install(store, fixture)).status, 302);
});
after(async () => {
  await fixture.stop();
  await platform.stop();
});

const getApi = () => fixture.app.shop(new URL(store.origin).hostname);

async function loadLinks(): Promise<AdminLink[]> {
  const { admin_links } = await getApi().admin_links.list();
  return admin_links.map(({ label, placement, url }) => ({ label, placement, url }));
}

async function openLink(placement: string, ids: number[]): Promise<string> {
  const linksUrl = `${store.host_url}/api/console/app_links`;
  const { app_links } = await callConsole<{ app_links: { id: number }[] }>(store.owner.browser, [
    "GET",
    `${linksUrl}.json?placement=${placement}`,
  ]);
  const { open } = await callConsole<{ open: { url: string } }>(
    store.owner.browser,
    ["POST", `${linksUrl}/${app_links[0]?.id}/open.json`],
    { ids },
  );
  const response = await visit(open.url);
  return `${response.status} ${await response.text()}`;
}

test("installing an app creates its admin links, which open the app with the selected products", async () => {
  assert.deepEqual(await loadLinks(), [stockLink, printLink]);
  assert.equal(await openLink("product", [17]), "200 /stock 17");
  assert.equal(await openLink("products", [17, 4]), "200 /print 17,4");
  assert.deepEqual(fixture.errors, []);
});

test("a request to an admin link's path without the platform's signature is rejected", async () => {
  const response = await visit(`${fixture.url}/stock?id=17`);
  assert.equal(response.status, 403);
});

test("if an app's new release has other admin links, the next visit replaces only changed links", async () => {
  const [linkBefore] = (await getApi().admin_links.list()).admin_links;
  const countLink: AdminLink = { label: "Count stock", placement: "products", url: "/count" };
  fixture.deployRelease({ adminLinks: [stockLink, countLink] });
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(await loadLinks(), [stockLink, countLink]);
  assert.equal((await getApi().admin_links.list()).admin_links[0]?.id, linkBefore?.id);
  fixture.deployRelease({ adminLinks: [] });
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(await loadLinks(), []);
});

test("without the option `adminLinks`, the SDK keeps the admin links that the app created itself", async () => {
  const otherFixture = await startAppFixture(platform);
  assert.equal((await install(store, otherFixture)).status, 302);
  await otherFixture.app.shop(new URL(store.origin).hostname).admin_links.create({ body: stockLink });
  otherFixture.deployRelease({ webhooks: { "product/update": async () => undefined } });
  assert.equal((await visit(await createSignedAppUrl(store, otherFixture))).status, 200);
  const { admin_links } = await otherFixture.app.shop(new URL(store.origin).hostname).admin_links.list();
  assert.deepEqual(
    admin_links.map(({ label }) => label),
    [stockLink.label],
  );
  await otherFixture.stop();
});
