import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  callConsole,
  installApp,
  registerApp,
  seedStore,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { createDemo } from "./create-demo.ts";
import { findDemo, hasDemoAccounts, removeDemo } from "./remove-demo.ts";
import { demoPassword } from "./seed-demo.ts";

let testPlatform: TestPlatform;

before(async () => {
  // Without a sequencer (role `api`) and without housekeeping, nothing but the demo changes the number of rows.
  testPlatform = await startTestPlatform({ role: "api", hasHousekeeping: false });
});
after(() => testPlatform.stop());

/** Count the rows of every table. A partitioned table is counted as a whole, not once for each partition. */
async function countAllRows(): Promise<Record<string, number>> {
  const tables = await testPlatform.database.many<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by relname`,
    [],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (await testPlatform.database.one<{ n: number }>(`select count(*) as n from ${name}`)).n;
  return counts;
}

/**
 * Tables that only record what happened. Their rows grant no access: the links of emailed invitations work only while the
 * invitations exist.
 */
const historyTables: ReadonlySet<string> = new Set([
  ...["audit_entries", "security_events", "unlogged_security_events", "security_event_counts"],
  ...["mails", "revoked_tokens", "file_removals"],
]);

/** List the tables whose number of rows has changed, except those in `historyTables`. */
function listChangedTables(
  countsBefore: Record<string, number>,
  countsAfter: Record<string, number>,
): string[] {
  return Object.keys(countsAfter).filter(
    (table) => countsAfter[table] !== countsBefore[table] && !historyTables.has(table),
  );
}

test("removing the demo leaves the database as it was before the demo, except for logs", async () => {
  const store = await seedStore(testPlatform);
  const app = await registerApp(testPlatform, "http://localhost:1");
  const { token } = await installApp(testPlatform, { store, app });
  const listProducts = () => testPlatform.request(`${store.origin}/api/3.0/products.json`, { token });
  assert.equal((await listProducts()).status, 200);
  const countsBefore = await countAllRows();
  await createDemo(testPlatform.database, testPlatform.platform);
  assert.equal(await hasDemoAccounts(testPlatform.database), true);
  const { storeHandles, emails } = await findDemo(testPlatform.database);
  assert.deepEqual(storeHandles, ["demo"]);
  assert.equal(emails.length, 3);
  await removeDemo(testPlatform.database);
  assert.equal(await hasDemoAccounts(testPlatform.database), false);
  const countsAfter = await countAllRows();
  assert.deepEqual(listChangedTables(countsBefore, countsAfter), []);
  assert.ok((countsAfter["file_removals"] ?? 0) > 0, "the demo's images are removed later");
  assert.equal((await listProducts()).status, 200);
});

test("the demo can be created again after it was removed", async () => {
  assert.notEqual(await createDemo(testPlatform.database, testPlatform.platform), null);
  await removeDemo(testPlatform.database);
  await removeDemo(testPlatform.database);
  assert.equal(await hasDemoAccounts(testPlatform.database), false);
});

/** Sign in as the demo's merchant. */
async function signInAsMerchant(): Promise<Browser> {
  const browser = testPlatform.browser();
  const session = { email: "merchant@demo.test", password: demoPassword };
  await callConsole(browser, ["POST", `${testPlatform.addresses.adminOrigin}/api/console/session.json`], {
    session,
  });
  return browser;
}

interface CustomAppResponse {
  custom_app: { id: number; access_token: string };
}

async function createCustomApp(browser: Browser, host_url: string): Promise<CustomAppResponse["custom_app"]> {
  const custom_app = { name: "Export", scopes: ["read_products"] };
  const url = `${host_url}/api/console/custom_apps.json`;
  return (await callConsole<CustomAppResponse>(browser, ["POST", url], { custom_app })).custom_app;
}

test("removing the demo removes the apps and invitations that its accounts created in other stores", async () => {
  const store = await seedStore(testPlatform);
  const { host_url, owner } = store;
  const ownersApp = await createCustomApp(owner.browser, host_url);
  const appWithOldToken = await createCustomApp(owner.browser, host_url);
  const guest = { invitation: { email: "guest@shops.test", role: "packer" } };
  await callConsole(owner.browser, ["POST", `${host_url}/api/console/invitations.json`], guest);
  const countsBefore = await countAllRows();

  await createDemo(testPlatform.database, testPlatform.platform);
  const merchant = await signInAsMerchant();
  await testPlatform.database.query(
    "insert into memberships (store_id, account_id, role) select $1, id, 'manager' from accounts where email = 'merchant@demo.test'",
    [store.id],
  );
  const app = await createCustomApp(merchant, host_url);
  const invitation = { email: "friend@shops.test", role: "packer" };
  await callConsole(merchant, ["POST", `${host_url}/api/console/invitations.json`], { invitation });
  const tokenUrl = `${host_url}/api/console/custom_apps/${appWithOldToken.id}/token.json`;
  const appWithNewToken = await callConsole<CustomAppResponse>(merchant, ["POST", tokenUrl]);

  await removeDemo(testPlatform.database);
  const getStatus = async (token: string) =>
    (await testPlatform.request(`${store.origin}/api/3.0/products.json`, { token })).status;
  assert.equal(await getStatus(app.access_token), 401, "an app that the demo's merchant created");
  const newToken = appWithNewToken.custom_app.access_token;
  assert.equal(await getStatus(newToken), 401, "a token known only to the merchant");
  assert.equal(await getStatus(ownersApp.access_token), 200, "an app that the owner created");
  const emails = await testPlatform.database.many<{ email: string }>(
    "select email from invitations where store_id = $1",
    [store.id],
  );
  assert.deepEqual(emails, [{ email: guest.invitation.email }]);
  const changedTables = listChangedTables(countsBefore, await countAllRows());
  assert.deepEqual(changedTables, ["access_tokens"], "only the token that the merchant replaced is missing");
});

test("removing the demo keeps the security events of the demo's accounts", async () => {
  await createDemo(testPlatform.database, testPlatform.platform);
  const merchant = await signInAsMerchant();
  await createCustomApp(merchant, `${testPlatform.addresses.adminOrigin}/demo`);
  await removeDemo(testPlatform.database);
  assert.equal(await hasDemoAccounts(testPlatform.database), false);
  const { n } = await testPlatform.database.one<{ n: number }>(
    "select count(*) as n from security_events where kind = 'custom_app_created'",
  );
  assert.ok(n > 0);
});

test("without a demo in the database, an account with a demo email address is not a demo account", async () => {
  const account = { email: "merchant@demo.test", password: testPassword, name: "Stranger" };
  const url = `${testPlatform.addresses.adminOrigin}/api/console/accounts.json`;
  await callConsole(testPlatform.browser(), ["POST", url], { account });
  assert.equal(
    await hasDemoAccounts(testPlatform.database),
    false,
    "otherwise a production server would not start",
  );
  assert.deepEqual((await findDemo(testPlatform.database)).emails, []);
  await removeDemo(testPlatform.database);
  const { n } = await testPlatform.database.one<{ n: number }>(
    "select count(*) as n from accounts where email = $1",
    [account.email],
  );
  assert.equal(n, 1);
});
