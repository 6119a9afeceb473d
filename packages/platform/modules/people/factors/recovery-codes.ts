import { createHash } from "node:crypto";
import type { Queryable } from "@souk/database";
import type { RandomText } from "../../../runtime/random.ts";
import { encodeBase32 } from "./totp.ts";

/** The number of recovery codes that an account gets. */
export const recoveryCodeCount = 10;
/** The number of random bytes in a recovery code. With 80 random bits, nobody can find a code from its hash. */
const codeBytes = 10;

/** Normalize a recovery code that a person entered: remove spaces and hyphens, and change letters to upper case. */
function normalizeCode(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}

/** Hash a recovery code for storage and lookup. */
function hashRecoveryCode(code: string): Buffer {
  return createHash("sha256").update(normalizeCode(code), "utf8").digest();
}

function createCode(random: RandomText): string {
  const text = encodeBase32(Buffer.from(random(codeBytes), "base64url"));
  return text.match(/.{4}/g)?.join("-") ?? text;
}

/** Replace the recovery codes of an account. @returns the new codes, which are not stored and must be shown now */
export async function replaceRecoveryCodes(
  tx: Queryable,
  accountId: number,
  random: RandomText,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => createCode(random));
  await deleteRecoveryCodes(tx, accountId);
  await tx.query("insert into recovery_codes (account_id, code_hash) select $1, unnest($2::bytea[])", [
    accountId,
    codes.map(hashRecoveryCode),
  ]);
  return codes;
}

/** Use up a recovery code. @returns false if it is wrong or already used */
export async function redeemRecoveryCode(tx: Queryable, accountId: number, code: string): Promise<boolean> {
  // guard recovery-code-once: with `select from` instead of `delete from`, factors.test.ts fails
  const text = "delete from recovery_codes where account_id = $1 and code_hash = $2";
  return (await tx.query(text, [accountId, hashRecoveryCode(code)])).rowCount > 0;
}

/** Count the recovery codes that an account can still use. */
export async function countRecoveryCodes(db: Queryable, accountId: number): Promise<number> {
  const text = "select count(*) as count from recovery_codes where account_id = $1";
  return (await db.one<{ count: number }>(text, [accountId])).count;
}

/** Delete the recovery codes of an account. */
export async function deleteRecoveryCodes(tx: Queryable, accountId: number): Promise<void> {
  await tx.query("delete from recovery_codes where account_id = $1", [accountId]);
}
