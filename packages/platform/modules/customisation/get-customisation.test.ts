import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  type Browser,
  consoleCall,
  installApp,
  installationOf,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  signUpMember,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { errorOf } from "../../http/testing/shop-api.ts";

interface Customisation {
  snippets: { id: number; field: string; characters: number; beginning: string; value?: string }[];
  script_tags: { id: number }[];
  admin_links: { id: number }[];
  curls: { id: number }[];
}

let testing: TestPlatform;
let shop: SeededShop;
let app: SeededApp;
let staff: Browser;
let token: string;

before(async () => {
  testing = await testPlatform();
  shop = await seedShop(testing);
  app = await registerApp(testing, "https://put.packing.dev");
  staff = (await signUpMember(testing, shop, [])).browser;
});
after(() => testing.stop());

const html = `<p>${"a".repeat(600)}</p>`;

beforeEach(async () => {
  ({ token } = await installApp(testing, { shop, app }));
  await call("POST", "/snippets.json", { field: "global/head", value: html });
  await call("POST", "/script_tags.json", { src: "https://put.packing.dev/a.js" });
  await call("POST", "/admin_links.json", { label: "Put", url: "/put", placement: "product" });
  await call("POST", "/curls.json", { topic: "shipping/list/cod", url: "https://put.packing.dev/rates" });
});

async function call(method: string, path: string, json?: object): Promise<void> {
  const answer = await testing.request(`${shop.origin}/api/3.0${path}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
}

const at = (path: string, of = shop) =>
  `${testing.addresses.adminOrigin}/${of.handle}/api/console/apps${path}`;

async function shown(browser = shop.owner.browser): Promise<Customisation> {
  const path = at(`/${await installationOf(shop, app)}/customisation.json`);
  return (await consoleCall<{ customisation: Customisation }>(browser, ["GET", path])).customisation;
}

const kinds = ["snippets", "script_tags", "admin_links", "curls"] as const;

async function rowCount(): Promise<number> {
  const counts = kinds.map((kind) => `(select count(*) from ${kind})`).join(" + ");
  const { rows } = await testing.database.query<{ count: number }>(`select ${counts} as count`);
  return rows[0]?.count ?? 0;
}

test("the shop's people see all that an app has put in, of a snippet's HTML the beginning", async () => {
  for (const browser of [shop.owner.browser, staff]) {
    const customisation = await shown(browser);
    for (const kind of kinds) assert.ok(customisation[kind].length > 0, kind);
    const [snippet] = customisation.snippets;
    assert.deepEqual(
      [snippet?.field, snippet?.characters, snippet?.beginning, snippet?.value],
      ["global/head", html.length, html.slice(0, 500), undefined],
    );
  }
});

test("an owner deletes each thing, staff do not, and another shop finds neither the app nor its things", async () => {
  const id = await installationOf(shop, app);
  const before = await shown();
  const other = await seedShop(testing);
  for (const kind of kinds) {
    const record = before[kind][0]?.id;
    const path = `/${id}/customisation/${kind}/${record}.json`;
    const refused = await staff.call("DELETE", at(path));
    assert.deepEqual([refused.status, errorOf(refused).code], [403, "not_allowed"], kind);
    assert.equal((await other.owner.browser.call("DELETE", at(path, other))).status, 404);
    assert.deepEqual(await consoleCall(shop.owner.browser, ["DELETE", at(path)]), {});
    assert.equal((await shop.owner.browser.call("DELETE", at(path))).status, 404);
    assert.equal((await shown())[kind].length, before[kind].length - 1);
  }
  assert.equal((await other.owner.browser.call("GET", at(`/${id}/customisation.json`, other))).status, 404);
});

test("INS-16, SNP-4: an uninstall takes all of it away together with the token; disabling leaves it", async () => {
  const id = await installationOf(shop, app);
  assert.ok((await rowCount()) >= 4);
  await consoleCall(shop.owner.browser, ["POST", at(`/${id}/disable.json`)]);
  assert.ok((await rowCount()) >= 4);
  await consoleCall(shop.owner.browser, ["POST", at(`/${id}/enable.json`)]);
  await consoleCall(shop.owner.browser, ["DELETE", at(`/${id}.json`)]);
  assert.equal(await rowCount(), 0);
  const answer = await testing.request(`${shop.origin}/api/3.0/curls.json`, { token });
  assert.equal(errorOf(answer).code, "token_revoked");
});

test("the audit log tells who put something in, and who took it away", async () => {
  const [snippet] = (await shown()).snippets;
  await consoleCall(shop.owner.browser, [
    "DELETE",
    at(`/${await installationOf(shop, app)}/customisation/snippets/${snippet?.id}.json`),
  ]);
  const { rows } = await testing.database.query<{ action: string; actor_kind: string; label: string }>(
    `select action, actor_kind, label from audit_entries
     where store_id = $1 and resource = 'snippet' and resource_id = $2 order by id`,
    [shop.id, snippet?.id],
  );
  assert.deepEqual(rows, [
    { action: "create", actor_kind: "app", label: "global/head" },
    { action: "delete", actor_kind: "account", label: "global/head" },
  ]);
});
