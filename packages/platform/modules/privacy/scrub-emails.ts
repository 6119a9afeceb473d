import type { Transaction } from "@souk/database";
import type { BuyersOrders } from "../orders/index.ts";
import { boughtOrders } from "./bought-orders.ts";

// Email about an order that is another customer's now, which they received, is theirs; so is
// email about existing orders of others, wherever it was sent.
// guard: mail-of-others with `cardinality($3::bigint[]) >= 0` for `m.order_id is null or m.order_id = any($3::bigint[])`: erase-shared-data.test.ts an erasure deletes all email about the customer's orders, and no one else's
const statement = `
  delete from mails m where m.store_id = $1 and m.kind <> 'invitation' and (
    m.order_id = any($2::bigint[]) and not exists (
      select from orders o
      where o.store_id = $1 and o.id = m.order_id and lower(m.recipient) in (lower(o.email), lower(o.customer ->> 'email')))
    or lower(m.recipient) = any($4::text[]) and (m.order_id is null or m.order_id = any($3::bigint[])
      or not exists (select from orders o where o.store_id = $1 and o.id = m.order_id)))`;

/** The orders and addresses whose email is deleted. */
interface MailedOrders {
  store_id: number;
  /** The addresses that the emails were sent to; empty ones are ignored. */
  emails: readonly string[];
  orders: BuyersOrders;
}

/**
 * Delete the email about a person's orders, and all else that the store sent to them, except staff
 * invitations.
 */
export async function scrubEmails(
  tx: Transaction,
  { store_id, emails, orders }: MailedOrders,
): Promise<void> {
  const known = emails.filter((email) => email !== "").map((email) => email.toLowerCase());
  await tx.query(statement, [store_id, boughtOrders(orders), [...orders.ids], known]);
}
