import type { Transaction } from "@souk/database";
import type { BuyersOrders } from "../orders/index.ts";
import { boughtOrders } from "./bought-orders.ts";

// Mail about an order that is another's by now, which they got, is theirs; so is mail about others' orders that
// there are, wherever it went.
const statement = `
  delete from mails m where m.store_id = $1 and m.kind <> 'invitation' and (
    m.order_id = any($2::bigint[]) and not exists (
      select from orders o
      where o.store_id = $1 and o.id = m.order_id and lower(m.recipient) in (lower(o.email), lower(o.customer ->> 'email')))
    or lower(m.recipient) = any($4::text[]) and (m.order_id is null or m.order_id = any($3::bigint[])
      or not exists (select from orders o where o.store_id = $1 and o.id = m.order_id)))`;

/** Whose mail is meant. */
interface MailedOrders {
  store_id: number;
  /** Where they were mailed; empty ones count for nothing. */
  emails: readonly string[];
  orders: BuyersOrders;
}

/** Takes away the mail about somebody's orders, and what else the shop has sent to them, but for invitations of its own people. */
export async function scrubMail(tx: Transaction, { store_id, emails, orders }: MailedOrders): Promise<void> {
  const known = emails.filter((email) => email !== "").map((email) => email.toLowerCase());
  await tx.query(statement, [store_id, boughtOrders(orders), [...orders.ids], known]);
}
