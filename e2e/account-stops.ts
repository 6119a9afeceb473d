import { type Browser, signUp, type TestPlatform, testPassword } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createVerificationStops } from "./verification-stops.ts";

/** Create a stop of the tour in `tour.ts`: a page in one state. `prepare` brings the page into this state. */
type NewStop<Stop> = (
  name: string,
  url: string,
  visitor?: Browser,
  prepare?: (page: Page) => Promise<void>,
) => Stop;

/** One origin with accounts, and a signed-in person on it. */
interface AccountHost {
  host: "admin" | "partners";
  origin: string;
  person: Browser;
}

/** Insert a person whose account has a passkey, so that a code is needed after the password. @returns the email */
async function insertPersonWithPasskey(testing: TestPlatform, host: "admin" | "partners"): Promise<string> {
  const { email } = await signUp(testing, host);
  const text = `
    insert into passkeys (account_id, audience, name, credential_id, public_key, signature_count, created_at)
    select id, $2, 'Phone', convert_to(email, 'UTF8'), '', 0, now() from accounts where email = $1`;
  await testing.database.query(text, [email, host]);
  return email;
}

/** Create the stops of the pages about passwords, sessions and second factors on one origin. */
async function createSecurityStops<Stop>(
  testing: TestPlatform,
  { host, origin, person }: AccountHost,
  newStop: NewStop<Stop>,
): Promise<Stop[]> {
  const email = await insertPersonWithPasskey(testing, host);
  return [
    newStop(`${host}: forgotten password`, `${origin}/forgot-password`),
    newStop(`${host}: used link for a password`, `${origin}/reset-password?token=used`),
    newStop(`${host}: account security`, `${origin}/account/security`, person),
    newStop(`${host}: account activity`, `${origin}/account/activity`, person),
    newStop(`${host}: confirm identity`, `${origin}/account/verify`, person),
    newStop(`${host}: new authenticator app`, `${origin}/account/authenticator`, person, async (page) => {
      await page.getByRole("button", { name: "Add authenticator app" }).click();
      await page.getByRole("heading", { name: "Add an authenticator app" }).waitFor();
    }),
    newStop(`${host}: code after the password`, `${origin}/sign-in/code`, undefined, async (page) => {
      await page.fill("#email", email);
      await page.fill("#password", testPassword);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("heading", { name: "Enter a code" }).waitFor();
    }),
  ];
}

/** Create the stops of the pages about a person's account. */
export async function createAccountStops<Stop>(
  testing: TestPlatform,
  people: { owner: Browser; partner: Browser },
  newStop: NewStop<Stop>,
): Promise<Stop[]> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const hosts: AccountHost[] = [
    { host: "admin", origin: adminOrigin, person: people.owner },
    { host: "partners", origin: partnersOrigin, person: people.partner },
  ];
  const stops = await Promise.all(hosts.map((host) => createSecurityStops(testing, host, newStop)));
  return [...stops.flat(), ...(await createVerificationStops(testing, newStop))];
}
