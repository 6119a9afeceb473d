import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  type Browser,
  callConsole,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpMember,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

interface Customization {
  snippets: { id: number; field: string; characters: number; beginning: string; value?: string }[];
  script_tags: { id: number }[];
  admin_links: { id: number }[];
  curls: { id: number }[];
}

let testPlatform: TestPlatform;
let store: SeededStore;
let app: SeededApp;
let memberBrowser: Browser;
let token: string;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
  app = await registerApp(testPlatform, "https://put.packing.dev");
  memberBrowser = (await signUpMember(testPlatform, store, [])).browser;
});
after(() => testPlatform.stop());

const html = `<p>${"a".repeat(600)}</p>`;

beforeEach(async () => {
  ({ token } = await installApp(testPlatform, { store, app }));
  await callOk("POST", "/snippets.json", { field: "global/head", value: html });
  await callOk("POST", "/script_tags.json", { src: "https://put.packing.dev/a.js" });
  await callOk("POST", "/admin_links.json", { label: "Put", url: "/put", placement: "product" });
  await callOk("POST", "/curls.json", { topic: "shipping/list/cod", url: "https://put.packing.dev/rates" });
});

async function callOk(method: string, path: string, json?: object): Promise<void> {
  const response = await testPlatform.request(`${store.origin}/api/3.0${path}`, { method, token, json });
  assert.equal(response.status, 200, response.text);
}

const buildUrl = (path: string, seededStore = store) =>
  `${testPlatform.addresses.adminOrigin}/${seededStore.handle}/api/console/apps${path}`;

async function loadCustomization(browser = store.owner.browser): Promise<Customization> {
  const url = buildUrl(`/${await loadInstallationId(store, app)}/customization.json`);
  return (await callConsole<{ customization: Customization }>(browser, ["GET", url])).customization;
}

const kinds = ["snippets", "script_tags", "admin_links", "curls"] as const;

async function countRecords(): Promise<number> {
  const counts = kinds.map((kind) => `(select count(*) from ${kind})`).join(" + ");
  const row = await testPlatform.database.maybeOne<{ count: number }>(`select ${counts} as count`);
  return row?.count ?? 0;
}

test("members see an app's whole customization, but only the beginning of a snippet", async () => {
  for (const browser of [store.owner.browser, memberBrowser]) {
    const customization = await loadCustomization(browser);
    for (const kind of kinds) assert.ok(customization[kind].length > 0, kind);
    const [snippet] = customization.snippets;
    assert.deepEqual(
      [snippet?.field, snippet?.characters, snippet?.beginning, snippet?.value],
      ["global/head", html.length, html.slice(0, 500), undefined],
    );
  }
});

test("only the store's members with apps.manage can delete an app's customization", async () => {
  const id = await loadInstallationId(store, app);
  const recordsBefore = await loadCustomization();
  const otherStore = await seedStore(testPlatform);
  for (const kind of kinds) {
    const recordId = recordsBefore[kind][0]?.id;
    const path = `/${id}/customization/${kind}/${recordId}.json`;
    const rejectedResponse = await memberBrowser.call("DELETE", buildUrl(path));
    assert.deepEqual(
      [rejectedResponse.status, readError(rejectedResponse).code],
      [403, "right_missing"],
      kind,
    );
    assert.equal((await otherStore.owner.browser.call("DELETE", buildUrl(path, otherStore))).status, 404);
    assert.deepEqual(await callConsole(store.owner.browser, ["DELETE", buildUrl(path)]), {});
    assert.equal((await store.owner.browser.call("DELETE", buildUrl(path))).status, 404);
    assert.equal((await loadCustomization())[kind].length, recordsBefore[kind].length - 1);
  }
  assert.equal(
    (await otherStore.owner.browser.call("GET", buildUrl(`/${id}/customization.json`, otherStore))).status,
    404,
  );
});

test("INS-16, SNP-4: uninstalling an app deletes its customization, but disabling doesn't", async () => {
  const id = await loadInstallationId(store, app);
  assert.ok((await countRecords()) >= 4);
  await callConsole(store.owner.browser, ["POST", buildUrl(`/${id}/disable.json`)]);
  assert.ok((await countRecords()) >= 4);
  await callConsole(store.owner.browser, ["POST", buildUrl(`/${id}/enable.json`)]);
  await callConsole(store.owner.browser, ["DELETE", buildUrl(`/${id}.json`)]);
  assert.equal(await countRecords(), 0);
  const response = await testPlatform.request(`${store.origin}/api/3.0/curls.json`, { token });
  assert.equal(readError(response).code, "token_revoked");
});

test("the audit log shows which app created a snippet and which account deleted it", async () => {
  const [snippet] = (await loadCustomization()).snippets;
  await callConsole(store.owner.browser, [
    "DELETE",
    buildUrl(`/${await loadInstallationId(store, app)}/customization/snippets/${snippet?.id}.json`),
  ]);
  const rows = await testPlatform.database.many<{ action: string; actor_kind: string; label: string }>(
    `select action, actor_kind, label from audit_entries
     where store_id = $1 and resource = 'snippet' and resource_id = $2 order by id`,
    [store.id, snippet?.id],
  );
  assert.deepEqual(rows, [
    { action: "create", actor_kind: "app", label: "global/head" },
    { action: "delete", actor_kind: "account", label: "global/head" },
  ]);
});
