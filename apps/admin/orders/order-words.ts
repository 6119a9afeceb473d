import type { Order } from "./order-queries.ts";

type Buyer = Pick<Order, "customer" | "email" | "phone">;

/** Return the buyer's email address: the order's own, else the customer's; empty: none. */
export function buyerEmail({ email, customer }: Pick<Buyer, "email" | "customer">): string {
  return email === "" ? (customer?.email ?? "") : email;
}

/** Return the buyer's name, else another detail that the order has of them; empty: nothing is known. */
export function buyerName(order: Buyer): string {
  const { customer, phone } = order;
  const name = customer === null ? "" : `${customer.first_name} ${customer.last_name}`.trim();
  return [name, buyerEmail(order), phone].find((text) => text !== "") ?? "";
}

/** Return the buyer's contact, unless it already serves as their name. */
export function buyerContact(order: Buyer): string {
  const name = buyerName(order);
  return [buyerEmail(order), order.phone].find((text) => text !== "" && text !== name) ?? "";
}

/** Return the units of all lines. */
export function countUnits({ line_items }: Pick<Order, "line_items">): number {
  return line_items.reduce((sum, { quantity }) => sum + quantity, 0);
}
