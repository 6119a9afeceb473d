import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createFakeClock, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { secureRandomText } from "../../runtime/random.ts";
import { createVault } from "../../runtime/secrets/vault.ts";
import { createAccount, createPasswords, findSession, type PeopleDeps } from "./index.ts";
import { argon2id } from "./passwords.ts";
import type { Audience } from "./session-rules.ts";
import { signIn } from "./sign-in.ts";
import { type SignUp, signUp } from "./sign-up.ts";

const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
const createdPartners: { account_id: number; name: string }[] = [];
const device = { user_agent: "Test/1", client_address: "192.0.2.1", device_id: null, request_id: "r" };
let comparisonCount = 0;

const deps: PeopleDeps = {
  signUpPolicy: "open",
  canSignInUnverified: true,
  passwords: createPasswords({
    hash: argon2id.hash,
    verify: (storedHash, password) => {
      comparisonCount += 1;
      return argon2id.verify(storedHash, password);
    },
  }),
  attemptKey: Buffer.alloc(32, 7),
  clock,
  random: secureRandomText,
  vault: createVault(randomBytes(32)),
  addresses: { adminOrigin: "http://admin.test", partnersOrigin: "http://partners.test", domain: "test" },
  sendEmail: async () => undefined,
  async createPartner(_tx: Queryable, partner) {
    createdPartners.push(partner);
  },
};

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
  const input = { email: "Merchant@people.test", password: "souk-demo", name: " Aisha ", is_staff: false };
  await createAccount(db.database, input, deps.passwords);
});
after(() => db.stop());

function signInWith(
  email: string,
  password: string,
  formerSession: Buffer | null = null,
  audience: Audience = "admin",
) {
  return signIn(db.database, { input: { email, password }, audience, formerSession, device }, deps);
}

async function signUpWith(input: SignUp["input"], audience: Audience = "admin") {
  const result = await signUp(db.database, { input, audience, formerSession: null, device }, deps);
  return result ?? assert.fail("signing up started no session");
}

async function expectApiError(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => assert.fail("The attempt succeeded."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

function findSessionNow(sessionId: string, audience: Audience = "admin") {
  return findSession(db.database, { sessionId, audience }, new Date(clock.now()));
}

async function countRows(table: string): Promise<number> {
  const row = await db.database.one<{ count: number }>(`select count(*)::int as count from ${table}`);
  return row.count ?? -1;
}

test("a person can sign in with the right password, regardless of the email's case", async () => {
  const { account, session_id, csrf_token } = await signInWith(" merchant@PEOPLE.test ", "souk-demo");
  assert.deepEqual(
    { ...account, id: 0 },
    { id: 0, email: "Merchant@people.test", name: "Aisha", is_staff: false },
  );
  const session = await findSessionNow(session_id);
  assert.deepEqual([session?.account_id, session?.csrf_token], [account.id, csrf_token]);
});

test("P34: signing in with an unknown email fails exactly like signing in with a wrong password", async () => {
  const errors: ApiError[] = [];
  for (const email of ["merchant@people.test", "nobody@people.test"]) {
    comparisonCount = 0;
    errors.push(await expectApiError(signInWith(email, "wrong password")));
    assert.equal(comparisonCount, 1, email);
  }
  const [wrongPasswordError, unknownEmailError] = errors;
  assert.deepEqual(
    [wrongPasswordError?.code, wrongPasswordError?.message, wrongPasswordError?.details],
    [unknownEmailError?.code, unknownEmailError?.message, unknownEmailError?.details],
  );
  assert.equal(wrongPasswordError?.code, "sign_in_failed");
});

test("P34: signing in creates a new session id and ends the browser's former session", async () => {
  const first = await signInWith("merchant@people.test", "souk-demo");
  const firstHash = (await findSessionNow(first.session_id))?.session_hash ?? null;
  const second = await signInWith("merchant@people.test", "souk-demo", firstHash);
  assert.notEqual(second.session_id, first.session_id);
  assert.equal(await findSessionNow(first.session_id), null);
  assert.ok(await findSessionNow(second.session_id));
});

test("a failed sign-in neither starts a session nor ends the browser's session", async () => {
  const { session_id } = await signInWith("merchant@people.test", "souk-demo");
  const hash = (await findSessionNow(session_id))?.session_hash ?? null;
  const sessionCount = await countRows("sessions");
  await expectApiError(signInWith("merchant@people.test", "souk-dem0", hash));
  assert.equal(await countRows("sessions"), sessionCount);
  assert.ok(await findSessionNow(session_id));
});

test("signing up on the admin's origin creates an account but no partner", async () => {
  const { account, session_id } = await signUpWith({
    email: "new@people.test",
    password: "long enough",
    name: " Budi ",
  });
  assert.deepEqual([account.name, account.is_staff], ["Budi", false]);
  assert.ok(await findSessionNow(session_id));
  assert.ok(await signInWith("new@people.test", "long enough"));
  assert.deepEqual(createdPartners, []);
});

test("signing up on the partners' origin creates a partner with the account's name", async () => {
  const withName = await signUpWith(
    { email: "p1@people.test", password: "long enough", name: "Studio Timur" },
    "partners",
  );
  const withoutName = await signUpWith({ email: "p2@people.test", password: "long enough" }, "partners");
  assert.ok(await findSessionNow(withName.session_id, "partners"));
  assert.deepEqual(createdPartners, [
    { account_id: withName.account.id, name: "Studio Timur" },
    { account_id: withoutName.account.id, name: "" },
  ]);
});

test("signing up with an existing account's email, in any case, is rejected", async () => {
  const counts = [await countRows("accounts"), await countRows("sessions")];
  const { code, details } = await expectApiError(
    signUpWith({ email: "MERCHANT@people.test", password: "long enough" }),
  );
  assert.deepEqual([code, details.fields?.map(({ path }) => path)], ["invalid", ["email"]]);
  assert.deepEqual([await countRows("accounts"), await countRows("sessions")], counts);
});

test("exactly one of several simultaneous sign-ups with the same email succeeds", async () => {
  const attempts = Array.from({ length: 5 }, () =>
    signUpWith({ email: "race@people.test", password: "long enough" }),
  );
  const results = await Promise.allSettled(attempts);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
});

test("signing up as a partner creates no account if the partner cannot be created", async () => {
  const failingDeps: PeopleDeps = { ...deps, createPartner: () => Promise.reject(new Error("no partner")) };
  const input = { email: "half@people.test", password: "long enough" };
  const accountCount = await countRows("accounts");
  await assert.rejects(
    signUp(db.database, { input, audience: "partners", formerSession: null, device }, failingDeps),
    /no partner/,
  );
  assert.equal(await countRows("accounts"), accountCount);
});

test("an account that is created with `is_staff` has `is_staff` when it is created and when it signs in", async () => {
  const input = { email: "staff@people.test", password: "long enough", is_staff: true };
  const account = await createAccount(db.database, input, deps.passwords);
  assert.equal(account.is_staff, true);
  assert.equal((await signInWith("staff@people.test", "long enough")).account.is_staff, true);
});

test("creating an account with an existing account's email is rejected", async () => {
  const input = { email: "Merchant@people.test", password: "long enough", is_staff: true };
  const { details } = await expectApiError(createAccount(db.database, input, deps.passwords));
  assert.deepEqual(
    details.fields?.map(({ path }) => path),
    ["email"],
  );
});
