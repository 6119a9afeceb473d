import { randomBytes } from "node:crypto";
import type { Browser } from "../browser.ts";
import type { ReachedPlatform } from "../test-platform.ts";
import { consoleCall } from "./console-call.ts";

/** The password of every account that a test makes. */
export const testPassword = "a password for tests";

/** A new account, signed in at an origin. */
export interface Person {
  email: string;
  browser: Browser;
}

/** Signs a new account up, over HTTP. */
export async function signUp(testing: ReachedPlatform, at: "admin" | "partners"): Promise<Person> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const browser = testing.browser();
  const email = `${at}-${randomBytes(5).toString("hex")}@seeds.test`;
  const origin = at === "admin" ? adminOrigin : partnersOrigin;
  const account = { email, password: testPassword, name: email };
  await consoleCall(browser, ["POST", `${origin}/api/console/accounts.json`], { account });
  return { email, browser };
}
