import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { fakeClock, type TestDatabase, testDatabase } from "@souk/testkit";
import { secureRandomText } from "../../runtime/random.ts";
import { createAccount, createPasswords, findSession, type PeopleDeps } from "./index.ts";
import { argon2id } from "./passwords.ts";
import type { Audience } from "./session-rules.ts";
import { signIn } from "./sign-in.ts";
import { type SignUp, signUp } from "./sign-up.ts";

const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
const partners: { account_id: number; name: string }[] = [];
let comparisons = 0;

const deps: PeopleDeps = {
  passwords: createPasswords({
    hash: argon2id.hash,
    verify: (stored, password) => {
      comparisons += 1;
      return argon2id.verify(stored, password);
    },
  }),
  clock,
  random: secureRandomText,
  async createPartner(_tx: Queryable, partner) {
    partners.push(partner);
  },
  createStore: async () => assert.fail("no store was requested"),
};

let made: TestDatabase;

before(async () => {
  made = await testDatabase();
  const order = { email: "Merchant@people.test", password: "souk-demo", name: " Aisha ", is_staff: false };
  await createAccount(made.database, order, deps.passwords);
});
after(() => made.stop());

function enter(
  email: string,
  password: string,
  replaces: Buffer | null = null,
  audience: Audience = "admin",
) {
  return signIn(made.database, { input: { email, password }, audience, replaces }, deps);
}

function join(input: SignUp["input"], audience: Audience = "admin") {
  return signUp(made.database, { input, audience, replaces: null }, deps);
}

async function expectApiError(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => assert.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

function find(sessionId: string, audience: Audience = "admin") {
  return findSession(made.database, { sessionId, audience }, new Date(clock.now()));
}

async function countRows(table: string): Promise<number> {
  const row = await made.database.one<{ n: number }>(`select count(*)::int as n from ${table}`);
  return row.n ?? -1;
}

test("the right password signs in, whatever the case of the address", async () => {
  const { account, session_id, csrf_token } = await enter(" merchant@PEOPLE.test ", "souk-demo");
  assert.deepEqual(
    { ...account, id: 0 },
    { id: 0, email: "Merchant@people.test", name: "Aisha", is_staff: false },
  );
  const found = await find(session_id);
  assert.deepEqual([found?.account_id, found?.csrf_token], [account.id, csrf_token]);
});

test("P34: an unknown address costs the same comparison and gets the same error", async () => {
  const errors: ApiError[] = [];
  for (const email of ["merchant@people.test", "nobody@people.test"]) {
    comparisons = 0;
    errors.push(await expectApiError(enter(email, "wrong password")));
    assert.equal(comparisons, 1, email);
  }
  const [known, unknown] = errors;
  assert.deepEqual(
    [known?.code, known?.message, known?.details],
    [unknown?.code, unknown?.message, unknown?.details],
  );
  assert.equal(known?.code, "sign_in_failed");
});

test("P34: signing in creates a new session id and ends the browser's former session", async () => {
  const first = await enter("merchant@people.test", "souk-demo");
  const planted = (await find(first.session_id))?.session_hash ?? null;
  const second = await enter("merchant@people.test", "souk-demo", planted);
  assert.notEqual(second.session_id, first.session_id);
  assert.equal(await find(first.session_id), null);
  assert.ok(await find(second.session_id));
});

test("a failed sign-in ends no session and begins none", async () => {
  const { session_id } = await enter("merchant@people.test", "souk-demo");
  const hash = (await find(session_id))?.session_hash ?? null;
  const before = await countRows("sessions");
  await expectApiError(enter("merchant@people.test", "souk-dem0", hash));
  assert.equal(await countRows("sessions"), before);
  assert.ok(await find(session_id));
});

test("signing up on the admin's origin creates an account and no partner", async () => {
  const { account, session_id } = await join({
    email: "new@people.test",
    password: "long enough",
    name: " Budi ",
  });
  assert.deepEqual([account.name, account.is_staff], ["Budi", false]);
  assert.ok(await find(session_id));
  assert.ok(await enter("new@people.test", "long enough"));
  assert.deepEqual(partners, []);
});

test("signing up on the partners' origin creates a partner with the account's name", async () => {
  const named = await join(
    { email: "p1@people.test", password: "long enough", name: "Studio Timur" },
    "partners",
  );
  // A store in the input on the partners' origin is not even validated, so none is created.
  const store = { name: "A store" };
  const unnamed = await join({ email: "p2@people.test", password: "long enough", store }, "partners");
  assert.ok(await find(named.session_id, "partners"));
  assert.deepEqual(partners, [
    { account_id: named.account.id, name: "Studio Timur" },
    { account_id: unnamed.account.id, name: "" },
  ]);
});

test("an address that has an account, in any case, is rejected and nothing is created", async () => {
  const [accounts, sessions] = [await countRows("accounts"), await countRows("sessions")];
  const { code, details } = await expectApiError(
    join({ email: "MERCHANT@people.test", password: "long enough" }),
  );
  assert.deepEqual([code, details.fields?.map(({ path }) => path)], ["invalid", ["email"]]);
  assert.deepEqual([await countRows("accounts"), await countRows("sessions")], [accounts, sessions]);
});

test("of many simultaneous sign-ups with one address exactly one succeeds", async () => {
  const tries = Array.from({ length: 5 }, () => join({ email: "race@people.test", password: "long enough" }));
  const outcomes = await Promise.allSettled(tries);
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
});

test("if the partner cannot be created, the account is not created either", async () => {
  const failing: PeopleDeps = { ...deps, createPartner: () => Promise.reject(new Error("no partner")) };
  const input = { email: "half@people.test", password: "long enough" };
  const before = await countRows("accounts");
  await assert.rejects(
    signUp(made.database, { input, audience: "partners", replaces: null }, failing),
    /no partner/,
  );
  assert.equal(await countRows("accounts"), before);
});

test("a staff account is marked as one, and its address must be new", async () => {
  const order = { email: "staff@people.test", password: "long enough", is_staff: true };
  const account = await createAccount(made.database, order, deps.passwords);
  assert.equal(account.is_staff, true);
  assert.equal((await enter("staff@people.test", "long enough")).account.is_staff, true);
  const { details } = await expectApiError(createAccount(made.database, order, deps.passwords));
  assert.deepEqual(
    details.fields?.map(({ path }) => path),
    ["email"],
  );
});
