import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";

/** What a mail is called by which somebody tries a template. */
export const testMailKind = "template_test";

/** How many tests are sent within 24 hours at most, to one address from any shop and from one shop: they are mail to anybody who signs up. */
const mostTests = { to_address: 20, of_shop: 100 } as const;

const dayMs = 24 * 3_600_000;

/** Where a test comes from and goes to. */
export interface TestMailPlace {
  store_id: number;
  recipient: string;
}

const latest = (condition: string, most: number) => `
  select count(*) as count, min(created_at) as oldest from (
    select created_at from mails where kind = '${testMailKind}' and created_at > $2 and ${condition}
    order by created_at desc limit ${most}) mail`;

/** The bounds, each with what holds whoever comes at the same time until this test is written down. */
const bounds = [
  {
    most: mostTests.to_address,
    text: latest("lower(recipient) = lower($1)", mostTests.to_address),
    key: ({ recipient }: TestMailPlace) => recipient.toLowerCase(),
    value: ({ recipient }: TestMailPlace) => recipient,
    message: `An address is sent at most ${mostTests.to_address} tests a day.`,
  },
  {
    most: mostTests.of_shop,
    text: latest("store_id = $1", mostTests.of_shop),
    key: ({ store_id }: TestMailPlace) => String(store_id),
    value: ({ store_id }: TestMailPlace) => store_id,
    message: `A shop sends at most ${mostTests.of_shop} tests a day.`,
  },
] as const;

/** @throws Refusal rate_limited while a bound is reached, with the time until one more may be sent */
export async function requireRoomForTest(tx: Transaction, place: TestMailPlace, now: number): Promise<void> {
  for (const { most, text, key, value, message } of bounds) {
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 20))", [`tests ${key(place)}`]);
    const { rows } = await tx.query<{ count: number; oldest: Date | null }>(text, [
      value(place),
      new Date(now - dayMs),
    ]);
    const { count = 0, oldest = null } = rows[0] ?? {};
    if (oldest === null || count < most) continue;
    refuse("rate_limited", { message, retry_after_s: Math.max(1, (oldest.getTime() + dayMs - now) / 1000) });
  }
}
