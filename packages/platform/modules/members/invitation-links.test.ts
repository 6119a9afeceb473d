import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";

let mailServer: MailServer;
let testPlatform: TestPlatform;
let store: SeededStore;

before(async () => {
  mailServer = await startMailServer();
  testPlatform = await startTestPlatform({ config: { mail: mailServer.mail } });
  store = await seedStore(testPlatform);
});
after(async () => {
  await testPlatform.stop();
  await mailServer.stop();
});

/** Invite a person. @returns the link that the inviter can copy, and the emailed link */
async function invite(email: string): Promise<{ copiedLink: string; emailedLink: string }> {
  const invitation = { email, role: "manager" };
  const url = `${store.host_url}/api/console/invitations.json`;
  const response = await store.owner.browser.call("POST", url, { invitation });
  assert.equal(response.status, 200, response.text);
  const { link } = response.json<{ invitation: { link: string } }>().invitation;
  const message = await eventually(() => mailServer.received.find(({ to }) => to === email)?.message ?? null);
  const [emailedLink = assert.fail("no link")] = /http\S+/.exec(message) ?? [];
  return { copiedLink: link, emailedLink };
}

/** Accept an invitation through its link. @returns whether the address of the new account is verified */
async function acceptInvitation(email: string, link: string): Promise<boolean> {
  const guest = testPlatform.browser();
  const fields = { name: "Guest", password: "seven green parasols" };
  await guest.clickButton(await guest.open(link), "Create account and accept", fields);
  const text = "select email_verified_at is not null as is_verified from accounts where email = $1";
  return (await testPlatform.database.one<{ is_verified: boolean }>(text, [email])).is_verified;
}

test("only the emailed link of an invitation, not the copied one, verifies the address", async () => {
  const { emailedLink } = await invite("emailed@guests.test");
  assert.equal(await acceptInvitation("emailed@guests.test", emailedLink), true);
  const links = await invite("copied@guests.test");
  assert.notEqual(links.copiedLink, links.emailedLink);
  assert.equal(await acceptInvitation("copied@guests.test", links.copiedLink), false);
  const message = await eventually(
    () =>
      mailServer.received.find(
        (email) => email.to === "copied@guests.test" && email.message.includes("verify-email"),
      )?.message ?? null,
  );
  assert.match(message, /Subject: Verify your email address/);
});

test("a person who is signed in verifies their address by accepting the emailed invitation", async () => {
  const email = "member@guests.test";
  const guest = testPlatform.browser();
  const account = { email, password: "seven green parasols" };
  await guest.call("POST", `${testPlatform.addresses.adminOrigin}/api/console/accounts.json`, { account });
  const { emailedLink } = await inviteSignedUpPerson(email);
  await guest.clickButton(await guest.open(emailedLink), "Accept");
  const text = "select email_verified_at is not null as is_verified from accounts where email = $1";
  assert.equal((await testPlatform.database.one<{ is_verified: boolean }>(text, [email])).is_verified, true);
});

/** Invite a person who has an account. This person has also received an email for verifying the address. */
async function inviteSignedUpPerson(email: string): Promise<{ emailedLink: string }> {
  const url = `${store.host_url}/api/console/invitations.json`;
  await store.owner.browser.call("POST", url, { invitation: { email, role: "manager" } });
  const message = await eventually(
    () =>
      mailServer.received.find(
        (received) => received.to === email && received.message.includes("sign-up/invitation"),
      )?.message ?? null,
  );
  const [emailedLink = assert.fail("no link")] = /http\S+/.exec(message) ?? [];
  return { emailedLink };
}
