import { setTimeout as sleep } from "node:timers/promises";
import { type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { recordSecurityEvent } from "../security/index.ts";
import { type Account, insertAccount, insertAccountIfAbsent, selectAccountByEmail } from "./account-store.ts";
import { countAccountEmails } from "./email-verification-store.ts";
import type { PeopleDeps, SignInResult } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { startSession } from "./sessions.ts";
import { buildExistingAccountEmail, existingAccountKind } from "./verification-emails.ts";
import { minDurationMs, sendVerificationLink } from "./verify-email.ts";

/** A request to sign up. */
export interface SignUp {
  input: OperationBody<typeof operations.adminSignUp>;
  audience: Audience;
  /** The hash of the browser's former session, which is ended. */
  formerSession: Buffer | null;
  device: Device;
}

/** An account to create. */
interface NewPerson {
  email: string;
  name: string;
  password_hash: string;
}

const hourMs = 3_600_000;
/** The maximum number of emails a day that tell a person that they have an account already. */
const maxExistingAccountEmails = 3;

/**
 * Create an account, and email a link that verifies its address. On the partners' origin, also create a partner that the account owns.
 *
 * In development, a session is started, so that the link can be read at `/mail`. In production, the person signs in after opening the link,
 * and the result does not reveal whether the address has an account already. If it has one, the account's owner gets an email.
 *
 * @returns the account with its session; null in production
 * @throws ApiError `sign_up_closed` if sign-up is not open; `invalid` for `password` if it is easy to guess; in development
 *   `invalid` for `email` if an account has this email already; `unavailable` if too many people sign in at once
 */
export async function signUp(
  database: Database,
  request: SignUp,
  deps: PeopleDeps,
): Promise<SignInResult | null> {
  // guard sign-up-policy: without it, sign-up-policy.test.ts fails at `reject sign-up without an invitation`
  if (deps.signUpPolicy !== "open") throwApiError("sign_up_closed");
  const { input } = request;
  // The password is hashed before the transaction, so that no database connection waits for it.
  const { email } = input;
  const name = (input.name ?? "").trim();
  const password_hash = await deps.passwords.hashChosen(input.password, [email, name], request.device);
  const person = { email, name, password_hash };
  if (deps.canSignInUnverified) return signUpAndSignIn(database, { person, request }, deps);
  await Promise.all([signUpByEmail(database, { person, request }, deps), sleep(minDurationMs)]);
  return null;
}

interface NewSignUp {
  person: NewPerson;
  request: SignUp;
}

/** Sign up in development: create the account, email its verification link, and start a session. */
async function signUpAndSignIn(
  database: Database,
  { person, request: { audience, formerSession, device } }: NewSignUp,
  deps: PeopleDeps,
): Promise<SignInResult> {
  return database.transaction(async (tx) => {
    const account = await insertAccount(tx, { ...person, is_staff: false, is_email_verified: false });
    const account_id = account.id;
    // Merchants see a partner's name, so the account's email address must not be used as the name.
    if (audience === "partners") await deps.createPartner(tx, { account_id, name: person.name });
    await sendVerificationLink(tx, { account_id, email: account.email, audience }, deps);
    const now = new Date(deps.clock.now());
    const session = await startSession(tx, { account_id, audience, now, formerSession, device }, deps.random);
    await recordAccountCreation(tx, account, { audience, device });
    return { account, ...session };
  });
}

async function recordAccountCreation(
  tx: Queryable,
  { id }: Account,
  { audience, device }: Pick<SignUp, "audience" | "device">,
): Promise<void> {
  const actor = { kind: "account", id: String(id) } as const;
  const details = { audience };
  await recordSecurityEvent(tx, { kind: "account_created", account_id: id, actor, client: device, details });
}

/** Sign up in production: create an account if none has the address. The email to the address says what the person can do. */
async function signUpByEmail(
  database: Database,
  { person, request: { audience, device } }: NewSignUp,
  deps: PeopleDeps,
): Promise<void> {
  await database.transaction(async (tx) => {
    const newAccount = { ...person, is_staff: false, is_email_verified: false };
    const createdAccount = await insertAccountIfAbsent(tx, newAccount);
    if (createdAccount && audience === "partners")
      await deps.createPartner(tx, { account_id: createdAccount.id, name: person.name });
    if (createdAccount) await recordAccountCreation(tx, createdAccount, { audience, device });
    const account = createdAccount ?? (await selectAccountByEmail(tx, person.email));
    if (account === null) return;
    const { id, email } = account;
    // A created account has no field `is_email_verified`, because its address cannot be verified yet.
    if ("is_email_verified" in account && account.is_email_verified) {
      const since = new Date(deps.clock.now() - 24 * hourMs);
      const sentCount = await countAccountEmails(tx, { kind: existingAccountKind, recipient: email, since });
      if (sentCount >= maxExistingAccountEmails) return;
      const origin = audience === "admin" ? deps.addresses.adminOrigin : deps.addresses.partnersOrigin;
      await deps.sendEmail(tx, buildExistingAccountEmail({ email, origin }));
      return;
    }
    await sendVerificationLink(tx, { account_id: id, email, audience }, deps);
  });
}
