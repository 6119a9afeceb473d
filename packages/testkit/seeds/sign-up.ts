import { randomBytes } from "node:crypto";
import type { Database } from "@souk/database";
import { buildSessionCookies, secureRandomText } from "@souk/platform";
import { createPartner } from "@souk/platform/modules/partners";
import { createAccount, createPasswords, startSession } from "@souk/platform/modules/people";
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
 * Create an account, and sign in to the admin or the partner dashboard. If the platform runs in this process, the account, with a
 * verified email address, and its session are inserted into the database, so that no email is sent and no attempt to sign in is
 * counted. Otherwise the person signs up over HTTP, and only the email address of an admin account is verified.
 */
export async function signUp(
  client: PlatformClient & Partial<Pick<TestPlatform, "database" | "platform">>,
  host: "admin" | "partners",
): Promise<Person> {
  const { adminOrigin, partnersOrigin } = client.addresses;
  const browser = client.browser();
  const email = `${host}-${randomBytes(5).toString("hex")}@seeds.test`;
  const person = { email, browser };
  const url = `${host === "admin" ? adminOrigin : partnersOrigin}/api/console`;
  const credentials = { email, password: testPassword };
  const { database, platform } = client;
  if (database && platform) {
    const account_id = await insertPerson(database, email, host);
    const cookies = await insertSession(database, { account_id, audience: host, now: platform.clock.now() });
    browser.storeCookies(new URL(url).host, cookies);
    // The response has the CSRF token, which the browser keeps.
    await callConsole(browser, ["GET", `${url}/session.json`]);
    return person;
  }
  const account = { ...credentials, name: email };
  await callConsole(browser, ["POST", `${url}/accounts.json`], { account });
  if (host === "admin") await verifyEmail(adminOrigin, person);
  return person;
}

let passwordHash: Promise<string> | null = null;

/** Insert an account whose email address is verified, and for the partner dashboard also its partner. */
async function insertPerson(database: Database, email: string, host: "admin" | "partners"): Promise<number> {
  // Hashing takes 30 ms, so all accounts of a process have the same hash.
  passwordHash ??= createPasswords().hash(testPassword);
  const password_hash = await passwordHash;
  const account = { email, name: email, password: testPassword, is_staff: false };
  return database.transaction(async (tx) => {
    const { id } = await createAccount(tx, account, { hash: async () => password_hash });
    if (host === "partners") await createPartner(tx, { account_id: id, name: email });
    return id;
  });
}

const device = { user_agent: "Test/1", client_address: "127.0.0.1", device_id: null, request_id: "seed" };

/** Insert a session. @returns the Set-Cookie headers that give the session to a browser */
async function insertSession(
  database: Database,
  { account_id, audience, now }: { account_id: number; audience: "admin" | "partners"; now: number },
): Promise<string[]> {
  const newSession = { account_id, audience, now: new Date(now), device };
  const session = await database.transaction((tx) => startSession(tx, newSession, secureRandomText));
  return buildSessionCookies(audience, { kind: "start", ...session }, now);
}

/** Verify the email address of a new person in the admin, with the link that a development server shows at `/mail`. */
export async function verifyEmail(adminOrigin: string, { browser, email }: Person): Promise<void> {
  const mailbox = await browser.open(`${adminOrigin}/mail`);
  const [, link] = new RegExp(`To ${email} [^]*?href="([^"]*/verify-email[^"]*)"`).exec(mailbox.text) ?? [];
  if (link === undefined) throw new Error(`No email to ${email} has a link that verifies the address.`);
  await browser.clickButton(await browser.open(link), "Verify email address");
}

/** Sign up a platform staff account, which is not a member of any store. */
export async function signUpStaff(testPlatform: TestPlatform): Promise<Person> {
  const person = await signUp(testPlatform, "admin");
  await testPlatform.database.query("update accounts set is_staff = true where email = $1", [person.email]);
  return person;
}
