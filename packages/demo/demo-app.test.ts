import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPartner } from "@souk/platform/modules/partners";
import { createAccount, createPasswords } from "@souk/platform/modules/people";
import { createTestStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { buildDemoAppUrls, type DemoAppCredentials, updateDemoAppUrls } from "./demo-app.ts";
import { type InstallDemoDeps, installDemoApp } from "./install-demo-app.ts";
import { seedLogistics } from "./seed-logistics.ts";

let testPlatform: TestPlatform;
let deps: Parameters<typeof updateDemoAppUrls>[1] & Parameters<typeof seedLogistics>[1] & InstallDemoDeps;
let registeredCredentials: DemoAppCredentials;

const ownerEmail = "partner@demo.test";
const handle = "inventory-sync";

before(async () => {
  testPlatform = await startTestPlatform();
  const { addresses, clock, random, modules } = testPlatform.platform;
  const { partners } = modules;
  deps = { addresses, clock, random, partners, secrets: partners.secrets };
  const person = { email: ownerEmail, name: "Partner", password: "souk-demo", is_staff: false };
  const input = { name: "Inventory Sync", handle, ...buildDemoAppUrls(4100) };
  await testPlatform.database.query("insert into settings (key, value) values ('demo', '{}')");
  registeredCredentials = await testPlatform.database.transaction(async (tx) => {
    const { id: account_id } = await createAccount(tx, person, createPasswords());
    const staff = { email: "staff@demo.test", name: "Staff", password: "souk-demo", is_staff: true };
    await createAccount(tx, staff, createPasswords());
    await createPartner(tx, { account_id, name: "Apps" });
    const account = { account_id, name: "Partner" };
    const { app, secret } = await partners.registerApp(tx, { account, input });
    return { client_id: app.client_id, client_secret: secret.client_secret };
  });
});
after(() => testPlatform.stop());

async function loadAppUrls(): Promise<
  { app_url: string; redirection_urls: string[]; updated_at: Date } | undefined
> {
  const row = await testPlatform.database.maybeOne<{
    app_url: string;
    redirection_urls: string[];
    updated_at: Date;
  }>("select app_url, redirection_urls, updated_at from apps where handle = 'inventory-sync'");
  return row;
}

test("an example app gets the credentials of its registration", async () => {
  const urlsBefore = await loadAppUrls();
  const result = await updateDemoAppUrls(testPlatform.database, deps, { handle, port: 4100, ownerEmail });
  assert.deepEqual(result, { ok: true, credentials: registeredCredentials });
  assert.deepEqual(await loadAppUrls(), urlsBefore, "correct URLs are not updated");
});

test("the registered URLs of an example app are updated to its port", async () => {
  const urlsBefore = await loadAppUrls();
  const result = await updateDemoAppUrls(testPlatform.database, deps, { handle, port: 4234, ownerEmail });
  assert.ok(result.ok);
  assert.equal(result.credentials.client_id, registeredCredentials.client_id);
  const urlsAfter = await loadAppUrls();
  assert.deepEqual(
    [urlsAfter?.app_url, urlsAfter?.redirection_urls],
    ["http://localhost:4234/", ["http://localhost:4234/auth/callback"]],
  );
  assert.ok(urlsAfter && urlsBefore && urlsAfter.updated_at > urlsBefore.updated_at);
});

test("the example app Logistics is added to a demo once, and only its localhost URLs are changed to a new port", async () => {
  await Promise.all([seedLogistics(testPlatform.database, deps), seedLogistics(testPlatform.database, deps)]);
  const loadFulfillmentUrls = async () => {
    const rows = await testPlatform.database.many<{ topic: string; url: string }>(
      "select topic, url from app_fulfillment_urls order by topic",
    );
    return rows.map(({ topic, url }) => [topic, url]);
  };
  assert.deepEqual(await loadFulfillmentUrls(), [
    ["fulfillment/bulk", "http://localhost:4110/webhooks"],
    ["fulfillment/single", "http://localhost:4110/webhooks"],
  ]);
  const otherUrl = "https://parcels.souk-apps.com/single";
  await testPlatform.database.query(
    "update app_fulfillment_urls set url = $1 where topic = 'fulfillment/single'",
    [otherUrl],
  );
  const appOnPort = { handle: "logistics", port: 4235, ownerEmail } as const;
  assert.ok((await updateDemoAppUrls(testPlatform.database, deps, appOnPort)).ok);
  assert.deepEqual(await loadFulfillmentUrls(), [
    ["fulfillment/bulk", "http://localhost:4235/webhooks"],
    ["fulfillment/single", otherUrl],
  ]);
  await testPlatform.database.query("delete from app_fulfillment_urls");
  await seedLogistics(testPlatform.database, deps);
  assert.deepEqual(await loadFulfillmentUrls(), [], "URLs that staff have removed are not restored");
});

test("an example app is opened in the demo store unless the store has disabled or removed it", async () => {
  const { store } = await createTestStore(testPlatform.database, { handle: "demo" });
  await testPlatform.database.query(
    `with merchant as (
       insert into accounts (email, name, password_hash) values ('merchant@demo.test', 'Merchant', '') returning id)
     insert into memberships (store_id, account_id, role) select $1, id, 'owner' from merchant`,
    [store.id],
  );
  /** Install the app with a status, if one is given, and return whether the app is then opened. */
  const installAndOpen = async (status?: string): Promise<boolean> => {
    if (status !== undefined)
      await testPlatform.database.query(
        `insert into installations (store_id, app_id, status, scopes, installed_at)
         select $1, id, $2, '{}', clock_timestamp() from apps where handle = 'logistics'`,
        [store.id, status],
      );
    let hasOpened = false;
    const visit = async () => {
      hasOpened = true;
      return null;
    };
    const app = { handle: "logistics", visit } as const;
    assert.equal(await installDemoApp(testPlatform.database, deps, app), false);
    return hasOpened;
  };
  assert.deepEqual(
    [await installAndOpen(), await installAndOpen("uninstalled"), await installAndOpen("enabled")],
    [true, false, true],
  );
  await testPlatform.database.query("update installations set status = 'disabled' where status = 'enabled'");
  assert.equal(await installAndOpen(), false);
});

test("an app with an example app's handle is not changed unless the demo registered it", async () => {
  await testPlatform.database.query("delete from settings where key = 'demo_logistics'");
  const appOnPort = { handle: "logistics", port: 4236, ownerEmail } as const;
  const handleTaken = { ok: false, reason: "handle_taken" };
  assert.deepEqual(await updateDemoAppUrls(testPlatform.database, deps, appOnPort), handleTaken);
  await seedLogistics(testPlatform.database, deps);
  assert.deepEqual(await updateDemoAppUrls(testPlatform.database, deps, appOnPort), handleTaken);
});

test("an example app is not registered if the demo's accounts have other email addresses", async () => {
  await testPlatform.database.query("update apps set handle = 'parcels' where handle = 'logistics'");
  await testPlatform.database.query(
    "update accounts set email = 'ops@demo.test' where email = 'staff@demo.test'",
  );
  await seedLogistics(testPlatform.database, deps);
  assert.deepEqual(
    await updateDemoAppUrls(testPlatform.database, deps, { handle: "logistics", port: 4236, ownerEmail }),
    { ok: false, reason: "no_accounts" },
  );
});

test("an example app that has a remote URL or belongs to another partner is not changed", async () => {
  const goneResult = { ok: false, reason: "gone" };
  const otherPartnersApp = { handle, port: 4100, ownerEmail: "x@demo.test" } as const;
  assert.deepEqual(await updateDemoAppUrls(testPlatform.database, deps, otherPartnersApp), goneResult);
  await testPlatform.database.query("update apps set app_url = 'https://sync.souk-apps.com/'");
  assert.deepEqual(
    await updateDemoAppUrls(testPlatform.database, deps, { handle, port: 4100, ownerEmail }),
    goneResult,
  );
  assert.equal((await loadAppUrls())?.app_url, "https://sync.souk-apps.com/");
});
