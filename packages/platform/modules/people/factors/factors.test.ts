import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type FakeClock,
  type Page,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import {
  addAuthenticator,
  enterPassword,
  type PersonWithAuthenticator,
  readCode,
} from "../testing/authenticator.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
});
after(() => testPlatform.stop());

/** Sign up a person, and add an authenticator app to the account. */
async function createPerson(): Promise<PersonWithAuthenticator> {
  return addAuthenticator(testPlatform, await signUp(testPlatform, "admin"), clock);
}

async function enterCode(
  page: Page,
  browser: PersonWithAuthenticator["browser"],
  code: string,
): Promise<Page> {
  clock.advance(3_000);
  return browser.clickButton(page, "Sign in", { code });
}

/** Call the operation to sign in. */
async function signInByApi(email: string, code?: string) {
  clock.advance(3_000);
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  const response = await testPlatform
    .browser()
    .call("POST", url, { email, password: testPassword, ...(code && { code }) });
  return { status: response.status, code: response.json<{ error?: { code?: string } }>()?.error?.code };
}

async function isSignedIn(browser: PersonWithAuthenticator["browser"]): Promise<boolean> {
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  return (await browser.call("GET", url)).status === 200;
}

async function countEmails(email: string, kind: string): Promise<number> {
  const text = "select count(*) as count from mails where recipient = $1 and kind = $2";
  return (await testPlatform.database.one<{ count: number }>(text, [email, kind])).count;
}

test("a password alone is not enough to sign in to an account with an authenticator app", async () => {
  const person = await createPerson();
  clock.advance(60_000);
  assert.deepEqual(await signInByApi(person.email), { status: 401, code: "code_required" });
  const browser = testPlatform.browser();
  const page = await enterPassword(testPlatform, browser, person.email);
  assert.match(page.text, /Enter a code/);
  assert.equal(await isSignedIn(browser), false);
  const signInResponse = await enterCode(page, browser, readCode(person.secret, clock.now()));
  assert.equal(signInResponse.status, 303);
  assert.equal(await isSignedIn(browser), true);
  assert.equal(await countEmails(person.email, "factor_added"), 1);
});

test("a code of the authenticator app is accepted only once", async () => {
  const person = await createPerson();
  const setupCode = readCode(person.secret, clock.now());
  assert.deepEqual(await signInByApi(person.email, setupCode), { status: 422, code: "invalid" });
  clock.advance(60_000);
  const code = readCode(person.secret, clock.now());
  const attempts = await Promise.all([signInByApi(person.email, code), signInByApi(person.email, code)]);
  assert.deepEqual(attempts.map(({ status }) => status).sort(), [200, 422]);
  // After a code of a later time step was accepted, a code of an earlier step is rejected.
  const nextCode = readCode(person.secret, clock.now(), 1);
  assert.equal((await signInByApi(person.email, nextCode)).status, 200);
  assert.equal((await signInByApi(person.email, readCode(person.secret, clock.now()))).status, 422);
});

test("a recovery code works once, in upper or lower case, and the account's owner gets an email", async () => {
  const person = await createPerson();
  const [first = "", second = ""] = person.recoveryCodes;
  assert.equal((await signInByApi(person.email, first.toLowerCase().replaceAll("-", " "))).status, 200);
  assert.equal((await signInByApi(person.email, first)).status, 422);
  const attempts = await Promise.all([signInByApi(person.email, second), signInByApi(person.email, second)]);
  assert.deepEqual(attempts.map(({ status }) => status).sort(), [200, 422]);
  assert.equal(await countEmails(person.email, "recovery_code_used"), 2);
});

test("neither secrets of authenticator apps nor recovery codes are stored in readable form", async () => {
  const person = await createPerson();
  const secrets = [person.secret, ...person.recoveryCodes];
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString("hex")]);
  for (const table of ["authenticator_apps", "recovery_codes", "pending_sign_ins"]) {
    const rows = await testPlatform.database.many<{ text: string }>(`select t::text as text from ${table} t`);
    const text = rows.map((row) => row.text).join();
    for (const form of forms) assert.equal(text.includes(form), false);
  }
});

/** Return the message that a page shows at a field. */
function getFieldMessage({ text }: Page, name: string): string | undefined {
  return new RegExp(`id="${name}-error">([^<]*)<`).exec(text)?.[1];
}

test("the error of a wrong code or password is shown at the field for the code or password", async () => {
  const person = await createPerson();
  const browser = testPlatform.browser();
  const page = await enterPassword(testPlatform, browser, person.email);
  const wrongCodePage = await enterCode(page, browser, "000000");
  assert.match(getFieldMessage(wrongCodePage, "code") ?? "", /^This code is wrong, expired or already used/);
  assert.equal(getFieldMessage(await enterCode(page, browser, " "), "code"), "Enter a code.");
  const otherPerson = await signUp(testPlatform, "admin");
  const verifyPage = await otherPerson.browser.open(`${testPlatform.addresses.adminOrigin}/account/verify`);
  const wrongPasswordPage = await otherPerson.browser.clickButton(verifyPage, "Continue", {
    password: "wrong password",
  });
  assert.equal(getFieldMessage(wrongPasswordPage, "password"), "This is not your password.");
});

