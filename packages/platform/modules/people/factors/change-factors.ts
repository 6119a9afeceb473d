import { throwFieldError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import { recordSecurityEvent } from "../../security/index.ts";
import { type Account, selectAccountByEmail } from "../account-store.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { endAllSessions } from "../sessions.ts";
import {
  buildFactorAddedEmail,
  buildFactorRemovedEmail,
  buildRecoveryCodesReplacedEmail,
} from "./factor-emails.ts";
import { hasFactor, lockAccount } from "./factor-list.ts";
import { deletePendingSignIns } from "./pending-sign-ins.ts";
import { deleteRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";

/** The account whose factors change. */
interface FactorOwner {
  account_id: number;
  email: string;
}

type ChangeDeps = Pick<PeopleDeps, "clock" | "random" | "sendEmail">;

/**
 * Prepare an account for a new factor, before the factor is stored: email the owner, record the event, and create recovery codes if it
 * is the account's first factor. The account must be locked.
 * @param factor for example "an authenticator app"
 * @returns the recovery codes, which must be shown now; null if the account had a factor before
 */
export async function prepareNewFactor(
  tx: Queryable,
  { account_id, email }: FactorOwner,
  factor: string,
  { clock, random, sendEmail }: ChangeDeps,
): Promise<readonly string[] | null> {
  await sendEmail(tx, buildFactorAddedEmail(email, factor, new Date(clock.now())));
  await recordSecurityEvent(tx, { kind: "second_factor_added", account_id, details: { factor } });
  return (await hasFactor(tx, account_id)) ? null : replaceRecoveryCodes(tx, account_id, random);
}

/**
 * Finish the removal of a factor that was just deleted: email the account's owner, record the event, end pending sign-ins, and delete the
 * recovery codes if it was the last factor. The account must be locked.
 * @param factor for example "the authenticator app"
 */
export async function finishFactorRemoval(
  tx: Queryable,
  { account_id, email }: FactorOwner,
  factor: string,
  { clock, sendEmail }: Pick<ChangeDeps, "clock" | "sendEmail">,
): Promise<void> {
  const isLast = !(await hasFactor(tx, account_id));
  if (isLast) await deleteRecoveryCodes(tx, account_id);
  await deletePendingSignIns(tx, account_id);
  await recordSecurityEvent(tx, { kind: "second_factor_removed", account_id, details: { factor } });
  await sendEmail(tx, buildFactorRemovedEmail(email, factor, { removedAt: new Date(clock.now()), isLast }));
}

/** Replace the recovery codes of a person. @returns the new codes, which must be shown now; null if the person has no factor */
export async function createNewRecoveryCodes(
  database: Database,
  { account_id, email }: FactorOwner,
  { clock, random, sendEmail }: ChangeDeps,
): Promise<readonly string[] | null> {
  return database.transaction(async (tx) => {
    // guard one-set-of-recovery-codes: without it, factor-races.test.ts fails
    await lockAccount(tx, account_id);
    if (!(await hasFactor(tx, account_id))) return null;
    await sendEmail(tx, buildRecoveryCodesReplacedEmail(email, new Date(clock.now())));
    await recordSecurityEvent(tx, { kind: "recovery_codes_replaced", account_id });
    return replaceRecoveryCodes(tx, account_id, random);
  });
}

/** Delete an account's authenticator app, passkeys and recovery codes, and email the owner if the account had a factor. */
export async function removeEveryFactor(
  tx: Queryable,
  owner: FactorOwner,
  deps: Pick<ChangeDeps, "clock" | "sendEmail">,
): Promise<void> {
  const { account_id } = owner;
  await lockAccount(tx, account_id);
  const hadFactor = await hasFactor(tx, account_id);
  await tx.query("delete from authenticator_apps where account_id = $1", [account_id]);
  await tx.query("delete from passkeys where account_id = $1", [account_id]);
  await tx.query("delete from code_failures where account_id = $1", [account_id]);
  if (hadFactor) await finishFactorRemoval(tx, owner, "every second factor", deps);
}

/**
 * Remove every factor of an account on behalf of the operator, and end all sessions of the account.
 * @throws ApiError `invalid` for `email` if there is no such account
 */
export async function removeFactorsForOperator(
  tx: Queryable,
  input: { email: string },
  deps: Pick<ChangeDeps, "clock" | "sendEmail">,
): Promise<Account> {
  const account = await selectAccountByEmail(tx, input.email.trim());
  if (account === null)
    throwFieldError("email", "not_found", { resource: "account" }, "No account has this email.");
  const { id, email, name, is_staff } = account;
  await removeEveryFactor(tx, { account_id: id, email }, deps);
  await endAllSessions(tx, id);
  return { id, email, name, is_staff };
}
