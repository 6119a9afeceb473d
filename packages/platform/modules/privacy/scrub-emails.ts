import type { Transaction } from "@souk/database";
import type { BuyerOrders } from "../orders/index.ts";
import { listPlacedOrderIds } from "./list-placed-order-ids.ts";

// Two kinds of emails are kept: emails about an order that now belongs to another customer, if they were sent to that customer, and
// emails about another person's existing order.
// guard mail-of-others: with `cardinality($3::bigint[]) >= 0` instead of `m.order_id is null or m.order_id = any($3::bigint[])`, erase-shared-data.test.ts fails at `an erasure deletes emails about the customer's orders, but not other emails`
const deleteEmailsText = `
  delete from mails m where m.store_id = $1 and m.kind <> 'invitation' and (
    m.order_id = any($2::bigint[]) and not exists (
      select from orders o
      where o.store_id = $1 and o.id = m.order_id and lower(m.recipient) in (lower(o.email), lower(o.customer ->> 'email')))
    or lower(m.recipient) = any($4::text[]) and (m.order_id is null or m.order_id = any($3::bigint[])
      or not exists (select from orders o where o.store_id = $1 and o.id = m.order_id)))`;

/** The person and the orders whose emails are deleted. */
interface EmailSelection {
  store_id: number;
  /** The person's email addresses; empty ones are ignored. */
  emails: readonly string[];
  orders: BuyerOrders;
}

/**
 * Delete the emails about a person's orders, and the other emails that the store sent to the person, except staff
 * invitations.
 */
export async function scrubEmails(
  tx: Transaction,
  { store_id, emails, orders }: EmailSelection,
): Promise<void> {
  const addresses = emails.filter((email) => email !== "").map((email) => email.toLowerCase());
  await tx.query(deleteEmailsText, [store_id, listPlacedOrderIds(orders), [...orders.ids], addresses]);
}
