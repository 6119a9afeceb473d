import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type FakeClock,
  type Person,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";

let testPlatform: TestPlatform;
let clock: FakeClock;
let origin: string;
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
  origin = testPlatform.addresses.adminOrigin;
});
after(() => testPlatform.stop());

const newPassword = "seven green parasols";

/** Sign the person in with another browser. */
async function signInElsewhere({ email }: Person): Promise<Person> {
  clock.advance(60_000);
  const browser = testPlatform.browser();
  const response = await browser.call("POST", `${origin}/api/console/session.json`, {
    email,
    password: testPassword,
  });
  assert.equal(response.status, 200, response.text);
  return { email, browser };
}

async function isSignedIn({ browser }: Person): Promise<boolean> {
  return (await browser.call("GET", `${origin}/api/console/session.json`)).status === 200;
}

async function loadSecurityPage({ browser }: Person): Promise<string> {
  const page = await browser.call("GET", `${origin}/account/security`);
  assert.equal(page.status, 200, page.text);
  return page.text;
}

/** Post a form of the account security page. The clock advances first, so that the IP address has not reached its rate limit. */
async function postForm(person: Person, path: string, form: Record<string, string>) {
  clock.advance(60_000);
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(await loadSecurityPage(person))?.[1] ?? "";
  const cookie = person.browser.getCookieHeader(new URL(origin).host) ?? "";
  const response = await testPlatform.request(`${origin}${path}`, {
    method: "POST",
    form: { csrf_token, ...form },
    headers: { origin, cookie, "sec-fetch-site": "same-origin" },
  });
  return response.location === ""
    ? response
    : person.browser.call("GET", new URL(response.location, origin).href);
}

test("changing a password ends the account's other sessions and sends an email", async () => {
  const person = await signUp(testPlatform, "admin");
  const personElsewhere = await signInElsewhere(person);
  const stranger = await signUp(testPlatform, "admin");
  const response = await postForm(person, "/account/password", {
    current_password: testPassword,
    password: newPassword,
  });
  assert.match(response.text, /Your password was changed/);
  assert.deepEqual(
    [await isSignedIn(person), await isSignedIn(personElsewhere), await isSignedIn(stranger)],
    [true, false, true],
  );
  const text = "select count(*) as count from mails where recipient = $1 and kind = 'password_changed'";
  assert.equal((await testPlatform.database.one<{ count: number }>(text, [person.email])).count, 1);
});

test("a wrong current password, an unchanged password and a short password are rejected", async () => {
  const person = await signUp(testPlatform, "admin");
  const personElsewhere = await signInElsewhere(person);
  const forms = [
    [{ current_password: "wrong password", password: newPassword }, /This is not your current password/],
    [{ current_password: testPassword, password: testPassword }, /differs from the current one/],
    [{ current_password: testPassword, password: "short" }, /Enter a password of/],
    [{ current_password: "", password: newPassword }, /Enter your current password/],
  ] as const;
  for (const [form, message] of forms) {
    const response = await postForm(person, "/account/password", form);
    assert.match(response.text, message);
    assert.match(response.text, /Error: Account security/);
  }
  assert.equal(await isSignedIn(personElsewhere), true);
});

test("a person can see their sessions, and end one session or all other sessions", async () => {
  const person = await signUp(testPlatform, "admin");
  const [secondDevice, thirdDevice] = [await signInElsewhere(person), await signInElsewhere(person)];
  const stranger = await signUp(testPlatform, "admin");
  const pageText = await loadSecurityPage(person);
  const sessions = [...pageText.matchAll(/name="session" value="([0-9a-f]{64})"/g)].map(([, id]) => id);
  assert.equal(sessions.length, 2);
  // The most recently used session is listed first.
  await postForm(person, "/account/sessions/end", { session: sessions[0] ?? "" });
  assert.deepEqual([await isSignedIn(secondDevice), await isSignedIn(thirdDevice)], [true, false]);
  const personSession =
    /name="session" value="([0-9a-f]{64})"/.exec(await loadSecurityPage(secondDevice))?.[1] ?? "";
  await postForm(stranger, "/account/sessions/end", { session: personSession });
  assert.equal(await isSignedIn(person), true);
  const response = await postForm(person, "/account/sessions/end", { session: "others" });
  assert.match(response.text, /All other devices were signed out/);
  assert.deepEqual([await isSignedIn(person), await isSignedIn(secondDevice)], [true, false]);
  assert.match(await loadSecurityPage(person), /not signed in on any other device/);
});

test("the account security page redirects a visitor who is not signed in to the sign-in page", async () => {
  const response = await testPlatform.request(`${origin}/account/security`);
  assert.equal(response.location, `${origin}/sign-in?return_to=%2Faccount%2Fsecurity`);
});

test("password managers find the account security page at /.well-known/change-password", async () => {
  const person = await signUp(testPlatform, "partners");
  const { partnersOrigin } = testPlatform.addresses;
  const page = await person.browser.followRedirects(
    await person.browser.open(`${partnersOrigin}/.well-known/change-password`),
  );
  assert.match(page.text, /Where you are signed in/);
});
