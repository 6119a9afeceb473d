import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
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

let testing: TestPlatform;

before(async () => {
  // Without a sequencer, which would add a row for the demo store while it is removed.
  testing = await startTestPlatform({ role: "api" });
});
after(() => testing.stop());

/** Count the rows of every table that is not partitioned by time, or is the parent of such partitions. */
async function countAllRows(): Promise<Record<string, number>> {
  const tables = await testing.database.many<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by relname`,
    [],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (await testing.database.one<{ n: number }>(`select count(*) as n from ${name}`)).n;
  return counts;
}

test("removing the demo leaves the database as it was before, except for files to remove", async () => {
  const store = await seedStore(testing);
  const app = await registerApp(testing, "http://localhost:1");
  const { token } = await installApp(testing, { store, app });
  const listProducts = () => testing.request(`${store.origin}/api/3.0/products.json`, { token });
  assert.equal((await listProducts()).status, 200);
  const countsBefore = await countAllRows();
  await createDemo(testing.database, testing.platform);
  assert.equal(await hasDemoAccounts(testing.database), true);
  const { storeHandles, emails } = await findDemo(testing.database);
  assert.deepEqual(storeHandles, ["demo"]);
  assert.equal(emails.length, 3);
  await removeDemo(testing.database);
  assert.equal(await hasDemoAccounts(testing.database), false);
  const { file_removals: removals, ...counts } = await countAllRows();
  const { file_removals: _removals, ...expectedCounts } = countsBefore;
  assert.deepEqual(counts, expectedCounts);
  assert.ok((removals ?? 0) > 0, "the demo's images are removed later");
  assert.equal((await listProducts()).status, 200);
});

test("the demo can be created again after it was removed", async () => {
  assert.notEqual(await createDemo(testing.database, testing.platform), null);
  await removeDemo(testing.database);
  await removeDemo(testing.database);
  assert.equal(await hasDemoAccounts(testing.database), false);
});

test("in a database without the demo, an account with one of its addresses is a person's own", async () => {
  const account = { email: "merchant@demo.test", password: testPassword, name: "Stranger" };
  const url = `${testing.addresses.adminOrigin}/api/console/accounts.json`;
  await callConsole(testing.browser(), ["POST", url], { account });
  assert.equal(await hasDemoAccounts(testing.database), false, "the server would refuse its next start");
  assert.deepEqual((await findDemo(testing.database)).emails, []);
  await removeDemo(testing.database);
  const { n } = await testing.database.one<{ n: number }>(
    "select count(*) as n from accounts where email = $1",
    [account.email],
  );
  assert.equal(n, 1);
});
