import { defineStatement, type Transaction } from "@souk/database";

/** The kinds of email that a person sends by pressing a button: a test of a template, an invitation. */
export type RequestedEmailKind = "template_test" | "invitation";

/** The sender and the recipient of a requested email. */
export interface RequestedEmail {
  kind: RequestedEmailKind;
  store_id: number;
  recipient: string;
}

/** The limits on emails of a kind: to one address from any store, and out of one store. */
export interface RequestedEmailLimits {
  to_recipient: number;
  of_store: number;
}

/** A limit that one more email would exceed, and the seconds until it would not. */
export interface BoundReached {
  bound: keyof RequestedEmailLimits;
  retry_after_s: number;
}

const counted = (kind: RequestedEmailKind, condition: string) => `
  select count(*) as count, min(created_at) as oldest from (
    select created_at from mails where kind = '${kind}' and created_at > $2 and ${condition}
    order by created_at desc limit $3) mail`;

const statements = (kind: RequestedEmailKind) => ({
  to_recipient: defineStatement(`count_${kind}_to_recipient`, counted(kind, "lower(recipient) = lower($1)")),
  of_store: defineStatement(`count_${kind}_of_store`, counted(kind, "store_id = $1")),
});

const statementsByKind = { template_test: statements("template_test"), invitation: statements("invitation") };

/**
 * Return the limit that one more email would exceed, by the emails queued in the past so many ms; null: none.
 * Concurrent requests wait until this transaction has recorded its own email.
 */
export async function findReachedLimit(
  tx: Transaction,
  { kind, store_id, recipient, now, withinMs }: RequestedEmail & { now: number; withinMs: number },
  limits: RequestedEmailLimits,
): Promise<BoundReached | null> {
  const since = now - withinMs;
  for (const key of [recipient.toLowerCase(), String(store_id)])
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 20))", [`${kind} ${key}`]);
  for (const bound of ["to_recipient", "of_store"] as const) {
    const of = bound === "of_store" ? store_id : recipient;
    const values = [of, new Date(since), limits[bound]];
    const row = await tx.maybeOne<{ count: number; oldest: Date | null }>(
      statementsByKind[kind][bound],
      values,
    );
    const { count = 0, oldest = null } = row ?? {};
    if (count < limits[bound]) continue;
    return { bound, retry_after_s: Math.max(1, ((oldest?.getTime() ?? since) - since) / 1_000) };
  }
  return null;
}
