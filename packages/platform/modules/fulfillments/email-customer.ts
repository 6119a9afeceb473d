import { formatIgnoredFieldWarning, type NotificationKind } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { maxEmails, type Notifier, type UnsentReason } from "../notifications/index.ts";
import { getLineName, type Order } from "../orders/index.ts";

/** An email to the customer about a fulfillment of an order. */
interface ShippingEmail {
  store: Store;
  order: Order;
  /** The id of the fulfillment. */
  id: number;
  kind: NotificationKind;
}

/**
 * Return the customer's name, or else the name in the shipping or the billing address.
 */
function getCustomerName({ customer, shipping_address, billing_address }: Order["order"]): string {
  const names = [customer, shipping_address, billing_address].map((person) =>
    `${person?.first_name ?? ""} ${person?.last_name ?? ""}`.trim(),
  );
  return names.find((name) => name !== "") ?? "";
}

function listFulfillmentLines(order: Order, fulfillmentId: number): { name: string; quantity: number }[] {
  const units = new Map<number, number>();
  for (const { fulfillment_id, line_item_id, quantity } of order.fulfillment_lines)
    if (fulfillment_id === fulfillmentId) units.set(line_item_id, (units.get(line_item_id) ?? 0) + quantity);
  return [...units].map(([id, quantity]) => ({ name: getLineName(order, id), quantity }));
}

const warningByReason: Readonly<Record<UnsentReason, string>> = {
  no_address: "the order has no email address",
  switched_off: "the store has turned this email off",
  too_many_waiting: `${maxEmails.waiting_of_order} emails about the order are waiting to be sent`,
};

/**
 * Queue the email to the customer about a fulfillment, in the same transaction as the change that it reports.
 * @returns the warning if no email is sent, otherwise null
 */
export async function emailCustomer(
  notifier: Notifier,
  tx: Transaction,
  { store, order, id, kind }: ShippingEmail,
): Promise<string | null> {
  const row = order.fulfillments.find((fulfillment) => fulfillment.id === id);
  if (!row) return null;
  const { id: order_id, number, email, customer } = order.order;
  const { tracking_company, tracking_number, tracking_url } = row;
  const unsentReason = await notifier.notifyCustomer(tx, store, {
    kind,
    order_id,
    to: email || (customer?.email ?? ""),
    data: {
      order: {
        order_number: `#${number}`,
        customer_name: getCustomerName(order.order),
        line_items: order.lines.map((line) => ({
          name: getLineName(order, line.id),
          quantity: line.quantity,
        })),
      },
      fulfillment: {
        tracking_company,
        tracking_number,
        tracking_url,
        line_items: listFulfillmentLines(order, id),
      },
    },
  });
  return unsentReason === null ? null : formatIgnoredFieldWarning("is_mail", warningByReason[unsentReason]);
}
