import { defineStatement, type Transaction } from "@souk/database";
import { countOwnTexts, ownTextsWithinMs } from "./account-emails.ts";

/** The kinds of email that a member sends from the admin: a test of a template, and an invitation. */
export type RequestedEmailKind = "template_test" | "invitation";

/** The kind, the store and the recipient of a requested email. */
export interface RequestedEmail {
  kind: RequestedEmailKind;
  store_id: number;
  recipient: string;
}

/** The maximum numbers of emails of one kind: to one recipient from all stores, and from one store. */
export interface RequestedEmailLimits {
  to_recipient: number;
  of_store: number;
}

/** A limit that one more email would exceed, and the number of seconds until another email is allowed. */
export interface ExceededLimit {
  /**
   * The limit of this kind of email, or `of_account`, the limit of all emails whose texts were written by the account that owns the
   * store (`countOwnTexts`).
   */
  limit: keyof RequestedEmailLimits | "of_account";
  max: number;
  retry_after_s: number;
}

const buildCount = (kind: RequestedEmailKind, condition: string) => `
  select count(*) as count, min(created_at) as oldest from (
    select created_at from mails where kind = '${kind}' and created_at > $2 and ${condition}
    order by created_at desc limit $3) mail`;

const defineStatements = (kind: RequestedEmailKind) => ({
  to_recipient: defineStatement(
    `count_${kind}_to_recipient`,
    buildCount(kind, "lower(recipient) = lower($1)"),
  ),
  of_store: defineStatement(`count_${kind}_of_store`, buildCount(kind, "store_id = $1")),
});

const statementsByKind = {
  template_test: defineStatements("template_test"),
  invitation: defineStatements("invitation"),
};

function computeWaitSeconds(oldest: Date | null, since: number): number {
  return Math.max(1, ((oldest?.getTime() ?? since) - since) / 1_000);
}

/**
 * Return the limit that one more email would exceed, or null. The emails of the last `withinMs` milliseconds are counted. Concurrent
 * calls wait until this transaction ends, so that they count the email that this transaction adds.
 */
export async function findExceededLimit(
  tx: Transaction,
  { kind, store_id, recipient, now, withinMs }: RequestedEmail & { now: number; withinMs: number },
  limits: RequestedEmailLimits,
): Promise<ExceededLimit | null> {
  const since = now - withinMs;
  // 20 is the hash's seed. Each kind of lock has its own seed, so that their keys differ.
  for (const key of [recipient.toLowerCase(), String(store_id)])
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 20))", [`${kind} ${key}`]);
  for (const limitName of ["to_recipient", "of_store"] as const) {
    const countedValue = limitName === "of_store" ? store_id : recipient;
    const values = [countedValue, new Date(since), limits[limitName]];
    const row = await tx.maybeOne<{ count: number; oldest: Date | null }>(
      statementsByKind[kind][limitName],
      values,
    );
    const { count = 0, oldest = null } = row ?? {};
    if (count < limits[limitName]) continue;
    return { limit: limitName, max: limits[limitName], retry_after_s: computeWaitSeconds(oldest, since) };
  }
  const { sent_count, max, oldest } = await countOwnTexts(tx, store_id, now);
  if (sent_count < max) return null;
  return { limit: "of_account", max, retry_after_s: computeWaitSeconds(oldest, now - ownTextsWithinMs) };
}
