import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { signUp, signUpMember, testPassword } from "@souk/testkit";
import { Check } from "typebox/value";
import { createStaffFixture, getErrorCode, type StaffFixture } from "../testing/staff-fixture.ts";

let fixture: StaffFixture;

before(async () => {
  fixture = await createStaffFixture();
});
after(() => fixture.stop());

interface Account {
  id: number;
  email: string;
  store_count: number;
  partner_count: number;
}

interface AccountDetail extends Account {
  stores: { id: number; role: string; suspended: unknown }[];
  partners: { id: number; role: string }[];
  sessions: { site: string; device: string; signed_in_at: string }[];
  last_signed_in_at: string | null;
  password_reset_count: number;
}

const searchAccounts = (query: string, limit = 50) =>
  fixture.callAsStaff<{ accounts: Account[]; has_more: boolean }>(
    "GET",
    `/accounts.json?query=${encodeURIComponent(query)}&limit=${limit}`,
  );
const getAccount = async (id: number) =>
  (await fixture.callAsStaff<{ account: AccountDetail }>("GET", `/accounts/${id}.json`)).account;

async function createAccount(email: string, name: string): Promise<number> {
  const text =
    "insert into accounts (email, name, password_hash) values ($1, $2, 'hash of a password') returning id";
  return (await fixture.testPlatform.database.one<{ id: number }>(text, [email, name])).id;
}

async function findId(email: string): Promise<number> {
  return (await searchAccounts(email)).accounts[0]?.id ?? assert.fail(`${email} was not found`);
}

const isSignedIn = async (browser: StaffFixture["staff"]["browser"]) =>
  (await browser.call("GET", `${fixture.testPlatform.addresses.adminOrigin}/api/console/session.json`))
    .status === 200;

test("staff find an account by the beginnings of words of its name and email, in any order", async () => {
  const id = await createAccount("aisha.rahman@batik.test", "Aisha binti Rahmān 王");
  for (const query of ["aisha", "RAHM", "batik ais", "aisha.rahman@batik.test", "bint rahman@b", "王 ais"])
    assert.deepEqual(
      (await searchAccounts(query)).accounts.map((account) => account.id),
      [id],
      query,
    );
});

test("a search for accounts by one letter, or by more than 255 characters, is rejected", async () => {
  for (const query of ["", "a", " @ ", "x".repeat(256)]) {
    const response = await fixture.request("GET", `/accounts.json?query=${encodeURIComponent(query)}`);
    assert.deepEqual([response.status, getErrorCode(response)], [422, "invalid"], query);
  }
});

test("wildcards and search operators in a search for accounts are not evaluated", async () => {
  for (const query of ["'; drop table accounts", "zz & !yy | (", "zz:*", "zz\\'", "%%zz__"])
    assert.deepEqual((await searchAccounts(query)).accounts, [], query);
});

test("a search for accounts returns at most `limit` accounts, the exact email address first", async () => {
  const exactId = await createAccount("double@doubles.test", "Zoe");
  for (let count = 1; count < 4; count++) await createAccount(`double${count}@doubles.test`, "Abe");
  const { accounts, has_more } = await searchAccounts("double@doubles.test", 1);
  assert.deepEqual([accounts.map(({ id }) => id), has_more], [[exactId], true]);
  const firstThree = await searchAccounts("doubles", 3);
  assert.deepEqual([firstThree.accounts.length, firstThree.has_more], [3, true]);
  assert.equal((await searchAccounts("doubles", 250)).accounts.length, 4);
});

test("an account that staff read has its stores, partners and sessions, but no secrets", async () => {
  const { store, app, partnerId, testPlatform } = fixture;
  const owner = await getAccount(await findId(store.owner.email));
  assert.deepEqual(
    [owner.stores.map(({ id, role, suspended }) => [id, role, suspended]), owner.partners, owner.store_count],
    [[[store.id, "owner", null]], [], 1],
  );
  assert.deepEqual(
    owner.sessions.map(({ site }) => site),
    ["admin"],
  );
  assert.equal(owner.last_signed_in_at, owner.sessions[0]?.signed_in_at);
  const partner = await getAccount(await findId(app.partner.email));
  assert.deepEqual(
    partner.partners.map(({ id, role }) => [id, role]),
    [[partnerId, "owner"]],
  );

  const secrets = await testPlatform.database.many<{ secret: string }>(
    `select password_hash as secret from accounts where id = $1
     union all select encode(id_hash, 'hex') from sessions where account_id = $1
     union all select encode(id_hash, 'base64') from sessions where account_id = $1`,
    [owner.id],
  );
  const { text } = await fixture.request("GET", `/accounts/${owner.id}.json`);
  for (const { secret } of secrets) assert.equal(text.includes(secret), false);
  assert.equal((await fixture.request("GET", "/accounts/999999999.json")).status, 404);
});

