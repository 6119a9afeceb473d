import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  type Browser,
  consoleCall,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpMember,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

interface Customization {
  snippets: { id: number; field: string; characters: number; beginning: string; value?: string }[];
  script_tags: { id: number }[];
  admin_links: { id: number }[];
  curls: { id: number }[];
}

let testing: TestPlatform;
let store: SeededStore;
let app: SeededApp;
let staff: Browser;
let token: string;

before(async () => {
  testing = await testPlatform();
  store = await seedStore(testing);
  app = await registerApp(testing, "https://put.packing.dev");
  staff = (await signUpMember(testing, store, [])).browser;
});
after(() => testing.stop());

const html = `<p>${"a".repeat(600)}</p>`;

beforeEach(async () => {
  ({ token } = await installApp(testing, { store, app }));
  await call("POST", "/snippets.json", { field: "global/head", value: html });
  await call("POST", "/script_tags.json", { src: "https://put.packing.dev/a.js" });
  await call("POST", "/admin_links.json", { label: "Put", url: "/put", placement: "product" });
  await call("POST", "/curls.json", { topic: "shipping/list/cod", url: "https://put.packing.dev/rates" });
});

async function call(method: string, path: string, json?: object): Promise<void> {
  const answer = await testing.request(`${store.origin}/api/3.0${path}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
}

const at = (path: string, seededStore = store) =>
  `${testing.addresses.adminOrigin}/${seededStore.handle}/api/console/apps${path}`;

async function shown(browser = store.owner.browser): Promise<Customization> {
  const path = at(`/${await loadInstallationId(store, app)}/customization.json`);
  return (await consoleCall<{ customization: Customization }>(browser, ["GET", path])).customization;
}

const kinds = ["snippets", "script_tags", "admin_links", "curls"] as const;

async function rowCount(): Promise<number> {
  const counts = kinds.map((kind) => `(select count(*) from ${kind})`).join(" + ");
  const row = await testing.database.maybeOne<{ count: number }>(`select ${counts} as count`);
  return row?.count ?? 0;
}

test("the store's members see all records of an app, but only part of a snippet's HTML", async () => {
  for (const browser of [store.owner.browser, staff]) {
    const customization = await shown(browser);
    for (const kind of kinds) assert.ok(customization[kind].length > 0, kind);
    const [snippet] = customization.snippets;
    assert.deepEqual(
      [snippet?.field, snippet?.characters, snippet?.beginning, snippet?.value],
      ["global/head", html.length, html.slice(0, 500), undefined],
    );
  }
});

test("an owner can delete each record, staff cannot, and another store finds none", async () => {
  const id = await loadInstallationId(store, app);
  const before = await shown();
  const other = await seedStore(testing);
  for (const kind of kinds) {
    const record = before[kind][0]?.id;
    const path = `/${id}/customization/${kind}/${record}.json`;
    const rejectedAnswer = await staff.call("DELETE", at(path));
    assert.deepEqual([rejectedAnswer.status, readError(rejectedAnswer).code], [403, "not_allowed"], kind);
    assert.equal((await other.owner.browser.call("DELETE", at(path, other))).status, 404);
    assert.deepEqual(await consoleCall(store.owner.browser, ["DELETE", at(path)]), {});
    assert.equal((await store.owner.browser.call("DELETE", at(path))).status, 404);
    assert.equal((await shown())[kind].length, before[kind].length - 1);
  }
  assert.equal((await other.owner.browser.call("GET", at(`/${id}/customization.json`, other))).status, 404);
});

test("INS-16, SNP-4: an uninstall deletes all records and the token; disabling does not", async () => {
  const id = await loadInstallationId(store, app);
  assert.ok((await rowCount()) >= 4);
  await consoleCall(store.owner.browser, ["POST", at(`/${id}/disable.json`)]);
  assert.ok((await rowCount()) >= 4);
  await consoleCall(store.owner.browser, ["POST", at(`/${id}/enable.json`)]);
  await consoleCall(store.owner.browser, ["DELETE", at(`/${id}.json`)]);
  assert.equal(await rowCount(), 0);
  const answer = await testing.request(`${store.origin}/api/3.0/curls.json`, { token });
  assert.equal(readError(answer).code, "token_revoked");
});

test("the audit log shows who created a record, and who deleted it", async () => {
  const [snippet] = (await shown()).snippets;
  await consoleCall(store.owner.browser, [
    "DELETE",
    at(`/${await loadInstallationId(store, app)}/customization/snippets/${snippet?.id}.json`),
  ]);
  const rows = await testing.database.many<{ action: string; actor_kind: string; label: string }>(
    `select action, actor_kind, label from audit_entries
     where store_id = $1 and resource = 'snippet' and resource_id = $2 order by id`,
    [store.id, snippet?.id],
  );
  assert.deepEqual(rows, [
    { action: "create", actor_kind: "app", label: "global/head" },
    { action: "delete", actor_kind: "account", label: "global/head" },
  ]);
});
