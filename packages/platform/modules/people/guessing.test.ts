import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  createFakeClock,
  type FakeClock,
  type Page,
  type Person,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";

const newPassword = "seven green parasols";

let testPlatform: TestPlatform;
let clock: FakeClock;
let origins: { admin: string; partners: string };
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
  origins = { admin: testPlatform.addresses.adminOrigin, partners: testPlatform.addresses.partnersOrigin };
});
after(() => testPlatform.stop());

/** Post the form to sign in. The clock advances first, so that the IP address has not reached its rate limit. */
async function postSignIn(
  email: string,
  password: string,
  { browser = testPlatform.browser(), origin = origins.admin }: { browser?: Browser; origin?: string } = {},
): Promise<Page> {
  clock.advance(3_000);
  return browser.clickButton(await browser.open(`${origin}/sign-in`), "Sign in", { email, password });
}

async function failTenTimes(email: string): Promise<void> {
  for (let count = 0; count < 10; count++)
    assert.equal((await postSignIn(email, `wrong ${count}`)).status, 401);
}

async function assertBlocked(page: Promise<Page>, message: RegExp): Promise<void> {
  const { status, text, headers } = await page;
  assert.equal(status, 429);
  assert.match(text, message);
  assert.ok(Number(headers["retry-after"]) > 0);
}

async function signOut({ browser }: Person): Promise<void> {
  const response = await browser.call("DELETE", `${origins.admin}/api/console/session.json`);
  assert.equal(response.status, 200, response.text);
}

test("after ten wrong passwords, every form with a password blocks the account and says for how long", async () => {
  const { email } = await signUp(testPlatform, "admin");
  await failTenTimes(email);
  // The account is blocked for a minute, of which `postSignIn` lets 3 seconds pass.
  await assertBlocked(postSignIn(email, testPassword), /Too many attempts. Try again in 57 seconds./);
  const { origin } = new URL(origins.partners);
  await assertBlocked(postSignIn(email, testPassword, { origin }), /Too many attempts/);
  const url = `${origins.admin}/api/console/session.json`;
  const response = await testPlatform.browser().call("POST", url, { email, password: testPassword });
  assert.equal(response.status, 429);
  clock.advance(60_000);
  for (const delay of ["2 minutes", "4 minutes"]) {
    assert.equal((await postSignIn(email, "wrong again")).status, 401);
    await assertBlocked(postSignIn(email, testPassword), new RegExp(`Try again in ${delay}`));
    clock.advance(Number.parseInt(delay, 10) * 60_000);
  }
  assert.equal((await postSignIn(email, testPassword)).status, 303);
});

