import { randomBytes } from "node:crypto";
import type { Browser } from "../browser.ts";
import type { PlatformClient, TestPlatform } from "../test-platform.ts";
import { callConsole } from "./console-call.ts";

/** The password of every account that a test creates. */
export const testPassword = "a password for tests";

/** A person with an account, and the browser in which they are signed in. */
export interface Person {
  email: string;
  browser: Browser;
}

/**
 * Sign up a new account over HTTP, for the admin or the partner dashboard. The email address of an account for the admin is verified, so
 * that it can create stores.
 */
export async function signUp(
  testing: PlatformClient & Partial<Pick<TestPlatform, "database">>,
  host: "admin" | "partners",
): Promise<Person> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const browser = testing.browser();
  const email = `${host}-${randomBytes(5).toString("hex")}@seeds.test`;
  const origin = host === "admin" ? adminOrigin : partnersOrigin;
  const account = { email, password: testPassword, name: email };
  await callConsole(browser, ["POST", `${origin}/api/console/accounts.json`], { account });
  const person = { email, browser };
  if (host === "partners") return person;
  // The database is faster than the mailbox, which only a platform in another process needs.
  if (!testing.database) await verifyEmail(adminOrigin, person);
  else await testing.database.query("update accounts set email_verified_at = now() where email = $1", [email]);
  return person;
}

/** Verify the email address of a new person in the admin, with the link that a development server shows at `/mail`. */
export async function verifyEmail(adminOrigin: string, { browser, email }: Person): Promise<void> {
  const mailbox = await browser.open(`${adminOrigin}/mail`);
  const [, link] =
    new RegExp(`To ${email} [^]*?href="([^"]*/verify-email[^"]*)"`).exec(mailbox.text) ?? [];
  if (link === undefined) throw new Error(`No email to ${email} has a link that verifies the address.`);
  await browser.clickButton(await browser.open(link), "Verify email address");
}

/** Sign up a platform staff account, which is not a member of any store. */
export async function signUpStaff(testing: TestPlatform): Promise<Person> {
  const person = await signUp(testing, "admin");
  await testing.database.query("update accounts set is_staff = true where email = $1", [person.email]);
  return person;
}