test("staff can get the account of a member of a store, whatever the member's role is", async () => {
  const { store, testPlatform } = fixture;
  for (const role of ["packer", "manager", ["products.view"] as const] as const) {
    const { email } = await signUpMember(testPlatform, store, role);
    const response = await fixture.request("GET", `/accounts/${await findId(email)}.json`);
    assert.ok(Check(operations.getStaffAccount.response, response.json()), response.text);
  }
});

test("staff must give a reason to end all sessions of a person, and the action is logged", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const id = await findId(person.email);
  const path = `/accounts/${id}/end_sessions.json`;
  for (const body of [{}, { reason: " \n" }, { reason: "x".repeat(501) }]) {
    const response = await fixture.request("POST", path, body);
    assert.deepEqual([response.status, getErrorCode(response)], [422, "invalid"]);
  }
  assert.ok(await isSignedIn(person.browser), "a rejected request ends no session");

  const { account } = await fixture.callAsStaff<{ account: AccountDetail }>("POST", path, {
    reason: " Lost a laptop. ",
  });
  assert.deepEqual(account.sessions, []);
  assert.equal(await isSignedIn(person.browser), false);
  assert.ok(await isSignedIn(fixture.store.owner.browser), "other accounts stay signed in");
  const { actions } = await fixture.callAsStaff<{ actions: object[] }>(
    "GET",
    `/actions.json?target_kind=account&target_id=${id}`,
  );
  assert.deepEqual(
    actions.map((action) => ({ ...action, id: 0, at: "", request_id: "", account: null })),
    [
      {
        id: 0,
        at: "",
        request_id: "",
        account: null,
        action: "end_sessions",
        target: { kind: "account", id, name: person.email },
        reason: "Lost a laptop.",
        detail: null,
      },
    ],
  );
  assert.equal(
    (await fixture.request("POST", "/accounts/999999999/end_sessions.json", { reason: "x" })).status,
    404,
  );
});

test("staff can send a person at most three password resets, without seeing the links", async () => {
  const { testPlatform } = fixture;
  const person = await signUp(testPlatform, "admin");
  const id = await findId(person.email);
  const path = `/accounts/${id}/send_password_reset.json`;
  for (let count = 1; count <= 3; count++) {
    const response = await fixture.request("POST", path, { reason: "They asked by phone." });
    assert.equal(response.status, 200, response.text);
    assert.equal(response.text.includes("token"), false, "staff do not see the link");
    assert.equal(response.json<{ account: AccountDetail }>().account.password_reset_count, count);
  }
  const fourthResponse = await fixture.request("POST", path, { reason: "Again." });
  assert.deepEqual([fourthResponse.status, getErrorCode(fourthResponse)], [409, "conflict"]);
  const mails = await testPlatform.database.many("select kind, recipient from mails where recipient = $1", [
    person.email,
  ]);
  assert.deepEqual(mails, Array(3).fill({ kind: "password_reset", recipient: person.email }));

  const mailbox = await fixture.staff.browser.call("GET", `${testPlatform.addresses.adminOrigin}/mail`);
  const token = /\/reset-password\?token=([\w-]+)/.exec(mailbox.text)?.[1] ?? assert.fail("no link");
  const { adminOrigin } = testPlatform.addresses;
  const page = await testPlatform.browser().open(`${adminOrigin}/reset-password?token=${token}`);
  assert.ok(page.text.includes(person.email), "the link works for this account");
  const credentials = { email: person.email, password: testPassword };
  const signInResponse = await testPlatform
    .browser()
    .call("POST", `${adminOrigin}/api/console/session.json`, credentials);
  assert.equal(signInResponse.status, 200, "the password stays valid until the link is used");
  const { total_count } = await fixture.callAsStaff<{ total_count: number }>(
    "GET",
    `/actions.json?target_kind=account&target_id=${id}`,
  );
  assert.equal(total_count, 3, "a rejected request is not logged");
});

test("a password reset by staff for a partner without a store links to the partner dashboard", async () => {
  const { app, testPlatform } = fixture;
  const id = await findId(app.partner.email);
  await fixture.callAsStaff("POST", `/accounts/${id}/send_password_reset.json`, { reason: "They asked." });
  const mailbox = await fixture.staff.browser.call("GET", `${testPlatform.addresses.adminOrigin}/mail`);
  assert.ok(mailbox.text.includes(`${testPlatform.addresses.partnersOrigin}/reset-password?token=`));
});
