import type { Order } from "./order-queries.ts";

type Buyer = Pick<Order, "customer" | "email" | "phone">;

/** Return the email address of an order, or of its customer if the order has none. It is empty if neither has one. */
export function getBuyerEmail({ email, customer }: Pick<Buyer, "email" | "customer">): string {
  return email === "" ? (customer?.email ?? "") : email;
}

/** Return the buyer's name, or else the email address, or else the phone number of an order; empty if the order has none. */
export function getBuyerName(order: Buyer): string {
  const { customer, phone } = order;
  const name = customer === null ? "" : `${customer.first_name} ${customer.last_name}`.trim();
  return [name, getBuyerEmail(order), phone].find((text) => text !== "") ?? "";
}

/** Return the first of an order's email and phone that is not already shown as the buyer's name; empty if there is none. */
export function getBuyerContact(order: Buyer): string {
  const name = getBuyerName(order);
  return [getBuyerEmail(order), order.phone].find((text) => text !== "" && text !== name) ?? "";
}
