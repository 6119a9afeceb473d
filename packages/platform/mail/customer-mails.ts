import type { Queryable } from "@souk/database";

/** Which mails are counted together with one that is about to be sent. */
export interface CustomerMailPlace {
  store_id: number;
  order_id: number;
  recipient: string;
}

/** Mails about one order, to one address about any, and of the whole shop. */
export interface MailCounts {
  of_order: number;
  to_recipient: number;
  of_shop: number;
}

const counted = (condition: string, most: string) => `(select count(*) from (select from mails
  where store_id = $1 and order_id is not null and created_at > $2 and ${condition} limit ${most}) mail)`;
const statement = {
  name: "count_customer_mails",
  text: `select ${counted("order_id = $3", "$5")} as of_order,
    ${counted("lower(recipient) = lower($4)", "$6")} as to_recipient, ${counted("true", "$7")} as of_shop`,
};

/** What a shop's customers were sent about their orders since a time, each counted up to `most`. */
export async function countCustomerMails(
  run: Queryable,
  { store_id, order_id, recipient, since }: CustomerMailPlace & { since: Date },
  most: MailCounts,
): Promise<MailCounts> {
  const values = [store_id, since, order_id, recipient, most.of_order, most.to_recipient, most.of_shop];
  const { rows } = await run.query<MailCounts>(statement, values);
  return rows[0] ?? { of_order: 0, to_recipient: 0, of_shop: 0 };
}
