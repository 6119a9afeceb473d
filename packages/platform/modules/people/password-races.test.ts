import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { systemClock } from "../../runtime/clock.ts";
import { secureRandomText } from "../../runtime/random.ts";
import { createVault } from "../../runtime/secrets/vault.ts";
import { createAccount, createPasswords, findSession, type PeopleDeps } from "./index.ts";
import { changePassword, setPassword } from "./set-password.ts";
import { signIn } from "./sign-in.ts";

const email = "owner@people.test";
const [oldPassword, newPassword] = ["seven green parasols", "eight blue umbrellas"];
const device = { user_agent: "Test/1", client_address: "192.0.2.1", device_id: null, request_id: "r" };
const passwords = createPasswords();

const deps: PeopleDeps = {
  signUpPolicy: "open",
  canSignInUnverified: true,
  passwords,
  attemptKey: Buffer.alloc(32, 7),
  clock: systemClock,
  random: secureRandomText,
  vault: createVault(randomBytes(32)),
  addresses: { adminOrigin: "http://admin.test", partnersOrigin: "http://partners.test", domain: "test" },
  sendEmail: async () => undefined,
  createPartner: async () => undefined,
};

/** Return dependencies that set a new password for the account while an entered password is being compared. */
function createInterruptedDeps(): PeopleDeps {
  const matches: typeof passwords.matches = async (...attempt) => {
    const result = await passwords.matches(...attempt);
    await setPassword(db.database, { email, password: newPassword }, deps);
    return result;
  };
  return { ...deps, passwords: { ...passwords, matches } };
}

const signInWith = (password: string, signInDeps = deps) =>
  signIn(
    db.database,
    { input: { email, password }, audience: "admin", formerSession: null, device },
    signInDeps,
  );

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
  await createAccount(db.database, { email, password: oldPassword, is_staff: false }, passwords);
});
after(() => db.stop());

test("a sign-in fails if a new password is set while the entered old password is being checked", async () => {
  await assert.rejects(signInWith(oldPassword, createInterruptedDeps()), { code: "sign_in_failed" });
  const { count } = await db.database.one<{ count: number }>("select count(*) as count from sessions");
  assert.equal(count, 0);
  await setPassword(db.database, { email, password: oldPassword }, deps);
});

test("changing a password fails if another new password is set meanwhile", async () => {
  const { session_id } = await signInWith(oldPassword);
  const session = await findSession(db.database, { sessionId: session_id, audience: "admin" }, new Date());
  assert.ok(session);
  const signed_in = { ...session, role: null, rights: [], scopes: [], installation_ids: [] };
  const input = { current_password: oldPassword, password: "nine red lanterns" };
  const change = changePassword(db.database, { signed_in, input, device }, createInterruptedDeps());
  await assert.rejects(change, { code: "invalid" });
  assert.equal((await signInWith(newPassword)).account.email, email);
});
