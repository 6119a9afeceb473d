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

let testing: TestPlatform;
let clock: FakeClock;
let origin: string;
before(async () => {
  clock = createFakeClock();
  testing = await startTestPlatform({ clock, role: "api" });
  origin = testing.addresses.adminOrigin;
});
after(() => testing.stop());

const newPassword = "seven green parasols";

/** Sign the person in with another browser. */
async function signInElsewhere({ email }: Person, host = origin): Promise<Person> {
  clock.advance(60_000);
  const browser = testing.browser();
  const response = await browser.call("POST", `${host}/api/console/session.json`, {
    email,
    password: testPassword,
  });
  assert.equal(response.status, 200, response.text);
  return { email, browser };
}

async function isSignedIn({ browser }: Person, host = origin): Promise<boolean> {
  return (await browser.call("GET", `${host}/api/console/session.json`)).status === 200;
}

async function loadPage({ browser }: Person, host = origin): Promise<string> {
  const page = await browser.call("GET", `${host}/account/security`);
  assert.equal(page.status, 200, page.text);
  return page.text;
}

async function postForm(person: Person, path: string, form: Record<string, string>) {
  clock.advance(60_000);
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(await loadPage(person))?.[1] ?? "";
  const cookie = person.browser.getCookieHeader(new URL(origin).host) ?? "";
  const response = await testing.request(`${origin}${path}`, {
    method: "POST",
    form: { csrf_token, ...form },
    headers: { origin, cookie, "sec-fetch-site": "same-origin" },
  });
  return response.location === ""
    ? response
    : person.browser.call("GET", new URL(response.location, origin).href);
}

test("changing a password ends the account's other sessions on both origins and sends an email", async () => {
  const person = await signUp(testing, "admin");
  const other = await signInElsewhere(person);
  const stranger = await signUp(testing, "admin");
  const response = await postForm(person, "/account/password", {
    current_password: testPassword,
    password: newPassword,
  });
  assert.match(response.text, /Your password was changed/);
  assert.deepEqual(
    [await isSignedIn(person), await isSignedIn(other), await isSignedIn(stranger)],
    [true, false, true],
  );
  const text = "select count(*) as count from mails where recipient = $1 and kind = 'password_changed'";
  assert.equal((await testing.database.one<{ count: number }>(text, [person.email])).count, 1);
});

test("a wrong current password, an unchanged password and a short password are rejected", async () => {
  const person = await signUp(testing, "admin");
  const other = await signInElsewhere(person);
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
  assert.equal(await isSignedIn(other), true);
});

test("a person can see their sessions, and end one session or all other sessions", async () => {
  const person = await signUp(testing, "admin");
  const [second, third] = [await signInElsewhere(person), await signInElsewhere(person)];
  const stranger = await signUp(testing, "admin");
  const sessions = [...(await loadPage(person)).matchAll(/name="session" value="([0-9a-f]{64})"/g)].map(
    ([, id]) => id,
  );
  assert.equal(sessions.length, 2);
  // The most recently used session is listed first.
  await postForm(person, "/account/sessions/end", { session: sessions[0] ?? "" });
  assert.deepEqual([await isSignedIn(second), await isSignedIn(third)], [true, false]);
  const foreign = /name="session" value="([0-9a-f]{64})"/.exec(await loadPage(second))?.[1] ?? "";
  await postForm(stranger, "/account/sessions/end", { session: foreign });
  assert.equal(await isSignedIn(person), true);
  const response = await postForm(person, "/account/sessions/end", { session: "others" });
  assert.match(response.text, /All other devices were signed out/);
  assert.deepEqual([await isSignedIn(person), await isSignedIn(second)], [true, false]);
  assert.match(await loadPage(person), /not signed in on any other device/);
});

test("the account security page requires signing in, and password managers can find it", async () => {
  const response = await testing.request(`${origin}/account/security`);
  assert.equal(response.location, `${origin}/sign-in?return_to=%2Faccount%2Fsecurity`);
  const person = await signUp(testing, "partners");
  const { partnersOrigin } = testing.addresses;
  const change = await person.browser.followRedirects(
    await person.browser.open(`${partnersOrigin}/.well-known/change-password`),
  );
  assert.match(change.text, /Where you are signed in/);
});
