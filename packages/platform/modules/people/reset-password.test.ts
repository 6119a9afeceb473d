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
before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
});
after(() => testPlatform.stop());

const newPassword = "seven green parasols";
const headers = {
  "sec-fetch-site": "same-origin",
  "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
};

/** Post a form. Before that, advance the clock, so that the rate limit of the IP address is not exceeded. */
function post(path: string, form: Record<string, string>, origin = testPlatform.addresses.adminOrigin) {
  clock.advance(60_000);
  return testPlatform.request(`${origin}${path}`, { method: "POST", form, headers: { ...headers, origin } });
}

async function signInWith(email: string, password: string): Promise<number> {
  return (await post("/sign-in", { email, password })).status;
}

/**
 * Return the links that were emailed to an address, the latest first. They are read from the page that shows all emails of a development
 * server. `browser` can be that of any signed-in person.
 */
async function listLinks({ email, browser }: Person): Promise<string[]> {
  const page = await browser.call("GET", `${testPlatform.addresses.adminOrigin}/mail`);
  assert.equal(page.status, 200, page.text);
  const { rows } = await testPlatform.database.query<{ recipient: string }>(
    "select recipient from mails where kind = 'password_reset' and recipient = $1",
    [email],
  );
  const links = [...page.text.matchAll(/http:\/\/[^\s"<]*\/reset-password\?token=([\w-]+)/g)].map(
    ([link]) => link,
  );
  return [...new Set(links)].slice(0, rows.length);
}

const getToken = (link: string | undefined) =>
  new URL(link ?? assert.fail("no link")).searchParams.get("token") ?? "";

async function isSignedIn({ browser }: Person): Promise<boolean> {
  const url = `${testPlatform.addresses.adminOrigin}/api/console/session.json`;
  return (await browser.call("GET", url)).status === 200;
}

test("a link to reset a password sets a new password once, and ends all sessions of the account", async () => {
  const person = await signUp(testPlatform, "admin");
  const mailReader = await signUp(testPlatform, "admin");
  assert.match(
    (await post("/forgot-password", { email: person.email.toUpperCase() })).text,
    /Check your email/,
  );
  const [link] = await listLinks({ ...mailReader, email: person.email });
  const page = await testPlatform.request(link ?? assert.fail());
  assert.equal(page.status, 200);
  assert.match(page.text, new RegExp(person.email));
  const token = getToken(link);
  assert.equal((await post("/reset-password", { token, password: "short" })).status, 422);
  assert.equal(await isSignedIn(person), true);
  const resetPage = await post("/reset-password", { token, password: newPassword });
  assert.match(resetPage.text, /Your password was changed/);
  assert.equal(await isSignedIn(person), false);
  assert.equal(await signInWith(person.email, testPassword), 401);
  assert.equal(await signInWith(person.email, newPassword), 303);
  assert.equal((await post("/reset-password", { token, password: "another long password" })).status, 404);
  assert.equal(await signInWith(person.email, newPassword), 303);
});

test("a person who is still signed in can reset the password with an emailed link", async () => {
  const person = await signUp(testPlatform, "admin");
  const { browser, email } = person;
  const forgotPage = await browser.open(`${testPlatform.addresses.adminOrigin}/forgot-password`);
  clock.advance(60_000);
  assert.equal((await browser.clickButton(forgotPage, "Email me a link", { email })).status, 200);
  const [link = assert.fail("no link")] = await listLinks(person);
  clock.advance(60_000);
  const resetPage = await browser.clickButton(await browser.open(link), "Save password", {
    password: newPassword,
  });
  assert.match(resetPage.text, /Your password was changed/);
  assert.equal(await isSignedIn(person), false);
});

test("only one of two simultaneous requests with the same link resets the password", async () => {
  const person = await signUp(testPlatform, "admin");
  await post("/forgot-password", { email: person.email });
  const token = getToken((await listLinks(person))[0]);
  const passwords = ["one long password", "two long passwords"];
  const statuses = await Promise.all(
    passwords.map(async (password) => (await post("/reset-password", { token, password })).status),
  );
  assert.deepEqual(statuses.toSorted(), [200, 404]);
});

test("a link to reset a password is valid for 30 minutes, and any other text is not a valid link", async () => {
  const person = await signUp(testPlatform, "admin");
  await post("/forgot-password", { email: person.email });
  const [link] = await listLinks(person);
  clock.advance(29 * 60_000);
  assert.equal((await testPlatform.request(link ?? "")).status, 200);
  clock.advance(60_000);
  assert.equal((await testPlatform.request(link ?? "")).status, 404);
  assert.equal((await post("/reset-password", { token: getToken(link), password: newPassword })).status, 404);
  assert.equal(
    (await testPlatform.request(`${testPlatform.addresses.adminOrigin}/reset-password?token=x`)).status,
    404,
  );
  assert.equal(await signInWith(person.email, testPassword), 303);
});

test("the forgotten password page is the same for an unknown email address, which gets no email", async () => {
  const email = "nobody@seeds.test";
  const person = await signUp(testPlatform, "admin");
  const pages = [
    await post("/forgot-password", { email }),
    await post("/forgot-password", { email: person.email }),
  ];
  const comparableTexts = pages.map(({ text }) =>
    text
      .replaceAll(email, "")
      .replaceAll(person.email, "")
      .replaceAll(/nonce="[^"]*"/g, ""),
  );
  assert.equal(comparableTexts[0], comparableTexts[1]);
  const { count } = await testPlatform.database.one<{ count: number }>(
    "select count(*) as count from mails where recipient = $1",
    [email],
  );
  assert.equal(count, 0);
});

test("an account has at most three valid links to reset its password, and using one ends them all", async () => {
  const person = await signUp(testPlatform, "admin");
  const mailReader = await signUp(testPlatform, "admin");
  const requestLinks = async (count: number) => {
    for (let n = 0; n < count; n += 1) await post("/forgot-password", { email: person.email });
    const text = "select count(*) as count from mails where recipient = $1 and kind = 'password_reset'";
    return (await testPlatform.database.one<{ count: number }>(text, [person.email])).count;
  };
  assert.equal(await requestLinks(5), 3);
  const links = await listLinks({ ...mailReader, email: person.email });
  assert.equal(links.length, 3);
  await post("/reset-password", { token: getToken(links[1]), password: newPassword });
  for (const link of links) assert.equal((await testPlatform.request(link)).status, 404);
  assert.equal(await requestLinks(5), 6);
  clock.advance(30 * 60_000);
  assert.equal(await requestLinks(1), 7);
});

test("a partner's link to reset a password leads to the partners' origin", async () => {
  const { partnersOrigin } = testPlatform.addresses;
  const person = await signUp(testPlatform, "partners");
  await post("/forgot-password", { email: person.email }, partnersOrigin);
  const mailReader = await signUp(testPlatform, "admin");
  const [link] = await listLinks({ ...mailReader, email: person.email });
  assert.ok(link?.startsWith(`${partnersOrigin}/reset-password`), link);
});

test("the form for a forgotten password is rejected if another site posts it", async () => {
  const response = await testPlatform.request(`${testPlatform.addresses.partnersOrigin}/forgot-password`, {
    method: "POST",
    form: { email: "nobody@seeds.test" },
    headers: { origin: "http://evil.test", "sec-fetch-site": "cross-site" },
  });
  assert.equal(response.status, 403);
});
