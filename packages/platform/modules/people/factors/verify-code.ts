import { throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { RequestClient } from "../../../infrastructure/routing/actor.ts";
import { recordSecurityEvent } from "../../security/index.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { acceptTotpStep, getTotpField, selectAuthenticator } from "./authenticator-store.ts";
import { buildRecoveryCodeUsedEmail } from "./factor-emails.ts";
import { countRecoveryCodes, redeemRecoveryCode } from "./recovery-codes.ts";
import { decodeBase32, findTotpStep } from "./totp.ts";

/** The number of wrong codes in a row after which an account has to wait before its next code. */
const maxFailures = 10;
/** The delay after `maxFailures` wrong codes. It doubles with each further wrong code. */
const minDelayMs = 60_000;
/** The maximum delay before the next code. */
const maxDelayMs = 3_600_000;

/** Why a code was not accepted: it is wrong, or it came before the delay after wrong codes was over. */
export type RejectedCode = { ok: false; reason: "wrong" } | { ok: false; reason: "wait"; seconds: number };

/** The result of checking a code. */
export type CodeResult = { ok: true } | RejectedCode;

type CodeDeps = Pick<PeopleDeps, "clock" | "vault" | "sendEmail">;

/** Lock and read the count of wrong codes of an account, so that simultaneous guesses are counted one after the other. */
async function lockFailures(tx: Queryable, accountId: number, now: Date) {
  await tx.query(
    "insert into code_failures (account_id, failure_count, retry_at) values ($1, 0, $2) on conflict (account_id) do nothing",
    [accountId, now],
  );
  const text = "select failure_count, retry_at from code_failures where account_id = $1 for update";
  return tx.one<{ failure_count: number; retry_at: Date }>(text, [accountId]);
}

async function saveFailures(tx: Queryable, accountId: number, failures: { count: number; retryAt: Date }) {
  const text = "update code_failures set failure_count = $2, retry_at = $3 where account_id = $1";
  await tx.query(text, [accountId, failures.count, failures.retryAt]);
}

/** Return how long an account waits after this many wrong codes in a row. The delay doubles from a minute up to an hour. */
function getCodeDelayMs(failureCount: number): number {
  if (failureCount < maxFailures) return 0;
  return Math.min(maxDelayMs, minDelayMs * 2 ** (failureCount - maxFailures));
}

async function redeemTotpCode(
  tx: Queryable,
  accountId: number,
  { code, nowMs, vault }: { code: string; nowMs: number } & Pick<CodeDeps, "vault">,
): Promise<boolean> {
  const app = await selectAuthenticator(tx, accountId);
  if (app === null || app.confirmed_at === null) return false;
  const secret = decodeBase32(vault.open(getTotpField(app.id), app));
  const step = findTotpStep(secret, code.replace(/\s/g, ""), nowMs);
  return step !== null && acceptTotpStep(tx, app.id, step);
}

/**
 * Check a code of the account's authenticator app or a recovery code, and use it up. After ten wrong codes in a row, codes are
 * checked only after a growing delay. Let the transaction commit whatever the result is, so that wrong codes are counted.
 */
export async function verifyCode(
  tx: Queryable,
  account: { id: number; email: string },
  { code, client }: { code: string; client: RequestClient },
  { clock, vault, sendEmail }: CodeDeps,
): Promise<CodeResult> {
  const nowMs = clock.now();
  const failures = await lockFailures(tx, account.id, new Date(nowMs));
  const waitMs = failures.retry_at.getTime() - nowMs;
  // guard bounded-codes: without it, factors.test.ts fails
  if (waitMs > 0) return { ok: false, reason: "wait", seconds: Math.ceil(waitMs / 1000) };
  const isTotpCode = await redeemTotpCode(tx, account.id, { code, nowMs, vault });
  if (!isTotpCode && !(await redeemRecoveryCode(tx, account.id, code))) {
    const count = failures.failure_count + 1;
    await saveFailures(tx, account.id, { count, retryAt: new Date(nowMs + getCodeDelayMs(count)) });
    await recordSecurityEvent(tx, { kind: "code_check_failed", account_id: account.id, client });
    return { ok: false, reason: "wrong" };
  }
  await saveFailures(tx, account.id, { count: 0, retryAt: new Date(nowMs) });
  if (!isTotpCode) {
    const remaining = await countRecoveryCodes(tx, account.id);
    await recordSecurityEvent(tx, { kind: "recovery_code_used", account_id: account.id, client });
    await sendEmail(tx, buildRecoveryCodeUsedEmail(account.email, { usedAt: new Date(nowMs), remaining }));
  }
  return { ok: true };
}

/** The error message for a code that is wrong, used or expired. */
export const wrongCodeMessage =
  "This code is wrong, expired or already used. Enter a new code from your authenticator app, or a recovery code.";

/** Throw the error of a code that was not accepted. @throws ApiError `invalid` for `code`; `rate_limited` */
export function throwCodeError(result: RejectedCode): never {
  if (result.reason === "wait") throwApiError("rate_limited", { retry_after_s: result.seconds });
  return throwFieldError("code", "not_allowed", {}, wrongCodeMessage);
}
