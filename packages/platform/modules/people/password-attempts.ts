import { createHmac } from "node:crypto";
import { ApiError, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { formatTooManyAttempts } from "../../infrastructure/format-too-many-attempts.ts";
import { countAttempt, deleteAttempts, uncountAttempt } from "./password-attempt-store.ts";

/** Whose password is entered, and on which device. */
export interface PasswordTarget {
  /** The email address of the account as it is stored, or the address that was entered if no account has it. */
  email: string;
  /** The hash of the device, if the account's owner has signed in on it before; otherwise null. */
  knownDevice: Buffer | null;
}

/**
 * Compute the key under which attempts are counted. A known device has a count of its own, so that strangers who guess a
 * person's password do not lock the person out of the devices that they use.
 */
function computeKey(attemptKey: Buffer, { email, knownDevice }: PasswordTarget): Buffer {
  const address = email.trim().toLowerCase();
  return createHmac("sha256", attemptKey)
    .update(`${knownDevice?.toString("hex") ?? ""}|${address}`)
    .digest();
}

/**
 * Count an attempt to enter a password, then compare the password. After ten wrong passwords, no password is compared for a
 * minute, and after each further wrong password for twice as long, up to an hour. It makes no difference whether the account exists.
 * A right password deletes the count.
 *
 * The attempt is counted before the password is compared, by one statement, so that concurrent attempts can't exceed the limit.
 *
 * @param compare returns whether the password is right
 * @returns what `compare` returns
 * @throws ApiError `rate_limited` if no password may be compared now
 */
export async function compareWithAttemptLimit(
  db: Queryable,
  target: PasswordTarget,
  { compare, attemptKey, now }: { compare(): Promise<boolean>; attemptKey: Buffer; now: Date },
): Promise<boolean> {
  const key_hash = computeKey(attemptKey, target);
  const attempt = await countAttempt(db, key_hash, now);
  // guard attempts-by-account: without it, password-attempts.test.ts fails
  if (!attempt.isAllowed) {
    const retry_after_s = Math.max(1, (attempt.blocked_until.getTime() - now.getTime()) / 1000);
    return throwApiError("rate_limited", { retry_after_s, message: formatTooManyAttempts(retry_after_s) });
  }
  const matches = await compare().catch(async (error: unknown) => {
    // Too many people are signing in. No password was compared, so the attempt does not count.
    if (error instanceof ApiError && error.code === "unavailable")
      await uncountAttempt(db, key_hash, attempt.failure_count);
    throw error;
  });
  if (matches) await deleteAttempts(db, key_hash);
  return matches;
}

/** Forget the wrong passwords that were entered for an account on unknown devices, because its password has just been set. */
export async function forgetAttempts(db: Queryable, email: string, attemptKey: Buffer): Promise<void> {
  await deleteAttempts(db, computeKey(attemptKey, { email, knownDevice: null }));
}
