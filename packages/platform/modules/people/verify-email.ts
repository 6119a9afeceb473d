import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { throwApiError, throwFieldError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { selectAccountByEmail, setEmailVerified } from "./account-store.ts";
import { findKnownDevice } from "./device-store.ts";
import {
  type AccountToVerify,
  deleteEmailVerification,
  deleteEmailVerifications,
  insertEmailVerification,
  lockAndCountEmailVerifications,
  selectEmailVerification,
  type VerificationKey,
} from "./email-verification-store.ts";
import { compareWithAttemptLimit } from "./password-attempts.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { buildVerificationEmail } from "./verification-emails.ts";

/** The number of random bytes in the token of a link. */
const tokenBytes = 32;
/** The number of hours for which a link is valid. */
export const verificationHours = 24;
const lifetimeMs = verificationHours * 3_600_000;
/** The maximum number of valid links of one account, so that nobody can fill the owner's mailbox. */
const maxValidLinks = 5;
/** Every request takes at least this time, so that its duration does not reveal whether an account exists. */
export const minDurationMs = 300;

type LinkDeps = Pick<PeopleDeps, "clock" | "random" | "addresses" | "sendEmail">;

function buildKey(token: string, { clock }: Pick<PeopleDeps, "clock">): VerificationKey {
  return { token_hash: createHash("sha256").update(token, "utf8").digest(), now: new Date(clock.now()) };
}

/**
 * Create a link that verifies the email address of an account, and send the link to this address. If five links of the account
 * are still valid, nothing is sent.
 */
export async function sendVerificationLink(
  tx: Queryable,
  { account_id, email, audience }: { account_id: number; email: string; audience: Audience },
  { clock, random, addresses, sendEmail }: LinkDeps,
): Promise<void> {
  const token = random(tokenBytes);
  const { token_hash, now } = buildKey(token, { clock });
  if ((await lockAndCountEmailVerifications(tx, account_id, now)) >= maxValidLinks) return;
  const expires_at = new Date(now.getTime() + lifetimeMs);
  await insertEmailVerification(tx, { token_hash, account_id, expires_at });
  const origin = audience === "admin" ? addresses.adminOrigin : addresses.partnersOrigin;
  const link = `${origin}/verify-email?token=${token}`;
  await sendEmail(tx, buildVerificationEmail({ email, link }));
}

async function sendLinkAgain(
  database: Database,
  { email, audience }: { email: string; audience: Audience },
  deps: LinkDeps,
): Promise<void> {
  const account = await selectAccountByEmail(database, email);
  if (account === null || account.is_email_verified) return;
  const recipient = { account_id: account.id, email: account.email, audience };
  await database.transaction((tx) => sendVerificationLink(tx, recipient, deps));
}

/**
 * Send an account a new link that verifies the account's email address. If no account has the requested address, or if the
 * account is verified or has five valid links, nothing is sent; the caller cannot tell the difference.
 */
export async function requestVerificationLink(
  database: Database,
  request: { email: string; audience: Audience },
  deps: LinkDeps,
): Promise<void> {
  await Promise.all([sendLinkAgain(database, request, deps), sleep(minDurationMs)]);
}

/** Find the account whose address a link verifies, or return null if the link is unknown, used or expired. */
export async function findAccountToVerify(
  db: Queryable,
  token: string,
  deps: Pick<PeopleDeps, "clock">,
): Promise<AccountToVerify | null> {
  return selectEmailVerification(db, buildKey(token, deps));
}

/** A request to verify an address with a link. */
export interface EmailVerificationInput {
  token: string;
  password: string;
  signedIn: SignedIn | null;
  device: Device;
}

/**
 * Verify the email address of an account with a link from an email. The link can be used once.
 *
 * Unless the account is signed in, its password is needed too. Otherwise somebody could sign up with the address of another person, who
 * would then open the link and so verify the account of a stranger.
 *
 * @throws ApiError `not_found` if the link is unknown, used or expired; `invalid` for `password` if it is wrong; `rate_limited` after
 *   too many wrong passwords
 */
export async function verifyEmail(
  database: Database,
  { token, password, signedIn, device }: EmailVerificationInput,
  deps: Pick<PeopleDeps, "clock" | "passwords" | "attemptKey">,
): Promise<AccountToVerify> {
  const key = buildKey(token, deps);
  const account = (await selectEmailVerification(database, key)) ?? throwApiError("not_found");
  const isSignedIn = signedIn?.account_id === account.id;
  // guard verification-needs-password: without it, verify-email.test.ts fails
  if (!isSignedIn && !(await verifyPasswordOfAccount(database, { account, password, device }, deps)))
    throwFieldError("password", "not_allowed", {}, "This is not the password of this account.");
  return database.transaction(async (tx) => {
    // guard verification-once: without it, verify-email.test.ts fails
    if (!(await deleteEmailVerification(tx, key))) throwApiError("not_found");
    await recordVerifiedEmail(tx, account.id, key.now);
    return account;
  });
}

/**
 * Return whether a password is the account's password. The attempt counts like an attempt to sign in, and a wrong password is recorded
 * as a security event.
 */
async function verifyPasswordOfAccount(
  database: Database,
  attempt: { account: AccountToVerify; password: string; device: Device },
  { passwords, attemptKey, clock }: Pick<PeopleDeps, "clock" | "passwords" | "attemptKey">,
): Promise<boolean> {
  const { account, password, device } = attempt;
  const knownDevice = await findKnownDevice(database, account.id, device.device_id);
  const caller = { client_address: device.client_address, is_known_device: knownDevice !== null };
  const matches = await compareWithAttemptLimit(
    database,
    { email: account.email, knownDevice },
    {
      compare: () => passwords.matches(password, account.password_hash, caller),
      attemptKey,
      now: new Date(clock.now()),
    },
  );
  if (!matches)
    await recordSecurityEvent(database, {
      kind: "password_check_failed",
      account_id: account.id,
      client: device,
    });
  return matches;
}

/** Record that the address of an account is verified, and delete its links. @returns false if it was verified before */
export async function recordVerifiedEmail(tx: Queryable, accountId: number, now: Date): Promise<boolean> {
  const isNew = await setEmailVerified(tx, accountId, now);
  if (isNew) await recordSecurityEvent(tx, { kind: "email_verified", account_id: accountId });
  await deleteEmailVerifications(tx, accountId);
  return isNew;
}
