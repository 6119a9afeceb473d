import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPartner } from "@souk/platform/modules/partners";
import { createAccount, createPasswords } from "@souk/platform/modules/people";
import { createPracticeStore, type TestPlatform, testPlatform } from "@souk/testkit";
import { type DemoAppCredentials, demoAppCredentials, demoAppUrls } from "./demo-app.ts";
import { type InstallDemoDeps, installDemoApp } from "./install-demo-app.ts";
import { seedLogistics } from "./seed-logistics.ts";

let testing: TestPlatform;
let deps: Parameters<typeof demoAppCredentials>[1] & Parameters<typeof seedLogistics>[1] & InstallDemoDeps;
let shown: DemoAppCredentials;

const owner = "partner@demo.test";
const handle = "inventory-sync";

before(async () => {
  testing = await testPlatform();
  const { addresses, clock, random, modules } = testing.platform;
  const { partners } = modules;
  deps = { addresses, clock, random, partners, secrets: partners.secrets };
  const person = { email: owner, name: "Partner", password: "souk-demo", is_staff: false };
  const input = { name: "Inventory Sync", handle, ...demoAppUrls(4100) };
  await testing.database.query("insert into settings (key, value) values ('demo', '{}')");
  shown = await testing.database.transaction(async (tx) => {
    const { id: account_id } = await createAccount(tx, person, createPasswords());
    const staff = { email: "staff@demo.test", name: "Staff", password: "souk-demo", is_staff: true };
    await createAccount(tx, staff, createPasswords());
    await createPartner(tx, { account_id, name: "Apps" });
    const account = { account_id, name: "Partner" };
    const { app, secret } = await partners.registerApp(tx, { account, input });
    return { client_id: app.client_id, client_secret: secret.client_secret };
  });
});
after(() => testing.stop());

async function urls(): Promise<
  { app_url: string; redirection_urls: string[]; updated_at: Date } | undefined
> {
  const row = await testing.database.maybeOne<{
    app_url: string;
    redirection_urls: string[];
    updated_at: Date;
  }>("select app_url, redirection_urls, updated_at from apps where handle = 'inventory-sync'");
  return row;
}

test("the demo app gets the credentials that its registration has shown", async () => {
  const before = await urls();
  const handed = await demoAppCredentials(testing.database, deps, { handle, port: 4100, owner });
  assert.deepEqual(handed, { ok: true, credentials: shown });
  assert.deepEqual(await urls(), before, "a registration that is right stays as it is");
});

test("on another port its registration moves along", async () => {
  const before = await urls();
  const handed = await demoAppCredentials(testing.database, deps, { handle, port: 4234, owner });
  assert.ok(handed.ok);
  assert.equal(handed.credentials.client_id, shown.client_id);
  const after = await urls();
  assert.deepEqual(
    [after?.app_url, after?.redirection_urls],
    ["http://localhost:4234/", ["http://localhost:4234/auth/callback"]],
  );
  assert.ok(after && before && after.updated_at > before.updated_at);
});

test("a demo of an earlier release gets Logistics once, and where it answers the Fulfill action moves along with its port", async () => {
  await Promise.all([seedLogistics(testing.database, deps), seedLogistics(testing.database, deps)]);
  const answering = async () => {
    const rows = await testing.database.many<{ topic: string; url: string }>(
      "select topic, url from app_fulfillment_urls order by topic",
    );
    return rows.map(({ topic, url }) => [topic, url]);
  };
  assert.deepEqual(await answering(), [
    ["fulfillment/bulk", "http://localhost:4110/webhooks"],
    ["fulfillment/single", "http://localhost:4110/webhooks"],
  ]);
  const elsewhere = "https://parcels.souk-apps.com/single";
  await testing.database.query(
    "update app_fulfillment_urls set url = $1 where topic = 'fulfillment/single'",
    [elsewhere],
  );
  const at = { handle: "logistics", port: 4235, owner } as const;
  assert.ok((await demoAppCredentials(testing.database, deps, at)).ok);
  assert.deepEqual(await answering(), [
    ["fulfillment/bulk", "http://localhost:4235/webhooks"],
    ["fulfillment/single", elsewhere],
  ]);
  await testing.database.query("delete from app_fulfillment_urls");
  await seedLogistics(testing.database, deps);
  assert.deepEqual(await answering(), [], "what staff have taken away stays away");
});

test("an app is opened again in a store that has it and left alone in a store without it", async () => {
  const { store } = await createPracticeStore(testing.database, { handle: "demo" });
  await testing.database.query(
    `with merchant as (
       insert into accounts (email, name, password_hash) values ('merchant@demo.test', 'Merchant', '') returning id)
     insert into memberships (store_id, account_id, role) select $1, id, 'owner' from merchant`,
    [store.id],
  );
  const opens = async (status?: string): Promise<boolean> => {
    if (status !== undefined)
      await testing.database.query(
        `insert into installations (store_id, app_id, status, scopes, installed_at)
         select $1, id, $2, '{}', clock_timestamp() from apps where handle = 'logistics'`,
        [store.id, status],
      );
    let opened = false;
    const visit = async () => {
      opened = true;
      return null;
    };
    const app = { handle: "logistics", visit } as const;
    assert.equal(await installDemoApp(testing.database, deps, app), false);
    return opened;
  };
  assert.deepEqual([await opens(), await opens("uninstalled"), await opens("enabled")], [true, false, true]);
  await testing.database.query("update installations set status = 'disabled' where status = 'enabled'");
  assert.equal(await opens(), false);
});

test("an app of the same handle that the demo has not registered is left alone", async () => {
  await testing.database.query("delete from settings where key = 'demo_logistics'");
  const at = { handle: "logistics", port: 4236, owner } as const;
  const taken = { ok: false, reason: "handle_taken" };
  assert.deepEqual(await demoAppCredentials(testing.database, deps, at), taken);
  await seedLogistics(testing.database, deps);
  assert.deepEqual(await demoAppCredentials(testing.database, deps, at), taken);
});

test("a demo whose accounts have other addresses by now has no place for an app that it has not registered", async () => {
  await testing.database.query("update apps set handle = 'parcels' where handle = 'logistics'");
  await testing.database.query("update accounts set email = 'ops@demo.test' where email = 'staff@demo.test'");
  await seedLogistics(testing.database, deps);
  assert.deepEqual(
    await demoAppCredentials(testing.database, deps, { handle: "logistics", port: 4236, owner }),
    { ok: false, reason: "no_accounts" },
  );
});

test("an app that was registered away from this machine, or is another partner's, is left alone", async () => {
  const gone = { ok: false, reason: "gone" };
  const strange = { handle, port: 4100, owner: "x@demo.test" } as const;
  assert.deepEqual(await demoAppCredentials(testing.database, deps, strange), gone);
  await testing.database.query("update apps set app_url = 'https://sync.souk-apps.com/'");
  assert.deepEqual(await demoAppCredentials(testing.database, deps, { handle, port: 4100, owner }), gone);
  assert.equal((await urls())?.app_url, "https://sync.souk-apps.com/");
});
