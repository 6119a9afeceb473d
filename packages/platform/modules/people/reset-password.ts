import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { RequestClient } from "../../infrastructure/routing/actor.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { selectAccountByEmail, selectGuessableNames } from "./account-store.ts";
import { rememberDevice } from "./device-store.ts";
import { removeEveryFactor } from "./factors/change-factors.ts";
import { buildPasswordResetEmail, buildStaffPasswordResetEmail } from "./password-emails.ts";
import {
  deletePasswordReset,
  insertPasswordReset,
  lockAndCountPasswordResets,
  selectPasswordReset,
} from "./password-reset-store.ts";
import type { PeopleDeps } from "./people-deps.ts";
import type { Audience } from "./session-rules.ts";
import type { Device } from "./session-store.ts";
import { storePassword } from "./set-password.ts";
import { recordVerifiedEmail } from "./verify-email.ts";

/** The number of random bytes in the token of a link. */
const tokenBytes = 32;
/** How long a link can be used. */
const lifetimeMs = 30 * 60_000;
/** The maximum number of valid links of one account. Further requests send nothing, so a stranger cannot fill the owner's mailbox. */
const maxValidLinks = 3;
/** Every request takes at least this time, so that its duration does not reveal whether an account exists. */
const minDurationMs = 300;

function hashToken(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}

/** A request for a link. */
export interface ResetRequest {
  email: string;
  audience: Audience;
  client: RequestClient;
}

/** Create a password reset link, or return null if three links of the account are still valid. */
async function createLink(
  tx: Queryable,
  { account_id, audience }: { account_id: number; audience: Audience },
  { clock, random, addresses }: PeopleDeps,
): Promise<string | null> {
  const now = clock.now();
  if ((await lockAndCountPasswordResets(tx, account_id, new Date(now))) >= maxValidLinks) return null;
  const token = random(tokenBytes);
  const expires_at = new Date(now + lifetimeMs);
  await insertPasswordReset(tx, { token_hash: hashToken(token), account_id, expires_at });
  const origin = audience === "admin" ? addresses.adminOrigin : addresses.partnersOrigin;
  return `${origin}/reset-password?token=${token}`;
}

async function sendLink(
  database: Database,
  { email, audience, client }: ResetRequest,
  deps: PeopleDeps,
): Promise<void> {
  const account = await selectAccountByEmail(database, email);
  if (account === null) return;
  const requestedAt = new Date(deps.clock.now());
  await database.transaction(async (tx) => {
    const link = await createLink(tx, { account_id: account.id, audience }, deps);
    if (link === null) return;
    const { client_address } = client;
    await deps.sendEmail(
      tx,
      buildPasswordResetEmail({ email: account.email, link, requestedAt, client_address }),
    );
    await recordSecurityEvent(tx, {
      kind: "password_reset_requested",
      account_id: account.id,
      client,
      details: { audience },
    });
  });
}

/**
 * Email a password reset link to the owner of an account. If there is no such account, or if three of its links are still valid,
 * nothing is sent; the caller cannot tell the difference.
 */
export async function requestPasswordReset(
  database: Database,
  request: ResetRequest,
  deps: PeopleDeps,
): Promise<void> {
  await Promise.all([sendLink(database, request, deps), sleep(minDurationMs)]);
}

/**
 * Email a password reset link to the owner of an account, on behalf of the platform's staff.
 * @throws ApiError `conflict` if three links of the account are still valid
 */
export async function sendPasswordResetByStaff(
  tx: Queryable,
  { id, email, audience }: { id: number; email: string; audience: Audience },
  deps: PeopleDeps,
): Promise<void> {
  const link = await createLink(tx, { account_id: id, audience }, deps);
  if (link === null)
    throwApiError("conflict", {
      message:
        "Three links to reset the password of this account are still valid. Ask the person to look for the emails, also in the spam folder.",
    });
  await deps.sendEmail(tx, buildStaffPasswordResetEmail({ email, link, sentAt: new Date(deps.clock.now()) }));
}

/** Find the email address of the account whose password a link sets, or return null if the link is unknown, used or expired. */
export async function findResetEmail(
  db: Queryable,
  token: string,
  { clock }: Pick<PeopleDeps, "clock">,
): Promise<string | null> {
  const key = { token_hash: hashToken(token), now: new Date(clock.now()) };
  return (await selectPasswordReset(db, key))?.email ?? null;
}

/** A request to set a password with a link. */
export interface PasswordResetInput {
  token: string;
  password: string;
  device: Device;
}

/**
 * Set a new password with a link, and end all sessions of the account. The link can be used once, and verifies the account's email
 * address, to which it was sent. If the address was not verified before, every second factor is removed. The device is then known, so
 * that the account's owner can sign in on it even while strangers guess the password.
 * @returns the value of the device cookie
 * @throws ApiError `not_found` if the link is unknown, used or expired; `invalid` for `password` if it is easy to guess or too long
 */
export async function resetPassword(
  database: Database,
  { token, password, device }: PasswordResetInput,
  deps: PeopleDeps,
): Promise<{ device_id: string }> {
  const now = new Date(deps.clock.now());
  const key = { token_hash: hashToken(token), now };
  // The link is checked before the password is hashed, so that a made-up link costs no hashing.
  const account = (await selectPasswordReset(database, key)) ?? throwApiError("not_found");
  const names = await selectGuessableNames(database, account.account_id);
  const password_hash = await deps.passwords.hashChosen(password, names, device);
  return database.transaction(async (tx) => {
    const owner = await selectPasswordReset(tx, key);
    // guard reset-once: without `|| !(await deletePasswordReset(tx, key))`, reset-password.test.ts fails
    if (owner === null || !(await deletePasswordReset(tx, key))) return throwApiError("not_found");
    const { account_id } = owner;
    await storePassword(tx, owner, { password_hash, keptSession: null, keptDevice: null }, deps);
    // Until now, a stranger could have signed up with this address. The stranger's factors would keep the owner out.
    // guard factors-before-verification: with `undefined` instead of `await removeEveryFactor(tx, owner, deps)`, factors-before-verification.test.ts fails
    if (await recordVerifiedEmail(tx, account_id, now)) await removeEveryFactor(tx, owner, deps);
    await recordSecurityEvent(tx, { kind: "password_reset", account_id, client: device });
    return rememberDevice(tx, { account_id, device_id: device.device_id, now }, deps.random);
  });
}
