import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type FakeClock,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { addAuthenticator, type PersonWithAuthenticator } from "../testing/authenticator.ts";

const newPassword = "seven green parasols";
let testPlatform: TestPlatform;
let clock: FakeClock;
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
});
after(() => testPlatform.stop());

/** Post a form. The clock advances first, so that the limit of the IP address refills. */
function post(path: string, form: Record<string, string>) {
  clock.advance(60_000);
  const origin = testPlatform.addresses.adminOrigin;
  const headers = { origin, "sec-fetch-site": "same-origin" };
  return testPlatform.request(`${origin}${path}`, { method: "POST", form, headers });
}

/** Sign up with an address that is not verified, and add an authenticator app and a passkey. */
async function signUpWithFactors(email: string): Promise<PersonWithAuthenticator> {
  const browser = testPlatform.browser();
  const account = { email, password: testPassword };
  const url = `${testPlatform.addresses.adminOrigin}/api/console/accounts.json`;
  assert.equal((await browser.call("POST", url, { account })).status, 200);
  const person = await addAuthenticator(testPlatform, { email, browser }, clock);
  await testPlatform.database.query(
    `insert into passkeys (account_id, audience, name, credential_id, public_key, signature_count, transports, created_at)
     select id, 'admin', 'Firefox', decode(md5(email), 'hex'), '', 0, '{}', now() from accounts where email = $1`,
    [email],
  );
  return person;
}

/** Set a new password with a link that was emailed to an address. */
async function resetPassword(email: string): Promise<void> {
  await post("/forgot-password", { email });
  const { browser } = await signUp(testPlatform, "admin");
  const mailbox = await browser.open(`${testPlatform.addresses.adminOrigin}/mail`);
  const [, token = assert.fail("no link")] = /\/reset-password\?token=([\w-]+)/.exec(mailbox.text) ?? [];
  const page = await post("/reset-password", { token, password: newPassword });
  assert.match(page.text, /Your password was changed/);
}

async function countFactorsAndCodes(email: string): Promise<number> {
  const text = `select (select count(*) from passkeys where account_id = account.id)
    + (select count(*) from authenticator_apps where account_id = account.id)
    + (select count(*) from recovery_codes where account_id = account.id) as count
    from accounts account where email = $1`;
  return (await testPlatform.database.one<{ count: number }>(text, [email])).count;
}

test("a password reset by email removes the second factors of a stranger who signed up with that address", async () => {
  const email = "aisha@people.test";
  await signUpWithFactors(email);
  await resetPassword(email);
  assert.equal(await countFactorsAndCodes(email), 0);
  const signInResponse = await post("/sign-in", { email, password: newPassword });
  assert.match(String(signInResponse.headers["set-cookie"]), /__Host-souk_admin=/);
  const emails = await testPlatform.database.many(
    "select from mails where recipient = $1 and kind = 'factor_removed'",
    [email],
  );
  assert.equal(emails.length, 1);
});

test("a password reset by email keeps the second factors of an account whose email address is verified", async () => {
  const email = "bea@people.test";
  await signUpWithFactors(email);
  await testPlatform.database.query("update accounts set email_verified_at = now() where email = $1", [
    email,
  ]);
  await resetPassword(email);
  // The authenticator app, the passkey and ten recovery codes.
  assert.equal(await countFactorsAndCodes(email), 12);
  const { headers } = await post("/sign-in", { email, password: newPassword });
  assert.doesNotMatch(String(headers["set-cookie"]), /__Host-souk_admin=/);
});
