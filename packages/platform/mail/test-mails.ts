import type { Queryable } from "@souk/database";

/** What a mail is called by which somebody tries a template. */
export const testMailKind = "template_test";

/** Where a test comes from and goes to. */
export interface TestMailPlace {
  store_id: number;
  recipient: string;
}

/** Tests that were sent to one address from any shop, and from one shop. */
export interface TestCounts<Count> {
  to_recipient: Count;
  of_shop: Count;
}

/** How many there were, and in how many ms the oldest of those counted is out of the time that is looked at. */
export interface TestCount {
  count: number;
  ends_in_ms: number;
}

const counted = (condition: string) => `
  select count(*) as count, min(created_at) as oldest from (
    select created_at from mails where kind = '${testMailKind}' and created_at > $2 and ${condition}
    order by created_at desc limit $3) mail`;
const ofShop = { name: "count_tests_of_shop", text: counted("store_id = $1") };
const toRecipient = { name: "count_tests_to_recipient", text: counted("lower(recipient) = lower($1)") };

/** What was sent in so many ms until now, each counted up to `most`. */
export async function countTestMails(
  run: Queryable,
  { store_id, recipient, now, withinMs }: TestMailPlace & { now: number; withinMs: number },
  most: TestCounts<number>,
): Promise<TestCounts<TestCount>> {
  const since = now - withinMs;
  const count = async (statement: typeof ofShop, of: string | number, limit: number): Promise<TestCount> => {
    const values = [of, new Date(since), limit];
    const { rows } = await run.query<{ count: number; oldest: Date | null }>(statement, values);
    return { count: rows[0]?.count ?? 0, ends_in_ms: (rows[0]?.oldest?.getTime() ?? since) - since };
  };
  return {
    to_recipient: await count(toRecipient, recipient, most.to_recipient),
    of_shop: await count(ofShop, store_id, most.of_shop),
  };
}
