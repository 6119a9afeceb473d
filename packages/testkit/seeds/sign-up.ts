import { randomBytes } from "node:crypto";
import type { Browser } from "../browser.ts";
import type { ReachedPlatform, TestPlatform } from "../test-platform.ts";
import { consoleCall } from "./console-call.ts";

/** The password of every account that a test creates. */
export const testPassword = "a password for tests";

/** A new account, signed in at an origin. */
export interface Person {
  email: string;
  browser: Browser;
}

/** Sign a new account up, over HTTP. */
export async function signUp(testing: ReachedPlatform, host: "admin" | "partners"): Promise<Person> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const browser = testing.browser();
  const email = `${host}-${randomBytes(5).toString("hex")}@seeds.test`;
  const origin = host === "admin" ? adminOrigin : partnersOrigin;
  const account = { email, password: testPassword, name: email };
  await consoleCall(browser, ["POST", `${origin}/api/console/accounts.json`], { account });
  return { email, browser };
}

/** Sign up a member of the platform's staff, who belongs to no store. */
export async function signUpStaff(testing: TestPlatform): Promise<Person> {
  const person = await signUp(testing, "admin");
  await testing.database.query("update accounts set is_staff = true where email = $1", [person.email]);
  return person;
}
