import { ignoredField, type NotificationKind } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { mostMails, type Notifier, type Unsent } from "../notifications/index.ts";
import { lineName, type Order } from "../orders/index.ts";

/** A fulfillment of an order that its customer is to hear of. */
interface ShippingMail {
  store: Store;
  order: Order;
  /** The fulfillment. */
  id: number;
  kind: NotificationKind;
}

/** What the customer is called; who has no name there is called as the parcel is addressed, or else as the bill is. */
function customerName({ customer, shipping_address, billing_address }: Order["order"]): string {
  const names = [customer, shipping_address, billing_address].map((who) =>
    `${who?.first_name ?? ""} ${who?.last_name ?? ""}`.trim(),
  );
  return names.find((name) => name !== "") ?? "";
}

function linesIn(order: Order, fulfillmentId: number): { name: string; quantity: number }[] {
  const units = new Map<number, number>();
  for (const { fulfillment_id, line_item_id, quantity } of order.fulfillment_lines)
    if (fulfillment_id === fulfillmentId) units.set(line_item_id, (units.get(line_item_id) ?? 0) + quantity);
  return [...units].map(([id, quantity]) => ({ name: lineName(order, id), quantity }));
}

const day = "within 24 hours";
const reasons: Readonly<Record<Unsent, string>> = {
  no_address: "the order has no e-mail address",
  switched_off: "the shop has switched this mail off",
  of_order: `the order has had ${mostMails.of_order} mails ${day}`,
  to_recipient: `the address has had ${mostMails.to_recipient} mails of this shop ${day}`,
  of_shop: `the shop has sent ${mostMails.of_shop} mails ${day}`,
};

/**
 * Hands the customer's mail over with the change that it tells of.
 * @returns the warning where nobody is mailed; null where the mail leaves
 */
export async function mailCustomer(
  notifier: Notifier,
  tx: Transaction,
  { store, order, id, kind }: ShippingMail,
): Promise<string | null> {
  const row = order.fulfillments.find((one) => one.id === id);
  if (!row) return null;
  const { id: order_id, number, email, customer } = order.order;
  const { tracking_company, tracking_number, tracking_url } = row;
  const unsent = await notifier.notifyCustomer(tx, store, {
    kind,
    order_id,
    to: email || (customer?.email ?? ""),
    data: {
      order: {
        order_number: `#${number}`,
        customer_name: customerName(order.order),
        line_items: order.lines.map((line) => ({ name: lineName(order, line.id), quantity: line.quantity })),
      },
      fulfillment: { tracking_company, tracking_number, tracking_url, line_items: linesIn(order, id) },
    },
  });
  return unsent === null ? null : ignoredField("is_mail", reasons[unsent]);
}
