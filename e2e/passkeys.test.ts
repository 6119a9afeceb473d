import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Person, signUp, testPassword } from "@souk/testkit";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
before(async () => {
  fixture = await createE2eFixture();
});
after(() => fixture.close());

/** A page in a browser with an authenticator, for example on a phone with a fingerprint sensor. */
interface PageWithAuthenticator {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  authenticatorId: string;
}

async function openPageWithAuthenticator(person: Person): Promise<PageWithAuthenticator> {
  const context = await fixture.openContextAs(person.browser);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, page, cdp, authenticatorId };
}

/** Add a passkey on the account security page, and return to the page. */
async function addPasskey({ page }: PageWithAuthenticator, origin: string): Promise<void> {
  await page.goto(`${origin}/account/security`);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  await page.getByRole("link", { name: "I have saved the codes" }).click();
  await page.getByText(/^Passkey: /).waitFor();
}

/** Sign out, and sign in with a passkey. @returns the form that the browser has posted */
async function signInWithPasskey({ page }: PageWithAuthenticator, origin: string): Promise<string> {
  await page.goto(`${origin}/account/security`);
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.goto(`${origin}/sign-in?return_to=%2Faccount%2Fsecurity`);
  const requestPromise = page.waitForRequest((request) => request.url().endsWith("/sign-in/passkey/verify"));
  await page.getByRole("button", { name: "Use a passkey" }).click();
  return (await requestPromise).postData() ?? "";
}

async function countUsedPasskeys(email: string): Promise<number> {
  const statement = `select count(*) as count from passkeys join accounts on accounts.id = account_id
    where email = $1 and used_at is not null`;
  return (await fixture.testPlatform.database.one<{ count: number }>(statement, [email])).count;
}

test("a passkey alone signs its owner in, but only on the host where it was added", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const { adminOrigin, partnersOrigin } = fixture.testPlatform.addresses;
  const device = await openPageWithAuthenticator(person);
  await addPasskey(device, adminOrigin);
  await signInWithPasskey(device, adminOrigin);
  await device.page.getByRole("heading", { name: "Account security" }).waitFor();
  await device.page
    .getByText(/Last used \d{1,2} \w+ \d{4}, \d\d:\d\d UTC/)
    .first()
    .waitFor();
  assert.equal(await countUsedPasskeys(person.email), 1);
  const { credentials } = await device.cdp.send("WebAuthn.getCredentials", {
    authenticatorId: device.authenticatorId,
  });
  assert.deepEqual(
    credentials.map(({ rpId }) => rpId),
    [new URL(adminOrigin).hostname],
  );
  // On the other host, the password is not enough, and the passkey does not work.
  const { page } = device;
  await page.goto(`${partnersOrigin}/sign-in`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Your passkeys work only in the admin.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Use a passkey" }).count(), 0);
  await device.context.close();
});

test("the response of a passkey is accepted only once and only on the passkey's own host", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const { adminOrigin, partnersOrigin } = fixture.testPlatform.addresses;
  const device = await openPageWithAuthenticator(person);
  await addPasskey(device, adminOrigin);
  const form = Object.fromEntries(new URLSearchParams(await signInWithPasskey(device, adminOrigin)));
  await device.page.getByRole("heading", { name: "Account security" }).waitFor();
  for (const origin of [adminOrigin, partnersOrigin]) {
    const response = await fixture.testPlatform.request(`${origin}/sign-in/passkey/verify`, {
      method: "POST",
      form,
      headers: { origin, "sec-fetch-site": "same-origin" },
    });
    assert.deepEqual([response.status, response.headers["set-cookie"]], [422, undefined]);
    assert.match(response.text, /This passkey was not accepted/);
  }
  await device.context.close();
});

test("a copied passkey, whose signature count is too low, is not accepted", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const { adminOrigin } = fixture.testPlatform.addresses;
  const device = await openPageWithAuthenticator(person);
  const { cdp, authenticatorId, page } = device;
  await addPasskey(device, adminOrigin);
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  const [copy = assert.fail("no passkey")] = credentials;
  await signInWithPasskey(device, adminOrigin);
  await page.getByRole("heading", { name: "Account security" }).waitFor();
  await cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId: copy.credentialId });
  await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: copy });
  await signInWithPasskey(device, adminOrigin);
  await page.getByText("This passkey was not accepted.").waitFor();
  await page.goto(`${adminOrigin}/account/security`);
  await page.getByRole("heading", { name: "Sign in to your stores" }).waitFor();
  await device.context.close();
});

test("a device that does not verify its owner cannot sign in, and the page says what to do", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const { adminOrigin } = fixture.testPlatform.addresses;
  const device = await openPageWithAuthenticator(person);
  const { cdp, authenticatorId, page } = device;
  await addPasskey(device, adminOrigin);
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.goto(`${adminOrigin}/sign-in`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("Your browser did not use a passkey. Try again.").waitFor();
  const violations = await findViolationsInAllModes(page, (mode) =>
    takeScreenshot(page, `passkey prompt ${mode}`),
  );
  assert.deepEqual(violations, []);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await page.getByRole("button", { name: "Continue with passkey" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await device.context.close();
});

test("a person who has confirmed their identity with a passkey can remove the passkey", async () => {
  const person = await signUp(fixture.testPlatform, "admin");
  const { adminOrigin } = fixture.testPlatform.addresses;
  const device = await openPageWithAuthenticator(person);
  const { page } = device;
  await addPasskey(device, adminOrigin);
  await fixture.testPlatform.database.query(
    "update sessions set verified_at = now() - interval '15 minutes'",
  );
  await page.getByRole("button", { name: /^Remove passkey/ }).click();
  await page.getByRole("heading", { name: "Confirm that it's you" }).waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("heading", { name: "Account security" }).waitFor();
  await page.getByRole("button", { name: /^Remove passkey/ }).click();
  await page.getByText("Your passkey was removed.").waitFor();
  assert.equal(await page.getByText("Recovery codes").count(), 0);
  await device.context.close();
});
