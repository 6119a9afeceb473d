import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Browser,
  createFakeClock,
  eventually,
  type FakeClock,
  signUp,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";

const password = "seven green parasols";
const hourMs = 3_600_000;

let clock: FakeClock;
let mailServer: MailServer;
let production: TestPlatform;
let development: TestPlatform;

before(async () => {
  clock = createFakeClock();
  mailServer = await startMailServer();
  const mail = mailServer.mail;
  production = await startTestPlatform({ clock, config: { mode: "production", signUp: "open", mail } });
  development = await startTestPlatform({ clock, role: "api" });
});
after(async () => {
  await production.stop();
  await development.stop();
  await mailServer.stop();
});

/** Post a form. The clock advances first, so that the IP address has not reached its rate limit. */
function post(path: string, form: Record<string, string>, testPlatform = production) {
  clock.advance(60_000);
  const origin = testPlatform.addresses.adminOrigin;
  const headers = { origin, "sec-fetch-site": "same-origin" };
  return testPlatform.request(`${origin}${path}`, { method: "POST", form, headers });
}

/** Wait until an address has received `count` emails with this subject, and return the links in these emails. */
async function awaitLinks(recipient: string, subject: string, count = 1): Promise<string[]> {
  const messages = await eventually(() => {
    const matchingMessages = mailServer.received.filter(
      ({ to, message }) => to === recipient && message.includes(`Subject: ${subject}`),
    );
    return matchingMessages.length >= count ? matchingMessages : null;
  });
  return messages.flatMap(({ message }) => message.match(/https?:\/\/\S+/g) ?? []);
}

const getToken = (link: string | undefined): string =>
  new URL(link ?? assert.fail()).searchParams.get("token") ?? "";

/** Sign up in production, and return the token of the verification link that is emailed. */
async function signUpByEmail(email: string): Promise<string> {
  assert.equal((await post("/sign-up", { email, password, name: "Aisha" })).status, 200);
  return getToken((await awaitLinks(email, "Verify your email address"))[0]);
}

async function callConsole(browser: Browser, path: string, body: object, { addresses } = development) {
  return browser.call("POST", `${addresses.adminOrigin}/api/console${path}`, body);
}

test("in production, a person can sign in only after verifying the address with the emailed link and the password", async () => {
  const email = "aisha@people.test";
  const page = await post("/sign-up", { email, password });
  assert.match(page.text, /Check your email/);
  assert.equal(page.headers["set-cookie"], undefined);
  const unverifiedPage = await post("/sign-in", { email, password });
  assert.equal(unverifiedPage.status, 403);
  assert.match(unverifiedPage.text, /Verify your email address first/);
  const token = getToken((await awaitLinks(email, "Verify your email address"))[0]);
  const formUrl = `${production.addresses.adminOrigin}/verify-email?token=${token}`;
  assert.match((await production.request(formUrl)).text, /aisha@people\.test/);
  // Neither the link nor the password alone is enough. A stranger who signed up with this person's address knows the password, but only
  // this person has the link.
  assert.equal((await post("/verify-email", { token, password: "another password" })).status, 422);
  assert.equal((await post("/sign-in", { email, password })).status, 403);
  const verifyResponse = await post("/verify-email", { token, password });
  assert.equal(verifyResponse.status, 303, verifyResponse.text);
  assert.match(String(verifyResponse.headers["set-cookie"]), /__Host-/);
  assert.equal((await post("/verify-email", { token, password })).status, 404, "the link was used");
  assert.equal((await post("/sign-in", { email, password })).status, 303);
});

test("in production, sign-up does not reveal existing accounts, but emails their owners", async () => {
  const token = await signUpByEmail("known@people.test");
  assert.equal((await post("/verify-email", { token, password })).status, 303);
  const { adminOrigin } = production.addresses;
  const responses: unknown[][] = [];
  for (const email of ["Known@people.test", "unknown@people.test"]) {
    const page = await post("/sign-up", { email, password: "eight blue umbrellas" });
    const account = { email: `api-${email}`, password };
    const apiResponse = await production
      .browser()
      .call("POST", `${adminOrigin}/api/console/accounts.json`, { account });
    const text = page.text.replaceAll(email, "").replaceAll(/nonce="[^"]*"/g, "");
    responses.push([
      page.status,
      text,
      apiResponse.status,
      apiResponse.text.replaceAll(account.email, ""),
      apiResponse.headers["set-cookie"],
    ]);
  }
  assert.deepEqual(responses[0], responses[1]);
  const links = await awaitLinks("known@people.test", "You already have an account");
  assert.deepEqual(links, [`${adminOrigin}/sign-in`, `${adminOrigin}/forgot-password`]);
  // The second sign-up did not replace the password of the account.
  assert.equal((await post("/sign-in", { email: "known@people.test", password })).status, 303);
  for (let n = 0; n < 4; n += 1) await post("/sign-up", { email: "known@people.test", password });
  const text = "select count(*) as count from mails where recipient = $1 and kind = 'existing_account'";
  // Five sign-ups used the address of this account, but only three of them sent an email.
  assert.equal((await production.database.one<{ count: number }>(text, ["known@people.test"])).count, 3);
});

