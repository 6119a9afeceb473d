import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { consoleCall, type SeededShop, seedShop, type TestPlatform, testPlatform } from "@souk/testkit";
import type { AdminLink } from "../app-options.ts";
import { type AppRig, appRig, install, signedAppUrl, visit } from "../testing/app-rig.ts";

const stock: AdminLink = { label: "See stock", placement: "product", url: "/stock?from=product" };
const print: AdminLink = { label: "Print", placement: "products", url: "/print" };

let testing: TestPlatform;
let shop: SeededShop;
let rig: AppRig;

before(async () => {
  testing = await testPlatform();
  shop = await seedShop(testing, { products: 2 });
  rig = await appRig(testing, {
    adminLinks: [stock, print],
    page: ({ request, parameters }) => {
      const { pathname } = new URL(request.url);
      return new Response(`${pathname} ${parameters.get("id") ?? parameters.get("ids") ?? "none"}`);
    },
  });
  assert.equal((await install(shop, rig)).status, 302);
});
after(async () => {
  await rig.stop();
  await testing.stop();
});

const api = () => rig.app.shop(new URL(shop.origin).hostname);

async function links(): Promise<AdminLink[]> {
  const { admin_links } = await api().admin_links.list();
  return admin_links.map(({ label, placement, url }) => ({ label, placement, url }));
}

async function opened(placement: string, ids: number[]): Promise<string> {
  const console_ = `${shop.host_url}/api/console/app_links`;
  const { app_links } = await consoleCall<{ app_links: { id: number }[] }>(shop.owner.browser, [
    "GET",
    `${console_}.json?placement=${placement}`,
  ]);
  const { open } = await consoleCall<{ open: { url: string } }>(
    shop.owner.browser,
    ["POST", `${console_}/${app_links[0]?.id}/open.json`],
    { ids },
  );
  const answer = await visit(open.url);
  return `${answer.status} ${await answer.text()}`;
}

test("an app's links stand in the admin from its installation on, and its page answers them with the records", async () => {
  assert.deepEqual(await links(), [stock, print]);
  assert.equal(await opened("product", [17]), "200 /stock 17");
  assert.equal(await opened("products", [17, 4]), "200 /print 17,4");
  assert.deepEqual(rig.problems, []);
});

test("a link's path is answered for the platform's signature alone", async () => {
  const answer = await visit(`${rig.url}/stock?id=17`);
  assert.equal(answer.status, 403);
});

test("a release with other links has them put in place at the next load; what stays keeps its id", async () => {
  const [before] = (await api().admin_links.list()).admin_links;
  const more: AdminLink = { label: "Count stock", placement: "products", url: "/count" };
  rig.release({ adminLinks: [stock, more] });
  assert.equal((await visit(await signedAppUrl(shop, rig))).status, 200);
  assert.deepEqual(await links(), [stock, more]);
  assert.equal((await api().admin_links.list()).admin_links[0]?.id, before?.id);
  rig.release({ adminLinks: [] });
  assert.equal((await visit(await signedAppUrl(shop, rig))).status, 200);
  assert.deepEqual(await links(), []);
});

test("an app that names no links leaves those alone that it has put there by itself", async () => {
  const other = await appRig(testing);
  assert.equal((await install(shop, other)).status, 302);
  await other.app.shop(new URL(shop.origin).hostname).admin_links.create({ body: stock });
  other.release({ webhooks: { "product/update": async () => undefined } });
  assert.equal((await visit(await signedAppUrl(shop, other))).status, 200);
  const { admin_links } = await other.app.shop(new URL(shop.origin).hostname).admin_links.list();
  assert.deepEqual(
    admin_links.map(({ label }) => label),
    [stock.label],
  );
  await other.stop();
});
