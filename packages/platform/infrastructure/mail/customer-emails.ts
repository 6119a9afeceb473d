import { defineStatement, type Queryable } from "@souk/database";

/** The store, order and recipient whose recent emails are counted before another one is sent. */
export interface CustomerEmailScope {
  store_id: number;
  order_id: number;
  recipient: string;
}

/** Numbers of emails about an order, to a recipient about any order, and of the whole store. */
export interface EmailCounts {
  of_order: number;
  to_recipient: number;
  of_store: number;
}

const buildCount = (condition: string, limit: string) => `(select count(*) from (select from mails
  where store_id = $1 and order_id is not null and created_at > $2 and ${condition} limit ${limit}) mail)`;
const statement = defineStatement(
  "count_customer_mails",
  `select ${buildCount("order_id = $3", "$5")} as of_order,
    ${buildCount("lower(recipient) = lower($4)", "$6")} as to_recipient, ${buildCount("true", "$7")} as of_store`,
);

/**
 * Count a store's emails to customers about their orders since a time. Each count stops at its limit.
 */
export async function countCustomerEmails(
  db: Queryable,
  { store_id, order_id, recipient, since }: CustomerEmailScope & { since: Date },
  limits: EmailCounts,
): Promise<EmailCounts> {
  const values = [
    store_id,
    since,
    order_id,
    recipient,
    limits.of_order,
    limits.to_recipient,
    limits.of_store,
  ];
  const row = await db.maybeOne<EmailCounts>(statement, values);
  return row ?? { of_order: 0, to_recipient: 0, of_store: 0 };
}
