import type { Transaction } from "@souk/database";

/** What mails are called that a person has sent by pressing a button: a test of a template, an invitation. */
export type AskedKind = "template_test" | "invitation";

/** Where such a mail comes from and goes to. */
export interface AskedMail {
  kind: AskedKind;
  store_id: number;
  recipient: string;
}

/** How many of a kind go to one address from any shop, and out of one shop. */
export interface AskedBounds {
  to_recipient: number;
  of_shop: number;
}

/** A bound that one more mail would pass, and in how many seconds it would not. */
export interface BoundReached {
  bound: keyof AskedBounds;
  retry_after_s: number;
}

const counted = (kind: AskedKind, condition: string) => `
  select count(*) as count, min(created_at) as oldest from (
    select created_at from mails where kind = '${kind}' and created_at > $2 and ${condition}
    order by created_at desc limit $3) mail`;

const statements = (kind: AskedKind) => ({
  to_recipient: {
    name: `count_${kind}_to_recipient`,
    text: counted(kind, "lower(recipient) = lower($1)"),
  },
  of_shop: { name: `count_${kind}_of_shop`, text: counted(kind, "store_id = $1") },
});

const statementsOf = { template_test: statements("template_test"), invitation: statements("invitation") };

/**
 * Which bound one more mail would pass, by what was handed over in so many ms until now; null: none. Whoever asks at the same time
 * waits until this transaction has written its own down.
 */
export async function askedBoundReached(
  tx: Transaction,
  { kind, store_id, recipient, now, withinMs }: AskedMail & { now: number; withinMs: number },
  most: AskedBounds,
): Promise<BoundReached | null> {
  const since = now - withinMs;
  for (const key of [recipient.toLowerCase(), String(store_id)])
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 20))", [`${kind} ${key}`]);
  for (const bound of ["to_recipient", "of_shop"] as const) {
    const of = bound === "of_shop" ? store_id : recipient;
    const values = [of, new Date(since), most[bound]];
    const { rows } = await tx.query<{ count: number; oldest: Date | null }>(
      statementsOf[kind][bound],
      values,
    );
    const { count = 0, oldest = null } = rows[0] ?? {};
    if (count < most[bound]) continue;
    return { bound, retry_after_s: Math.max(1, ((oldest?.getTime() ?? since) - since) / 1_000) };
  }
  return null;
}