test("after five wrong codes, the password must be entered again", async () => {
  const person = await createPerson();
  const browser = testPlatform.browser();
  const page = await enterPassword(testPlatform, browser, person.email);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const rejectedPage = await enterCode(page, browser, "000000");
    assert.match(rejectedPage.text, attempt < 5 ? /wrong, expired or already used/ : /Too many wrong codes/);
  }
  clock.advance(60_000);
  const rightCodeResponse = await enterCode(page, browser, readCode(person.secret, clock.now()));
  assert.match(rightCodeResponse.redirectTarget, /\/sign-in$/);
  assert.equal(await isSignedIn(browser), false);
});

test("after ten wrong codes in a row, an account accepts no code for a growing time", async () => {
  const person = await createPerson();
  const guesses = await Promise.all(Array.from({ length: 10 }, () => signInByApi(person.email, "000000")));
  assert.ok(guesses.every(({ status }) => status === 422));
  assert.equal((await signInByApi(person.email, person.recoveryCodes[0])).status, 429);
  clock.advance(60_000);
  assert.equal((await signInByApi(person.email, "000000")).status, 422);
  clock.advance(60_000);
  assert.equal((await signInByApi(person.email, person.recoveryCodes[0])).status, 429);
  clock.advance(60_000);
  assert.equal((await signInByApi(person.email, person.recoveryCodes[0])).status, 200);
  assert.equal((await signInByApi(person.email, "000000")).status, 422);
});

test("a pending sign-in is not a session, and it ends after ten minutes or a password change", async () => {
  const person = await createPerson();
  const browser = testPlatform.browser();
  const page = await enterPassword(testPlatform, browser, person.email);
  const pendingCookie = /__Host-souk_admin_pending=([\w-]+)/.exec(
    browser.getCookieHeader(new URL(testPlatform.addresses.adminOrigin).host) ?? "",
  )?.[1];
  const sessionResponse = await testPlatform.request(
    `${testPlatform.addresses.adminOrigin}/api/console/session.json`,
    {
      headers: { cookie: `__Host-souk_admin=${pendingCookie}` },
    },
  );
  assert.equal(sessionResponse.status, 401);
  clock.advance(10 * 60_000);
  const responseAfterTenMinutes = await enterCode(page, browser, readCode(person.secret, clock.now()));
  assert.match(responseAfterTenMinutes.redirectTarget, /\/sign-in$/);
  const secondPage = await enterPassword(testPlatform, browser, person.email);
  const securityPage = await person.browser.open(`${testPlatform.addresses.adminOrigin}/account/security`);
  const changeResponse = await person.browser.clickButton(securityPage, "Change password", {
    current_password: testPassword,
    password: "seven green parasols",
  });
  assert.equal(changeResponse.status, 303, changeResponse.text);
  clock.advance(60_000);
  const responseAfterChange = await enterCode(secondPage, browser, readCode(person.secret, clock.now()));
  assert.match(responseAfterChange.redirectTarget, /\/sign-in$/);
});

test("removing the authenticator app removes the recovery codes, and the account's owner gets an email", async () => {
  const person = await createPerson();
  const page = await person.browser.open(`${testPlatform.addresses.adminOrigin}/account/security`);
  assert.match(page.text, /10 of 10 can still be used/);
  const removalResponse = await person.browser.clickButton(page, "Remove authenticator app");
  assert.match(
    (await person.browser.followRedirects(removalResponse)).text,
    /Your authenticator app was removed/,
  );
  assert.equal((await signInByApi(person.email)).status, 200);
  assert.equal(await countEmails(person.email, "factor_removed"), 1);
  const text =
    "select count(*) as count from recovery_codes code join accounts a on a.id = code.account_id where email = $1";
  assert.equal((await testPlatform.database.one<{ count: number }>(text, [person.email])).count, 0);
});

test("new recovery codes replace the former ones", async () => {
  const person = await createPerson();
  const page = await person.browser.open(`${testPlatform.addresses.adminOrigin}/account/security`);
  assert.match(page.text, /Second factor added: an authenticator app/);
  const codesPage = await person.browser.clickButton(page, "Create new recovery codes");
  assert.match(codesPage.text, /Save your recovery codes/);
  assert.equal((await signInByApi(person.email, person.recoveryCodes[0])).status, 422);
});

test("an authenticator app is not added if its first code is wrong", async () => {
  const person = await signUp(testPlatform, "admin");
  const { browser } = person;
  const page = await browser.open(`${testPlatform.addresses.adminOrigin}/account/security`);
  const setupPage = await browser.followRedirects(await browser.clickButton(page, "Add authenticator app"));
  const rejectedPage = await browser.clickButton(setupPage, "Add authenticator app", { code: "000000" });
  assert.deepEqual([rejectedPage.status, /This code is wrong/.test(rejectedPage.text)], [422, true]);
  assert.equal((await signInByApi(person.email)).status, 200);
});
