import { type Browser, signUp, type TestPlatform, testPassword } from "@souk/testkit";
import type { CreateVisit, PageVisit } from "./create-visit.ts";
import { createVerificationVisits } from "./verification-visits.ts";

/** One origin with accounts, and a signed-in person on it. */
interface AccountHost {
  host: "admin" | "partners";
  origin: string;
  person: Browser;
}

/** Insert a person whose account has a passkey, so that a code is needed after the password. @returns the email */
async function insertPersonWithPasskey(
  testPlatform: TestPlatform,
  host: "admin" | "partners",
): Promise<string> {
  const { email } = await signUp(testPlatform, host);
  const text = `
    insert into passkeys (account_id, audience, name, credential_id, public_key, signature_count, created_at)
    select id, $2, 'Phone', convert_to(email, 'UTF8'), '', 0, now() from accounts where email = $1`;
  await testPlatform.database.query(text, [email, host]);
  return email;
}

/** Create visits to the pages about passwords, sessions and second factors on one origin. */
async function createSecurityVisits(
  testPlatform: TestPlatform,
  { host, origin, person }: AccountHost,
  createVisit: CreateVisit,
): Promise<PageVisit[]> {
  const email = await insertPersonWithPasskey(testPlatform, host);
  return [
    createVisit(`${host}: forgotten password`, `${origin}/forgot-password`),
    createVisit(`${host}: used link for a password`, `${origin}/reset-password?token=used`),
    createVisit(`${host}: account security`, `${origin}/account/security`, person),
    createVisit(`${host}: account activity`, `${origin}/account/activity`, person),
    createVisit(`${host}: confirm identity`, `${origin}/account/verify`, person),
    createVisit(`${host}: new authenticator app`, `${origin}/account/authenticator`, person, async (page) => {
      await page.getByRole("button", { name: "Add authenticator app" }).click();
      await page.getByRole("heading", { name: "Add an authenticator app" }).waitFor();
    }),
    createVisit(`${host}: code after the password`, `${origin}/sign-in/code`, undefined, async (page) => {
      await page.fill("#email", email);
      await page.fill("#password", testPassword);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("heading", { name: "Enter a code" }).waitFor();
    }),
  ];
}

/** Create visits to the pages about a person's account. */
export async function createAccountVisits(
  testPlatform: TestPlatform,
  people: { owner: Browser; partner: Browser },
  createVisit: CreateVisit,
): Promise<PageVisit[]> {
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const hosts: AccountHost[] = [
    { host: "admin", origin: adminOrigin, person: people.owner },
    { host: "partners", origin: partnersOrigin, person: people.partner },
  ];
  const visits = await Promise.all(
    hosts.map((host) => createSecurityVisits(testPlatform, host, createVisit)),
  );
  return [...visits.flat(), ...(await createVerificationVisits(testPlatform, createVisit))];
}