test("an account has at most five valid verification links at a time, and each is valid for 24 hours", async () => {
  const email = "again@people.test";
  await signUpByEmail(email);
  for (let n = 0; n < 6; n += 1)
    assert.match((await post("/verify-email/send", { email })).text, /Check your email/);
  const links = await awaitLinks(email, "Verify your email address", 5);
  assert.equal(links.length, 5);
  const text = "select count(*) as count from mails where recipient = $1";
  assert.equal((await production.database.one<{ count: number }>(text, [email])).count, 5);
  assert.equal((await production.request(links[4] ?? "")).status, 200);
  clock.advance(24 * hourMs);
  for (const link of links) assert.equal((await production.request(link)).status, 404);
  assert.match((await post("/verify-email/send", { email: "nobody@people.test" })).text, /Check your email/);
  assert.equal((await production.database.one<{ count: number }>(text, ["nobody@people.test"])).count, 0);
});

test("wrong passwords entered with a verification link count together with wrong passwords of sign-ins", async () => {
  const email = "guessed@people.test";
  const token = await signUpByEmail(email);
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await post("/verify-email", { token, password: `guess number ${n}` })).status, 422);
    assert.equal((await post("/sign-in", { email, password: `guess number ${n}` })).status, 401);
  }
  assert.equal((await post("/verify-email", { token, password: "guess number 6" })).status, 422);
  const rightPasswordStatus = (await post("/verify-email", { token, password })).status;
  const { count } = await production.database.one<{ count: number }>(
    `select count(*) as count from security_events event join accounts account on account.id = event.account_id
     where account.email = $1 and event.kind = 'password_check_failed'`,
    [email],
  );
  assert.deepEqual([rightPasswordStatus, count], [429, 6]);
});

test("an emailed password reset also verifies the address of an account that a stranger created", async () => {
  const email = "owner@people.test";
  await signUpByEmail(email);
  await post("/forgot-password", { email });
  const token = getToken((await awaitLinks(email, "Choose a new password"))[0]);
  const ownPassword = "nine red lanterns";
  assert.equal((await post("/reset-password", { token, password: ownPassword })).status, 200);
  assert.equal((await post("/sign-in", { email, password: ownPassword })).status, 303);
  assert.equal((await post("/sign-in", { email, password })).status, 401);
});

test("in development, a person can sign in, but not create a store, before opening the verification link", async () => {
  const browser = development.browser();
  const account = { email: "early@people.test", password };
  const signUpResponse = await callConsole(browser, "/accounts.json", { account });
  assert.equal(signUpResponse.status, 200, signUpResponse.text);
  const store = { name: "Early", handle: "early" };
  const rejectedResponse = await callConsole(browser, "/stores.json", { store });
  assert.deepEqual([rejectedResponse.status, readError(rejectedResponse).code], [403, "email_not_verified"]);
  const { adminOrigin } = development.addresses;
  const startPage = await browser.followRedirects(await browser.open(`${adminOrigin}/`));
  assert.match(startPage.text, /Open the link in it, then you can create a store/);
  const mailbox = await browser.open(`${adminOrigin}/mail`);
  const [, link = ""] = /href="([^"]*\/verify-email[^"]*)"/.exec(mailbox.text) ?? [];
  await browser.clickButton(await browser.open(link), "Verify email address");
  const creationResponse = await callConsole(browser, "/stores.json", { store });
  assert.equal(creationResponse.status, 200, creationResponse.text);
  const { count } = await development.database.one<{ count: number }>(
    "select count(*) as count from stores where handle = 'early'",
  );
  assert.equal(count, 1);
});

test("a member with an unverified email address can neither invite people nor send test emails", async () => {
  const { browser, email } = await signUp(development, "admin");
  const creationResponse = await callConsole(browser, "/stores.json", {
    store: { name: "Later", handle: "later" },
  });
  assert.equal(creationResponse.status, 200, creationResponse.text);
  await development.database.query("update accounts set email_verified_at = null where email = $1", [email]);
  const url = `${development.addresses.adminOrigin}/later/api/console`;
  const invitation = { email: "guest@people.test", role: "manager" };
  const responses = [
    await browser.call("POST", `${url}/invitations.json`, { invitation }),
    await browser.call("POST", `${url}/notification_templates/shipping_update/test.json`, {
      notification_template: { subject: "Hello" },
    }),
  ];
  for (const response of responses)
    assert.deepEqual([response.status, readError(response).code], [403, "email_not_verified"]);
  const text = "select count(*) as count from mails where recipient = any($1)";
  const { count } = await development.database.one<{ count: number }>(text, [[invitation.email, email]]);
  assert.equal(count, 0);
});
