import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Person,
  seedStore,
  signUp,
  signUpMember,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api", config: { quotas: { stores_of_account: 3 } } });
});
after(() => testPlatform.stop());

function createStore({ browser }: Person, name: string) {
  const url = `${testPlatform.addresses.adminOrigin}/api/console/stores.json`;
  return browser.call("POST", url, { store: { name } });
}

async function countStores({ email }: Person): Promise<number> {
  const text = `select count(*) as count from memberships m join accounts a on a.id = m.account_id
    where a.email = $1 and m.role = 'owner'`;
  return (await testPlatform.database.one<{ count: number }>(text, [email])).count;
}

test("simultaneous requests to create stores do not exceed an account's quota of stores", async () => {
  const person = await signUp(testPlatform, "admin");
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, n) => createStore(person, `Store ${person.email} ${n}`)),
  );
  const rejectedResponses = responses.filter(({ status }) => status === 409);
  assert.equal(rejectedResponses.length, 3);
  assert.equal(await countStores(person), 3);
  const { code, message, fields } = readError(rejectedResponses[0] ?? assert.fail());
  assert.equal(code, "quota_exceeded");
  assert.match(message, /^The account has reached its quota stores_of_account: at most 3 stores/);
  assert.deepEqual(fields?.[0]?.params, { max: 3 });
  // The form on the admin's start page shows the same message.
  const { adminOrigin } = testPlatform.addresses;
  const page = await person.browser.open(`${adminOrigin}/?choose=1`);
  const errorPage = await person.browser.clickButton(page, "Create store", { name: "One more" });
  assert.equal(errorPage.status, 422);
  assert.match(errorPage.text, /quota stores_of_account: at most 3 stores/);
  // The quota of one account does not affect another account.
  assert.equal((await createStore(await signUp(testPlatform, "admin"), "Elsewhere")).status, 200);
});

test("a store cannot be transferred to an account that already owns the maximum number of stores", async () => {
  const store = await seedStore(testPlatform);
  const member = await signUpMember(testPlatform, store, []);
  for (const name of ["A", "B", "C"])
    assert.equal((await createStore(member, `${name} of ${member.email}`)).status, 200);
  const text = "select id from accounts where email = $1";
  const { id } = await testPlatform.database.one<{ id: number }>(text, [member.email]);
  const url = `${store.host_url}/api/console/members/${id}/make_owner.json`;
  const response = await store.owner.browser.call("POST", url);
  assert.deepEqual([response.status, readError(response).code], [409, "quota_exceeded"]);
  assert.equal(await countStores(store.owner), 1);
});
