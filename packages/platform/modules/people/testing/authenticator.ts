import assert from "node:assert/strict";
import { type Browser, type FakeClock, type Person, type TestPlatform, testPassword } from "@souk/testkit";
import { computeTotpCode, decodeBase32, getTotpStep } from "../factors/totp.ts";

/** A person with an authenticator app. */
export interface PersonWithAuthenticator extends Person {
  secret: string;
  recoveryCodes: readonly string[];
}

/** Return the code that an authenticator app shows now. @param offset the number of 30-second steps from now */
export function readCode(secret: string, nowMs: number, offset = 0): string {
  return computeTotpCode(decodeBase32(secret), getTotpStep(nowMs) + offset);
}

/** Read the secret from the page on which a person adds an authenticator app. */
export function readSecret(pageText: string): string {
  return (/enter this secret in the app: <code>([A-Z2-7 ]+)<\/code>/.exec(pageText)?.[1] ?? "").replaceAll(
    " ",
    "",
  );
}

/** Read the recovery codes from the page that shows them. */
function readRecoveryCodes(pageText: string): string[] {
  return [...pageText.matchAll(/<code>([A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})<\/code>/g)].map(
    ([, code]) => code ?? "",
  );
}

/** Add an authenticator app to a person's account on the account security pages. */
export async function addAuthenticator(
  { addresses }: Pick<TestPlatform, "addresses">,
  person: Person,
  clock: FakeClock,
): Promise<PersonWithAuthenticator> {
  const { browser } = person;
  const securityPage = await browser.open(`${addresses.adminOrigin}/account/security`);
  const setupPage = await browser.followRedirects(
    await browser.clickButton(securityPage, "Add authenticator app"),
  );
  const secret = readSecret(setupPage.text);
  const code = readCode(secret, clock.now());
  const codesPage = await browser.clickButton(setupPage, "Add authenticator app", { code });
  assert.equal(codesPage.status, 200, codesPage.text);
  const recoveryCodes = readRecoveryCodes(codesPage.text);
  assert.equal(recoveryCodes.length, 10);
  return { ...person, secret, recoveryCodes };
}

/** Enter the email and the password on the page to sign in. @returns the next page */
export async function enterPassword(
  { addresses }: Pick<TestPlatform, "addresses">,
  browser: Browser,
  email: string,
) {
  const page = await browser.open(`${addresses.adminOrigin}/sign-in`);
  const response = await browser.clickButton(page, "Sign in", { email, password: testPassword });
  return browser.followRedirects(response);
}
