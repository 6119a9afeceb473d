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

/** Sign up a new account over HTTP, for the admin or the partner dashboard. */
export async function signUp(testing: PlatformClient, host: "admin" | "partners"): Promise<Person> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const browser = testing.browser();
  const email = `${host}-${randomBytes(5).toString("hex")}@seeds.test`;
  const origin = host === "admin" ? adminOrigin : partnersOrigin;
  const account = { email, password: testPassword, name: email };
  await callConsole(browser, ["POST", `${origin}/api/console/accounts.json`], { account });
  return { email, browser };
}

/** Sign up a platform staff account, which is not a member of any store. */
export async function signUpStaff(testing: TestPlatform): Promise<Person> {
  const person = await signUp(testing, "admin");
  await testing.database.query("update accounts set is_staff = true where email = $1", [person.email]);
  return person;
}