test("after ten wrong passwords, an email address without an account is blocked like an account", async () => {
  const responses: [number, string][] = [];
  for (const email of [(await signUp(testPlatform, "admin")).email, "nobody@people.test"]) {
    await failTenTimes(email);
    const { status, text } = await postSignIn(email, testPassword);
    responses.push([status, text.replaceAll(email, "").replaceAll(/nonce="[^"]*"/g, "")]);
  }
  assert.deepEqual(responses[0], responses[1]);
});

test("despite a stranger's guesses, an owner can sign in on a known device or after a password reset", async () => {
  const person = await signUp(testPlatform, "admin");
  const { email, browser } = person;
  await signOut(person);
  await failTenTimes(email);
  assert.equal((await postSignIn(email, testPassword, { browser })).status, 303);
  await assertBlocked(postSignIn(email, testPassword), /Too many attempts/);

  const otherBrowser = testPlatform.browser();
  const forgotPage = await otherBrowser.open(`${origins.admin}/forgot-password`);
  await otherBrowser.clickButton(forgotPage, "Email me a link", { email });
  const mailbox = await browser.open(`${origins.admin}/mail`);
  const link = /http:\/\/[^\s"<]*\/reset-password\?token=[\w-]+/.exec(mailbox.text)?.[0] ?? assert.fail();
  const saveResponse = await otherBrowser.clickButton(await otherBrowser.open(link), "Save password", {
    password: newPassword,
  });
  assert.equal(saveResponse.status, 200);
  await failTenTimes(email);
  assert.equal((await postSignIn(email, newPassword, { browser: otherBrowser })).status, 303);
  // The device that was known before is no longer known, because somebody else may have used it.
  await assertBlocked(postSignIn(email, newPassword, { browser }), /Too many attempts/);
});

test("after ten wrong passwords in the form that changes the password, sign-in is blocked even on a known device", async () => {
  const person = await signUp(testPlatform, "admin");
  const { email, browser } = person;
  const changePassword = async (current_password: string): Promise<Page> => {
    clock.advance(3_000);
    const page = await browser.open(`${origins.admin}/account/security`);
    return browser.clickButton(page, "Change password", { current_password, password: newPassword });
  };
  for (let count = 0; count < 10; count++) assert.equal((await changePassword("wrong password")).status, 422);
  await assertBlocked(changePassword(testPassword), /Too many attempts. Try again in/);
  await signOut(person);
  await assertBlocked(postSignIn(email, testPassword, { browser }), /Too many attempts/);
});

test("the activity of an account shows failed and blocked attempts to sign in", async () => {
  const person = await signUp(testPlatform, "admin");
  await failTenTimes(person.email);
  await assertBlocked(postSignIn(person.email, testPassword), /Too many attempts/);
  const page = await person.browser.open(`${origins.admin}/account/security`);
  // This page shows only the last ten events.
  assert.match(page.text, /Sign-in blocked: too many attempts/);
  assert.equal(page.text.match(/Sign-in failed: wrong password/g)?.length, 9);
  const activityPage = await person.browser.open(`${origins.admin}/account/activity`);
  assert.equal(activityPage.text.match(/Sign-in failed: wrong password/g)?.length, 10);
});

test("an account's activity page shows 50 security events and a link to older ones, only to the account's owner", async () => {
  const person = await signUp(testPlatform, "partners");
  const { database } = testPlatform;
  const text = `insert into security_events (kind, account_id, actor_kind, actor_id, client_address, user_agent,
      request_id, details)
    select 'sign_in_succeeded', id, 'account', id::text, '192.0.2.' || n, '', '', '{}'
    from accounts, generate_series(1, 60) n where email = $1`;
  await database.query(text, [person.email]);
  const url = `${origins.partners}/account/activity`;
  const firstPage = await person.browser.open(url);
  assert.equal(firstPage.text.match(/<td data-head="Network address">192\.0\.2\./g)?.length, 50);
  const olderPath = /href="(\/account\/activity\?before=[^"]+)"/.exec(firstPage.text)?.[1] ?? assert.fail();
  const secondPage = await person.browser.open(`${origins.partners}${olderPath}`);
  assert.equal(secondPage.text.match(/<td data-head="Network address">192\.0\.2\./g)?.length, 10);
  assert.doesNotMatch(secondPage.text, /Older/);
  const stranger = await signUp(testPlatform, "partners");
  assert.doesNotMatch((await stranger.browser.open(url)).text, /192\.0\.2\./);
  assert.equal((await person.browser.open(`${url}?before=nonsense`)).status, 200);
  assert.match((await testPlatform.request(url)).location, /\/sign-in\?return_to=/);
});

test("M6: of 50 simultaneous guesses of a password from 50 IP addresses, only ten are checked", async () => {
  const proxiedPlatform = await startTestPlatform({ clock, role: "api", config: { trustProxy: 1 } });
  const { email } = await signUp(proxiedPlatform, "admin");
  const origin = proxiedPlatform.addresses.adminOrigin;
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await proxiedPlatform.request(`${origin}/api/console/session.json`, {
        method: "POST",
        json: { email, password: `wrong ${index}` },
        headers: { origin, "sec-fetch-site": "same-origin", "x-forwarded-for": `203.0.113.${index}` },
      });
      return response.status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 40);
  await proxiedPlatform.stop();
});
